"""Simple-minded ways to move one unit, enough for a bot that takes any of them. None: nothing of that kind to do."""

from collections.abc import Callable

from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.course import Course
from imperial.rules.state import ManeuverTuple, UnitKind

Habit = Callable[[Course, UnitKind, str, set[str]], ManeuverTuple | None]
"""The set holds places that need no further unit."""


def hold(_course: Course, _kind: UnitKind, origin: str, _taken: set[str]) -> ManeuverTuple:
    return origin, origin, codes.PLAIN


def spread(course: Course, kind: UnitKind, origin: str, taken: set[str]) -> ManeuverTuple | None:
    """Go where nobody is, for a chip."""
    for place in course.destinations(kind, origin):
        if place not in taken and not course.board.foreign.get(place) and course.geography.territories[place].unowned:
            taken.add(place)
            return origin, place, codes.PLAIN
    return None


def fight(course: Course, kind: UnitKind, origin: str, _taken: set[str]) -> ManeuverTuple | None:
    for place in course.destinations(kind, origin):
        present = course.board.foreign.get(place)
        if present:
            country, target, _hostile = present[0]
            return origin, place, codes.war(country, target)
    return None


def occupy(course: Course, kind: UnitKind, origin: str, _taken: set[str]) -> ManeuverTuple | None:
    if kind == "fleet":
        return None
    for place in course.destinations(kind, origin):
        if course.board.is_foreign_home(place) and codes.HOSTILE in course.actions(kind, origin, place):
            return origin, place, codes.HOSTILE
    return None


def make_peace(course: Course, kind: UnitKind, origin: str, _taken: set[str]) -> ManeuverTuple | None:
    """Go where others are."""
    for place in course.destinations(kind, origin):
        if place != origin and course.board.foreign.get(place):
            return origin, place, codes.PEACE
    return None


HABITS: tuple[Habit, ...] = (hold, spread, fight, occupy, make_peace)
