"""Validation of imported states: can the rules continue from here (rules 1)?

Finds all problems, each a sentence for the person who imports. States that the original can have produced, such as a
player in debt or a lost bond, are accepted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from imperial.rules.board import Setup
from imperial.rules.pending_prompts import find_prompt_problems
from imperial.rules.state import WHEEL_CENTER, Country, State, Unit
from imperial.rules.stock import stock_of
from imperial.rules.taxation import MOST_POINTS

AUCTION = ("bid", "buy-bid")


def find_state_problems(state: State, *, setup: Setup) -> list[str]:
    """Finds unknown names first: the other checks need known names."""
    unknown = [*_unknown_names(state, setup)]
    if unknown:
        return unknown
    return [
        *_problems_of_players(state),
        *_problems_of_bonds(state, setup),
        *_problems_of_governments(state),
        *_problems_of_board(state, setup),
    ] or find_prompt_problems(state, setup=setup)


def _unknown_names(state: State, setup: Setup) -> Iterator[str]:
    if state.country_up not in setup.countries:
        yield f"countryUp names the unknown country {state.country_up}."
    for name, country in state.country_info.items():
        units = (unit.territory for unit in (*country.fleets, *country.armies))
        for place in dict.fromkeys((*country.factories, *country.tax_chips, *units)):
            if place not in setup.territories:
                yield f"{name} has something in the unknown territory {place}."
        if country.wheel_spot not in (*setup.wheel, WHEEL_CENTER):
            yield f"{name} stands on the unknown wheel spot {country.wheel_spot}."
        for player in country.leadership:
            if player not in state.player_info:
                yield f"{player} leads {name}, but is no player."
    for player, info in state.player_info.items():
        for bond in info.stock:
            if bond.country not in setup.countries:
                yield f"{player} has a bond of the unknown country {bond.country}."
    for player in dict.fromkeys((*state.bid_buy_order, *(state.swiss_set or ()))):
        if player not in state.player_info:
            yield f"{player} is in bidBuyOrder or swissSet, but is no player."


def _problems_of_players(state: State) -> Iterator[str]:
    players = state.player_info.values()
    seats, cards = sorted(info.order for info in players), sum(info.investor for info in players)
    if state.mode in AUCTION:
        if cards or any(seats):
            yield "Seats and the investor card are given at the end of the auction."
        if any(info.money < 0 for info in players):
            yield "In the auction nobody is in debt."
        return
    if seats != list(range(1, len(seats) + 1)):
        yield f"The players sit on the seats 1 to {len(seats)}, each on one: order says otherwise."
    if cards != 1:
        yield f"One player has the investor card, not {cards or 'nobody'}."
    if any(info.bid is not None for info in players):
        yield "There are bids in the auction only."


def _problems_of_bonds(state: State, setup: Setup) -> Iterator[str]:
    for name, country in state.country_info.items():
        sold = [bond.stock for info in state.player_info.values() for bond in info.stock if bond.country == name]
        for stock, times in Counter([*sold, *country.avail_stock]).items():
            if stock not in setup.countries[name].start.avail_stock:
                yield f"{name} has no bond {stock}."
            elif times > 1:
                yield f"The bond {stock} of {name} is there {times} times."


def _problems_of_governments(state: State) -> Iterator[str]:
    for name, country in state.country_info.items():
        shares = {player: stock_of(info, name) for player, info in state.player_info.items()}
        holders = sorted(player for player, share in shares.items() if share)
        led_by = [shares[player] for player in country.leadership]
        if sorted(country.leadership) != holders:
            yield f"The leadership of {name} is everybody who has a bond of it, once: {', '.join(holders) or 'nobody'}."
        elif led_by != sorted(led_by, reverse=True):
            yield f"The leadership of {name} goes by what they hold, most first."
        elif led_by and (country.gov == "dictatorship") != (2 * led_by[0] >= sum(led_by)):
            yield f"The government of {name} is not what the bonds make of it."
        if country.off_limits and state.mode != "buy":
            yield f"{name} is off limits outside an investor round."


def _problems_of_board(state: State, setup: Setup) -> Iterator[str]:
    chips = Counter(place for country in state.country_info.values() for place in country.tax_chips)
    for place, times in chips.items():
        if times > 1:
            yield f"There is more than one chip in {place}."
        if not setup.territories[place].unowned:
            yield f"There is a chip in {place}, which is home to a country."
    for name, country in state.country_info.items():
        if country.money < 0 or not 0 <= country.points <= MOST_POINTS:
            yield f"{name} has money or points that cannot be."
        elif country.points == MOST_POINTS and state.mode != "game-over":
            yield f"{name} has {MOST_POINTS} points, so the game is over: mode says otherwise."
        if len(set(country.factories)) < len(country.factories):
            yield f"{name} has two factories in one place."
        for place in country.factories:
            if setup.territories[place].country != name:
                yield f"{name} has a factory in {place}, which is no home of it."
        yield from _problems_of_units(name, country, setup)


def _problems_of_units(name: str, country: Country, setup: Setup) -> Iterator[str]:
    limits = setup.countries[name]
    if len(country.fleets) > limits.fleet_limit or len(country.armies) > limits.army_limit:
        yield f"{name} has more units than there are."
    for place in _places(country.fleets):
        territory = setup.territories[place]
        if not territory.sea and not (territory.port and territory.country == name):
            yield f"{name} has a fleet in {place}, which is neither a sea nor a port of its own."
    for place in _places(country.armies):
        if setup.territories[place].sea:
            yield f"{name} has an army at sea, in {place}."
    for army in country.armies:
        if not army.hostile and setup.territories[army.territory].country in (None, name):
            yield f"{name} has an army in {army.territory} that coexists, but is no guest there."
    if not all(fleet.hostile for fleet in country.fleets):
        yield f"{name} has a fleet that coexists."


def _places(units: Iterable[Unit]) -> dict[str, None]:
    return dict.fromkeys(unit.territory for unit in units)
