"""Investor: interest for the stockholders (rules 4.5), and the round in which players buy bonds (rules 3.8 and 7)."""

from msgspec.structs import replace

from imperial.rules.actions import Buy, Punt
from imperial.rules.advance import advance
from imperial.rules.board import Setup
from imperial.rules.events import BondBought, Event, InvestorRoundStarted, Punted, Step
from imperial.rules.money import in_words, to_dollars
from imperial.rules.refusals import refusal
from imperial.rules.state import CENTS, Bond, Proposal, State, with_country, with_player, with_turns
from imperial.rules.stock import holdings, leader, with_bond
from tabletop.rules import Json, say
from tabletop.rules import gettext_noop as _

CARD_BONUS_CENTS = 2 * CENTS


def payouts(state: State, country: str, proposer: str) -> dict[str, int]:
    """Returns cents per stockholder; negative for a proposer who adds more than their own interest."""
    interest = {player: stock * CENTS for player, stock in holdings(state, country).items()}
    shortfall = max(0, sum(interest.values()) - state.country_info[country].money)
    if shortfall:
        interest[proposer] = interest.get(proposer, 0) - shortfall
    return interest


def pay_interest(state: State, proposal: Proposal) -> State:
    paid = payouts(state, state.country_up, proposal.player)
    country = state.country_info[state.country_up]
    players = {
        player: replace(info, money=info.money + paid[player]) if paid.get(player) else info
        for player, info in state.player_info.items()
    }
    # With a shortfall the payouts add up to exactly the content of the treasury.
    emptied = replace(country, money=country.money - sum(paid.values()))
    return replace(with_country(state, state.country_up, emptied), player_info=players)


def investor_preview(state: State, country: str, proposer: str) -> Json:
    """Returns the payouts in dollars, for pages and programs."""
    return {player: to_dollars(cents) for player, cents in payouts(state, country, proposer).items()}


def start_investor_round(state: State) -> Step:
    holder = next(player for player, info in state.player_info.items() if info.investor)
    info = state.player_info[holder]
    state = with_player(state, holder, replace(info, money=info.money + CARD_BONUS_CENTS))
    return with_turns(replace(state, mode="buy"), holder), (InvestorRoundStarted(player=holder),)


def buy(state: State, player: str, action: Buy, *, setup: Setup) -> Step:
    """Raises `unavailable_stock`, `off_limits`, `bad_return` and `cannot_afford`."""
    returned = action.return_stock or 0
    _check_purchase(state, player, action, returned=returned, setup=setup)
    bond, pays = Bond(country=action.country, stock=action.stock), cents_needed(action.stock, returned, setup=setup)
    led_by = leader(state, action.country)
    state = with_bond(state, player, bond=bond, returned=returned, pays=pays)
    state = with_country(state, action.country, replace(state.country_info[action.country], off_limits=True))
    # Rules Q5: a purchase cancels the Swiss right that an earlier punt has earned.
    state = replace(state, swiss_set=tuple(other for other in state.swiss_set or () if other != player))
    bought = BondBought(
        player=player,
        country=action.country,
        stock=action.stock,
        returned=returned or None,
        leads_after=None if leader(state, action.country) == led_by else led_by or "",
    )
    return _next_buyer(state, player, bought, setup=setup)


def punt(state: State, player: str, _action: Punt, *, setup: Setup) -> Step:
    """Buys nothing; earns the right to buy as a Swiss bank."""
    others = tuple(other for other in state.swiss_set or () if other != player)
    return _next_buyer(replace(state, swiss_set=(*others, player)), player, Punted(player=player), setup=setup)


def cents_needed(stock: int, returned: int, *, setup: Setup) -> int:
    return (setup.stock_costs[stock] - setup.stock_costs[returned]) * CENTS


def _check_purchase(state: State, player: str, action: Buy, *, returned: int, setup: Setup) -> None:
    """Raises RuleViolation; `returned` is the bond given in exchange, 0 for none."""
    info, buyer, stock = state.country_info.get(action.country), state.player_info[player], action.stock
    if info is None:
        raise refusal("unavailable_stock", _("There is no country called %(country)s."), country=action.country)
    country = say(action.country)
    if info.off_limits:
        template = _("Somebody has bought into %(country)s in this investor round already.")
        raise refusal("off_limits", template, country=country)
    if stock not in info.avail_stock:
        template = _("The %(stock)s bond of %(country)s is not for sale.")
        raise refusal("unavailable_stock", template, stock=stock, country=country)
    if returned and Bond(country=action.country, stock=returned) not in buyer.stock:
        template = _("You do not hold the %(stock)s bond of %(country)s.")
        raise refusal("bad_return", template, stock=returned, country=country)
    if returned and stock <= returned:
        raise refusal("bad_return", _("A bond can be exchanged for a larger one of the same country only."))
    needed = cents_needed(stock, returned, setup=setup)
    if buyer.money < needed:
        template = _("That costs %(cost)s; you have %(money)s.")
        raise refusal("cannot_afford", template, cost=in_words(needed), money=in_words(buyer.money))


def _next_buyer(state: State, player: str, *events: Event, setup: Setup) -> Step:
    """Rules 7.2: passes the turn down the seats to the next Swiss player, or closes the round."""
    state = with_player(state, player, replace(state.player_info[player], swiss=False))
    seat, seats = state.player_info[player].order, len(state.player_info)
    following = sorted(state.player_info, key=lambda other: (seat - state.player_info[other].order - 1) % seats)
    buyer = next((other for other in following if state.player_info[other].swiss), None)
    if buyer is None:
        return _close(state, setup=setup), events
    return with_turns(replace(state, same_turn=False), buyer), events


def _close(state: State, *, setup: Setup) -> State:
    """Closes the round (rules 7.3): the investor card moves on, Swiss rights are renewed."""
    seats = len(state.player_info)
    holder = next(info.order for info in state.player_info.values() if info.investor)
    swiss = {*(state.swiss_set or ()), *permanent_swiss(state)}
    players = {
        player: replace(info, investor=info.order == holder % seats + 1, swiss=player in swiss)
        for player, info in state.player_info.items()
    }
    countries = {
        name: replace(country, off_limits=False) if country.off_limits else country
        for name, country in state.country_info.items()
    }
    closed = replace(state, player_info=players, country_info=countries, swiss_set=None, same_turn=False)
    return advance(closed, setup=setup)


def permanent_swiss(state: State) -> tuple[str, ...]:
    """Returns the players who neither lead a country nor are the opposition of a democracy."""
    busy = {
        player
        for country in state.country_info.values()
        for player in country.leadership[: 1 if country.gov == "dictatorship" else 2]
    }
    return tuple(player for player in state.player_info if player not in busy)
