"""What a planner offers for one unit after a plan made so far (rules 8): the same judgement as when it is submitted."""

from collections.abc import Mapping, Sequence
from typing import cast

from imperial.rules.board import Setup
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.course import Course
from imperial.rules.maneuver.entering import maneuver_ahead
from imperial.rules.maneuver.geography import geography_of
from imperial.rules.refusals import refusal
from imperial.rules.state import ManeuverTuple, State, UnitKind

Plan = Sequence[Sequence[str]]
"""Moves in the order of their execution, fleets before armies; offers of peace count as accepted."""


def reachable(state: State, plan: Plan, unit: Mapping[str, str], *, setup: Setup) -> list[str]:
    """Where the next unit of this kind in this place can go, the place itself included."""
    kind, origin = _read(unit)
    course = _after(state, plan, kind, origin, setup=setup)
    destinations = course.destinations(kind, origin)
    if not course.missing_companions():
        return list(destinations)
    return [place for place in destinations if actions_at(state, plan, unit, place, setup=setup)]


def actions_at(state: State, plan: Plan, unit: Mapping[str, str], destination: str, *, setup: Setup) -> list[str]:
    """What it can do there; nothing if it cannot go there."""
    kind, origin = _read(unit)
    course = _after(state, plan, kind, origin, setup=setup)
    if destination not in course.destinations(kind, origin):
        return []
    actions = course.actions(kind, origin, destination)
    if not course.missing_companions():
        return actions
    return [
        action
        for action in actions
        if _leaves_enough(_after(state, plan, kind, origin, setup=setup), kind, (origin, destination, action))
    ]


def _leaves_enough(course: Course, kind: UnitKind, move: ManeuverTuple) -> bool:
    """Rules 5.6: whoever is to blow up a factory still gets company."""
    course.put(kind, move)
    return course.senders() is not None


def _read(unit: Mapping[str, str]) -> tuple[UnitKind, str]:
    kind = unit["kind"]
    if kind not in ("fleet", "army"):
        raise refusal("wrong_units", f"A unit is a fleet or an army, not a {kind}.")
    return cast(UnitKind, kind), unit["origin"]


def _after(state: State, plan: Plan, kind: UnitKind, origin: str, *, setup: Setup) -> Course:
    course = Course(state, state.current_maneuver or maneuver_ahead(state), geography=geography_of(setup))
    armies_begun = False
    for planned in plan:
        move = (planned[0], planned[1], planned[2])
        armies_begun = armies_begun or not _is_fleets(course, move)
        its_kind: UnitKind = "army" if armies_begun else "fleet"
        course.check(its_kind, move)
        course.put(its_kind, move)
    if kind == "army":
        # Fleets without a plan stay where they are.
        for place, flags in course.waiting["fleet"].items():
            for _flag in tuple(flags):
                course.put("fleet", (place, place, codes.PLAIN))
    if not course.waiting[kind].get(origin):
        raise refusal("wrong_units", f"There is no {kind} left to move in {origin}.")
    return course


def _is_fleets(course: Course, move: ManeuverTuple) -> bool:
    origin, destination, _action = move
    return bool(course.waiting["fleet"].get(origin)) and destination in course.geography.fleet_reach[origin]
