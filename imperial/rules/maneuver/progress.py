"""Progress of a maneuver: its player, the committed moves, the next unit (rules 3.6 and 5.2)."""

from collections.abc import Sequence

from msgspec.structs import replace

from imperial.rules.board import Setup
from imperial.rules.events import Event, Step
from imperial.rules.maneuver.events import UnitMoved
from imperial.rules.proposals import finish_maneuver
from imperial.rules.refusals import refusal
from imperial.rules.state import CurrentManeuver, ManeuverTuple, State, UnitKind, with_turns
from tabletop.rules import gettext_noop as _


def running(state: State) -> CurrentManeuver:
    if state.current_maneuver is None:
        raise refusal("wrong_mode", _("No maneuver is going on."))
    return state.current_maneuver


def controlled_by(state: State, player: str) -> CurrentManeuver:
    """Returns the maneuver if this player moves the next unit. Raises `not_your_turn` otherwise."""
    maneuver = running(state)
    if maneuver.player != player or maneuver.pending_peace is not None:
        raise refusal("not_your_turn", _("%(player)s is the one to move these units."), player=maneuver.player)
    return maneuver


def waiting_places(maneuver: CurrentManeuver, kind: UnitKind) -> list[str]:
    """Returns the places of the units that have not moved, in list order."""
    if kind == "fleet":
        units, moves = maneuver.pending_fleets, maneuver.completed_fleet_moves
    else:
        units, moves = maneuver.pending_armies, maneuver.completed_army_moves
    places = [unit.territory for unit in units]
    for origin, _destination, _action in moves:
        places.remove(origin)
    return places


def with_moves(
    maneuver: CurrentManeuver, *, fleet_moves: Sequence[ManeuverTuple] = (), army_moves: Sequence[ManeuverTuple] = ()
) -> CurrentManeuver:
    """Commits moves and points to the next unit."""
    fleets = (*maneuver.completed_fleet_moves, *fleet_moves)
    armies = (*maneuver.completed_army_moves, *army_moves)
    fleets_left = len(fleets) < len(maneuver.pending_fleets)
    return replace(
        maneuver,
        completed_fleet_moves=fleets,
        completed_army_moves=armies,
        phase="fleet" if fleets_left else "army",
        unit_index=len(fleets) if fleets_left else len(armies),
    )


def with_move(maneuver: CurrentManeuver, kind: UnitKind, move: ManeuverTuple) -> CurrentManeuver:
    if kind == "fleet":
        return with_moves(maneuver, fleet_moves=(move,))
    return with_moves(maneuver, army_moves=(move,))


def moved_events(country: str, kind: UnitKind, moves: Sequence[ManeuverTuple]) -> tuple[Event, ...]:
    return tuple(
        UnitMoved(country=country, kind=kind, origin=origin, destination=destination, action=action)
        for origin, destination, action in moves
    )


def go_on(state: State, maneuver: CurrentManeuver, *, same_turn: bool, setup: Setup) -> Step:
    """Waits for the next unit, or finishes the maneuver."""
    moved = len(maneuver.completed_fleet_moves) + len(maneuver.completed_army_moves)
    if moved == len(maneuver.pending_fleets) + len(maneuver.pending_armies):
        return finish_maneuver(state, maneuver, setup=setup)
    waiting = replace(state, mode="continue-man", current_maneuver=maneuver, peace_vote=None, same_turn=same_turn)
    return with_turns(waiting, maneuver.player), ()
