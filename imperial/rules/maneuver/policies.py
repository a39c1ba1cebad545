"""Policies that move one unit, the raw material of the maneuver menu. None: the unit has no such move."""

from collections.abc import Callable

from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.judge import ManeuverJudge
from imperial.rules.state import ManeuverTuple, UnitKind

Policy = Callable[[ManeuverJudge, UnitKind, str, set[str]], ManeuverTuple | None]
"""The set holds places that need no further unit."""


def hold(_judge: ManeuverJudge, _kind: UnitKind, origin: str, _taken: set[str]) -> ManeuverTuple:
    return origin, origin, codes.PLAIN


def spread(judge: ManeuverJudge, kind: UnitKind, origin: str, taken: set[str]) -> ManeuverTuple | None:
    """Goes to an empty place for a tax chip."""
    foreign, territories = judge.board.foreign, judge.geography.territories

    def is_open(place: str) -> bool:
        return place not in taken and not foreign.get(place) and territories[place].unowned

    place = judge.first_destination(kind, origin, is_open)
    if place is None:
        return None
    taken.add(place)
    return origin, place, codes.PLAIN


def fight(judge: ManeuverJudge, kind: UnitKind, origin: str, _taken: set[str]) -> ManeuverTuple | None:
    foreign = judge.board.foreign
    place = judge.first_destination(kind, origin, lambda place: bool(foreign.get(place)))
    if place is None:
        return None
    country, target, _hostile = foreign[place][0]
    return origin, place, codes.war(country, target)


def occupy(judge: ManeuverJudge, kind: UnitKind, origin: str, _taken: set[str]) -> ManeuverTuple | None:
    if kind == "fleet":
        return None

    def is_defenceless(place: str) -> bool:
        return judge.board.is_foreign_home(place) and codes.HOSTILE in judge.actions(kind, origin, place)

    place = judge.first_destination(kind, origin, is_defenceless)
    return None if place is None else (origin, place, codes.HOSTILE)


def make_peace(judge: ManeuverJudge, kind: UnitKind, origin: str, _taken: set[str]) -> ManeuverTuple | None:
    """Goes where units of other countries are, in peace."""
    foreign = judge.board.foreign
    place = judge.first_destination(kind, origin, lambda place: place != origin and bool(foreign.get(place)))
    return None if place is None else (origin, place, codes.PEACE)


POLICIES: tuple[Policy, ...] = (spread, fight, occupy, make_peace)
