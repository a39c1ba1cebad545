"""Bonds, and what follows from them: leadership and government (rules 6), the weight of a vote (rules 3.5)."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from imperial.rules.state import VOTE_TENTHS, Bond, Country, Player, State


def stock_of(info: Player, country: str) -> int:
    """Returns the sum of the player's denominations in the country."""
    return sum(bond.stock for bond in info.stock if bond.country == country)


def holdings(state: State, country: str) -> dict[str, int]:
    """Returns the stock of every stockholder, in the order of the leadership."""
    return {player: stock_of(state.player_info[player], country) for player in state.country_info[country].leadership}


def leader(state: State, country: str) -> str | None:
    return next(iter(state.country_info[country].leadership), None)


def with_bond(state: State, player: str, *, bond: Bond, returned: int = 0, pays: int) -> State:
    """Returns the state after a purchase; the buyer `pays` the treasury cents, net of the returned bond."""
    buyer, country = state.player_info[player], state.country_info[bond.country]
    order = list(state.country_info)
    stock, unsold = [*buyer.stock, bond], list(country.avail_stock)
    unsold.remove(bond.stock)
    if returned:
        stock.remove(Bond(country=bond.country, stock=returned))
        unsold.append(returned)
    stock.sort(key=lambda held: (order.index(held.country), held.stock))
    leadership = country.leadership if player in country.leadership else (*country.leadership, player)
    players = {**state.player_info, player: replace(buyer, money=buyer.money - pays, stock=tuple(stock))}
    country = replace(country, money=country.money + pays, avail_stock=tuple(sorted(unsold)), leadership=leadership)
    countries = {**state.country_info, bond.country: governed(country, bond.country, players)}
    return replace(state, player_info=players, country_info=countries)


def governed(country: Country, name: str, players: Mapping[str, Player]) -> Country:
    """Returns the country with its leadership in order and the government that follows."""
    totals = {holder: stock_of(players[holder], name) for holder in country.leadership}
    if not totals:
        return country
    # Rules 6: the sort is stable, so a tie overtakes nobody and a newcomer ranks behind equals.
    leadership = tuple(sorted(totals, key=totals.__getitem__, reverse=True))
    is_dictatorship = 2 * totals[leadership[0]] >= sum(totals.values())
    return replace(country, leadership=leadership, gov="dictatorship" if is_dictatorship else "democracy")


def vote_weight(state: State, player: str, country: str, *, first: str) -> int:
    """Returns tenths; the vote of `first`, normally the leader, weighs a tenth more."""
    return stock_of(state.player_info[player], country) * VOTE_TENTHS + (player == first)


def total_stock(state: State, country: str, holders: Iterable[str]) -> int:
    return sum(stock_of(state.player_info[player], country) for player in holders)


def is_majority(votes: int, *, total: int) -> bool:
    """Rules 3.5: votes (in tenths) > (total + 0.01) / 2, in whole numbers."""
    return 20 * votes > 100 * total + 1
