"""Rows of a plan: committed moves of a maneuver, and drafted moves of the remaining units."""

from collections import Counter
from collections.abc import Sequence

from imperial.decisions.draft import Draft
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.progress import waiting_places
from imperial.rules.state import CurrentManeuver, ManeuverTuple, State, UnitKind

Row = tuple[UnitKind, ManeuverTuple]
UNDECIDED = "?"
"""Placeholder of an action that the player has yet to choose. Never submitted."""


def current_maneuver(state: State) -> CurrentManeuver:
    if state.current_maneuver is None:
        raise ValueError("there is no maneuver to plan")
    return state.current_maneuver


def committed_rows(maneuver: CurrentManeuver) -> list[Row]:
    fleets: list[Row] = [("fleet", move) for move in maneuver.completed_fleet_moves]
    return fleets + [("army", move) for move in maneuver.completed_army_moves]


def planned_rows(maneuver: CurrentManeuver, draft: Draft) -> list[Row]:
    """Returns the drafted moves of units that have not moved; units without one hold."""
    fleets_done, armies_done = maneuver.completed_fleet_moves, maneuver.completed_army_moves
    fleet_plans = _still_planned(draft.fleet_man, completed=fleets_done, remaining=maneuver.remaining_fleet_plans)
    army_plans = _still_planned(draft.army_man, completed=armies_done, remaining=maneuver.remaining_army_plans)
    fleets = _planned(waiting_places(maneuver, "fleet"), fleet_plans)
    armies = _planned(waiting_places(maneuver, "army"), army_plans)
    return [("fleet", move) for move in fleets] + [("army", move) for move in armies]


def _still_planned(
    drafted: tuple[ManeuverTuple, ...] | None,
    *,
    completed: tuple[ManeuverTuple, ...],
    remaining: tuple[ManeuverTuple, ...],
) -> tuple[ManeuverTuple, ...]:
    """Returns the drafted moves beyond the committed ones; a draft that begins differently is outdated.

    Compares routes, not actions: a refused peace offer has become a war.
    """
    if drafted is None or [move[:2] for move in drafted[: len(completed)]] != [move[:2] for move in completed]:
        return remaining
    return drafted[len(completed) :]


def _planned(places: list[str], plans: Sequence[ManeuverTuple]) -> list[ManeuverTuple]:
    """Returns the planned moves of these units in order, then a hold for every other unit."""
    waiting = Counter(places)
    rows = []
    for move in plans:
        if waiting[move[0]]:
            waiting[move[0]] -= 1
            rows.append(move)
    for place in places:
        if waiting[place]:
            waiting[place] -= 1
            rows.append((place, place, codes.PLAIN))
    return rows
