"""Carries out a finished maneuver on the real board (rules 5.8)."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from imperial.rules.board import Setup
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.geography import geography_of
from imperial.rules.maneuver.virtual_board import VirtualBoard, flags_by_place
from imperial.rules.state import Country, ManeuverTuple, State, Unit, UnitKind


def carry_out(
    state: State, *, country: str, fleet_man: Sequence[ManeuverTuple], army_man: Sequence[ManeuverTuple], setup: Setup
) -> State:
    """Moves fleets first, then armies, each in the player's order."""
    mover = state.country_info[country]
    board = VirtualBoard(state, country, armies=mover.armies, geography=geography_of(setup))
    chipped: list[str] = []
    fleets = _moved(board, "fleet", mover.fleets, fleet_man, chipped)
    armies = _moved(board, "army", mover.armies, army_man, chipped)
    countries = dict(state.country_info)
    countries[country] = replace(mover, fleets=fleets, armies=armies)
    for name, kind, territory in board.losses:
        countries[name] = _without(countries[name], kind, territory)
    for name, info in countries.items():
        if info.factories != board.factories[name]:
            countries[name] = replace(info, factories=board.factories[name])
    if chipped:
        _place_chips(countries, country, chipped)
    return replace(state, country_info=countries)


def _moved(
    board: VirtualBoard, kind: UnitKind, units: Sequence[Unit], moves: Sequence[ManeuverTuple], chipped: list[str]
) -> tuple[Unit, ...]:
    """Moves the units on the board and returns those that are left; notes where they place chips."""
    flags = flags_by_place(units)
    left: list[Unit] = []
    consumed: set[int] = set()
    for number, (origin, destination, action) in enumerate(moves):
        # Rules 5.2: the k-th move from a place is the move of the k-th unit listed there.
        hostile, *others = flags.get(origin) or (True,)
        flags[origin] = tuple(others)
        if number in consumed:
            continue
        _note_chip(board, destination, action, chipped)
        flag = board.put(kind, origin, destination, action, hostile=hostile)
        if flag is not None:
            left.append(Unit(territory=destination, hostile=flag))
        elif codes.is_blow_up(action):
            _consume(destination, moves, after=number, armies=left, consumed=consumed)
    return tuple(left)


def _consume(
    territory: str, moves: Sequence[ManeuverTuple], *, after: int, armies: list[Unit], consumed: set[int]
) -> None:
    """Rules 5.8: a blow-up takes armies still to arrive first, then placed ones, oldest first."""
    wanted = codes.BLOW_UP_ARMIES - 1
    for number in range(after + 1, len(moves)):
        _origin, destination, action = moves[number]
        on_its_way = destination == territory and not codes.is_war(action) and not codes.is_blow_up(action)
        if wanted and on_its_way and number not in consumed:
            consumed.add(number)
            wanted -= 1
    for army in [army for army in armies if army.territory == territory][:wanted]:
        armies.remove(army)


def _note_chip(board: VirtualBoard, destination: str, action: str, chipped: list[str]) -> None:
    """Rules 5.8: only a plain move or hold places a chip, alone on unowned land or at sea."""
    if (
        action == codes.PLAIN
        and board.geography.territories[destination].country is None
        and not board.foreign.get(destination)
    ):
        chipped.append(destination)


def _place_chips(countries: dict[str, Country], country: str, chipped: Iterable[str]) -> None:
    places = dict.fromkeys(chipped)
    for name, info in countries.items():
        chips = info.tax_chips
        if name == country:
            chips += tuple(place for place in places if place not in chips)
        else:
            chips = tuple(place for place in chips if place not in places)
        if chips != info.tax_chips:
            countries[name] = replace(info, tax_chips=chips)


def _without(info: Country, kind: str, territory: str) -> Country:
    units = list(info.fleets if kind == "fleet" else info.armies)
    del units[next(number for number, unit in enumerate(units) if unit.territory == territory)]
    return replace(info, fleets=tuple(units)) if kind == "fleet" else replace(info, armies=tuple(units))
