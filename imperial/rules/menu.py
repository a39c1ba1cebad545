"""Players to act and their legal actions: a useful selection of bids, proposals and imports, all of everything else."""

from collections.abc import Callable, Iterator

from imperial.rules.actions import Action, Agree, Bid, BidBuy, Buy, Propose, Punt, Vote
from imperial.rules.board import Setup
from imperial.rules.factory import FACTORY_CENTS, factory_places
from imperial.rules.importing import MOST_IMPORTS, UNIT_CENTS, import_places
from imperial.rules.investor import cents_needed, payouts
from imperial.rules.maneuver.menu import menu as maneuver_menu
from imperial.rules.money import to_dollars
from imperial.rules.production import production_places
from imperial.rules.rondel import FACTORY, IMPORT, INVESTOR, PRODUCE, Turn, turns_from
from imperial.rules.state import CENTS, Import, Mode, State, UnitKind
from imperial.rules.unit_limits import room_for_units
from tabletop.rules import Seat

Load = tuple[tuple[UnitKind, str], ...]
"""Units to import: kind and place."""


def proposals(state: State, player: str, setup: Setup) -> list[Action]:
    """Never empty: the first steps are free, and so is doing nothing."""
    money = state.player_info[player].purse
    found: list[Action] = []
    for turn in turns_from(setup, state.country_info[state.country_up].wheel_spot).values():
        if turn.cost <= money:
            found += _at(state, player, turn, money - turn.cost, setup=setup)
    return found


def _at(state: State, player: str, turn: Turn, money: int, *, setup: Setup) -> Iterator[Action]:
    """Yields the proposals for one spot; `money` is what is left after the steps, in cents."""
    if turn.spot == FACTORY:
        return _factories(state, money, setup=setup)
    if turn.spot in PRODUCE:
        return _productions(state, turn.spot, setup=setup)
    if turn.spot == IMPORT:
        return _imports(state, money, setup=setup)
    if turn.spot == INVESTOR and money + payouts(state, state.country_up, player)[player] < 0:
        return iter(())
    return iter((Propose(wheel_spot=turn.spot),))


def _factories(state: State, money: int, *, setup: Setup) -> Iterator[Action]:
    country = state.country_up
    if state.country_info[country].money + money >= FACTORY_CENTS:
        for place in factory_places(state, country, setup=setup):
            yield Propose(wheel_spot=FACTORY, factory_loc=place)
    yield Propose(wheel_spot=FACTORY)


def _productions(state: State, spot: str, *, setup: Setup) -> Iterator[Action]:
    """Yields all units, each kind alone, and nothing."""
    country = state.country_up
    ports, inland = production_places(state, country, setup=setup)
    room = room_for_units(state, country, setup=setup)
    fleets, armies = ports[: room.fleets], inland[: room.armies]
    if fleets and armies:
        yield Propose(wheel_spot=spot, fleet_produce=fleets, army_produce=armies)
    if fleets:
        yield Propose(wheel_spot=spot, fleet_produce=fleets)
    if armies:
        yield Propose(wheel_spot=spot, army_produce=armies)
    yield Propose(wheel_spot=spot)


def _imports(state: State, money: int, *, setup: Setup) -> Iterator[Action]:
    """Yields full imports (in one place, spread, of both kinds), a single unit, and nothing."""
    country = state.country_up
    ports, homes = import_places(state, country, setup=setup)
    room = room_for_units(state, country, setup=setup)
    most = min(MOST_IMPORTS, state.country_info[country].money // UNIT_CENTS + money // UNIT_CENTS)
    fleets = _loads("fleet", ports, min(most, room.fleets))
    armies = _loads("army", homes, min(most, room.armies))
    both = [(*fleets[-1], *armies[-1])] if fleets and armies and most > 1 else []
    for load in dict.fromkeys([*fleets, *armies, *both]):
        types, territories = zip(*load, strict=True)
        yield Propose(wheel_spot=IMPORT, imports=Import(types=types, territories=territories))
    yield Propose(wheel_spot=IMPORT)


def _loads(kind: UnitKind, places: tuple[str, ...], most: int) -> list[Load]:
    """Returns imports of one kind; the last one is a single unit."""
    if not places or not most:
        return []
    together = [((kind, place),) * most for place in places]
    apart = tuple((kind, places[number % len(places)]) for number in range(most))
    return [*together, apart, apart[-1:]]


def players_to_act(state: State) -> tuple[str, ...]:
    return state.players_to_act


def legal_actions(state: State, player: Seat, *, setup: Setup) -> list[Action]:
    """Empty for a player who is not to act. Pausing the clock is always legal and not listed."""
    if not isinstance(player, str) or player not in state.player_info or not state.player_info[player].my_turn:
        return []
    return _MENUS[state.mode](state, player, setup)


def _bids(state: State, player: str, setup: Setup) -> list[Action]:
    """Offers nothing, the price of every bond for sale, and all the money."""
    money = state.player_info[player].money
    prices = [setup.stock_costs[stock] * CENTS for stock in state.country_info[state.country_up].avail_stock]
    amounts = {0, money, *(price for price in prices if price <= money)}
    return [Bid(amount=to_dollars(amount)) for amount in sorted(amounts)]


def _purchases(state: State, player: str, setup: Setup) -> list[Action]:
    buyer = state.player_info[player]
    purchases: list[Action] = [Punt()]
    for country, info in state.country_info.items():
        if info.off_limits:
            continue
        held = [bond.stock for bond in buyer.stock if bond.country == country]
        purchases += [
            Buy(country=country, stock=stock, return_stock=returned or None)
            for stock in info.avail_stock
            for returned in (0, *held)
            if returned < stock and cents_needed(stock, returned, setup=setup) <= buyer.money
        ]
    return purchases


_MENUS: dict[Mode, Callable[[State, str, Setup], list[Action]]] = {
    "bid": _bids,
    "buy-bid": lambda _state, _player, _setup: [BidBuy(accept=True), BidBuy(accept=False)],
    "buy": _purchases,
    "proposal": proposals,
    "proposal-opp": lambda state, player, setup: [Agree(), *proposals(state, player, setup)],
    "vote": lambda _state, _player, _setup: [Vote(choice=1), Vote(choice=2)],
    "continue-man": maneuver_menu,
    "peace-vote": maneuver_menu,
}
