"""Choices for one unit after a partial plan (rules 8), judged as if the plan were submitted."""

from collections.abc import Mapping, Sequence
from typing import cast

from imperial.rules.board import Setup
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.judge import ManeuverJudge
from imperial.rules.maneuver.progress import maneuver_ahead
from imperial.rules.maneuver.why_not import no_such_unit
from imperial.rules.refusals import refusal
from imperial.rules.state import ManeuverTuple, State, UnitKind
from tabletop.rules import gettext_noop as _

Plan = Sequence[Sequence[str]]
"""Moves in order of execution, fleets before armies; peace offers count as accepted."""


def reachable(state: State, plan: Plan, unit: Mapping[str, str], *, setup: Setup) -> list[str]:
    """Returns the destinations of the next unit of this kind in this place, the place included."""
    kind, origin = _read(unit)
    judge = _after(state, plan, kind, origin, setup=setup)
    destinations = judge.destinations(kind, origin)
    if not judge.missing_companions():
        return list(destinations)
    return [place for place in destinations if actions_at(state, plan, unit, place, setup=setup)]


def actions_at(state: State, plan: Plan, unit: Mapping[str, str], destination: str, *, setup: Setup) -> list[str]:
    """Returns the unit's legal actions at the destination; empty if it is out of reach."""
    kind, origin = _read(unit)
    judge = _after(state, plan, kind, origin, setup=setup)
    if not judge.can_reach(kind, origin, destination):
        return []
    actions = judge.actions(kind, origin, destination)
    if not judge.missing_companions():
        return actions
    return [
        action
        for action in actions
        if _leaves_enough(_after(state, plan, kind, origin, setup=setup), kind, (origin, destination, action))
    ]


def _leaves_enough(judge: ManeuverJudge, kind: UnitKind, move: ManeuverTuple) -> bool:
    """Rules 5.6: whether every planned blow-up can still get its armies after this move."""
    judge.put(kind, move)
    return judge.senders() is not None


def _read(unit: Mapping[str, str]) -> tuple[UnitKind, str]:
    kind, origin = unit.get("kind"), unit.get("origin")
    if kind is None or origin is None:
        raise refusal("wrong_units", _("Which unit? Say what it is and where it stands."))
    if kind not in ("fleet", "army"):
        raise refusal("wrong_units", _("A unit is a fleet or an army, not a %(kind)s."), kind=kind)
    return cast(UnitKind, kind), origin


def _after(state: State, plan: Plan, kind: UnitKind, origin: str, *, setup: Setup) -> ManeuverJudge:
    """The board after the planned moves before the unit moves. Raises RuleViolation if no such unit is left."""
    judge = ManeuverJudge(state, state.current_maneuver or maneuver_ahead(state), setup=setup)
    army_moves = _follow_fleets(judge, plan)
    if kind == "army":
        # Fleets that the plan does not move hold.
        for place, flags in judge.waiting["fleet"].items():
            for _flag in flags:
                judge.put("fleet", (place, place, codes.PLAIN))
        judge.move("army", army_moves)
    if not judge.waiting[kind].get(origin):
        raise no_such_unit(kind, origin)
    return judge


def _follow_fleets(judge: ManeuverJudge, plan: Plan) -> list[ManeuverTuple]:
    """Makes the fleet moves of the plan and returns the army moves."""
    army_moves: list[ManeuverTuple] = []
    for planned in plan:
        move = (planned[0], planned[1], planned[2])
        # A hold in port may be a fleet's or an army's; only the order tells them apart.
        at_sea = any(name in judge.geography.sea_bits for name in move[:2])
        if at_sea or (not army_moves and judge.waiting["fleet"].get(move[0]) and move[0] == move[1]):
            judge.move("fleet", [move])
        else:
            army_moves.append(move)
    return army_moves
