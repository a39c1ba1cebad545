"""What a planner offers for one unit after a plan made so far (rules 8): the same judgement as when it is submitted."""

from collections.abc import Mapping, Sequence
from typing import cast

from imperial.rules.board import Setup
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.entering import maneuver_ahead
from imperial.rules.maneuver.judge import ManeuverJudge
from imperial.rules.maneuver.why_not import no_such_unit
from imperial.rules.refusals import refusal
from imperial.rules.state import ManeuverTuple, State, UnitKind
from tabletop.rules import gettext_noop as _

Plan = Sequence[Sequence[str]]
"""Moves in the order of their execution, fleets before armies; offers of peace count as accepted."""


def reachable(state: State, plan: Plan, unit: Mapping[str, str], *, setup: Setup) -> list[str]:
    """Where the next unit of this kind in this place can go, the place itself included."""
    kind, origin = _read(unit)
    judge = _after(state, plan, kind, origin, setup=setup)
    destinations = judge.destinations(kind, origin)
    if not judge.missing_companions():
        return list(destinations)
    return [place for place in destinations if actions_at(state, plan, unit, place, setup=setup)]


def actions_at(state: State, plan: Plan, unit: Mapping[str, str], destination: str, *, setup: Setup) -> list[str]:
    """What it can do there; nothing if it cannot go there."""
    kind, origin = _read(unit)
    judge = _after(state, plan, kind, origin, setup=setup)
    if destination not in judge.destinations(kind, origin):
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
    """Rules 5.6: whoever is to blow up a factory still gets company."""
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
    judge = ManeuverJudge(state, state.current_maneuver or maneuver_ahead(state), setup=setup)
    army_moves = _follow_fleets(judge, plan)
    if kind == "army":
        _hold_all_fleets(judge)
        judge.move("army", army_moves)
    if not judge.waiting[kind].get(origin):
        raise no_such_unit(kind, origin)
    return judge


def _follow_fleets(judge: ManeuverJudge, plan: Plan) -> list[ManeuverTuple]:
    """The fleets of the plan move; what is left are the moves of armies, which come after all fleets anyway."""
    army_moves: list[ManeuverTuple] = []
    for planned in plan:
        move = (planned[0], planned[1], planned[2])
        # In a port only the order tells fleets from armies.
        at_sea = any(name in judge.geography.sea_bits for name in move[:2])
        if at_sea or (not army_moves and judge.waiting["fleet"].get(move[0]) and move[0] == move[1]):
            judge.move("fleet", [move])
        else:
            army_moves.append(move)
    return army_moves


def _hold_all_fleets(judge: ManeuverJudge) -> None:
    """Fleets without a plan stay where they are."""
    for place, flags in judge.waiting["fleet"].items():
        for _flag in tuple(flags):
            judge.put("fleet", (place, place, codes.PLAIN))
