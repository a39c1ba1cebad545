"""The plan of a maneuver: one row per unit, judged by the rules as if the plan were submitted now (rules 5).

Committed rows are locked. An illegal row keeps its place in the plan and carries the reason.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from imperial.decisions.draft import UNDECIDED, Draft, Row, asked_since, committed_rows, current_maneuver, planned_rows
from imperial.decisions.records import Choice, Move, Question, Record
from imperial.decisions.routes import ConvoyManifest
from imperial.rules.actions import ManeuverBatch, ManeuverStep
from imperial.rules.board import Setup
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.judge import ManeuverJudge, too_few_companions
from imperial.rules.maneuver.offers import to_be_asked
from imperial.rules.maneuver.progress import judge_step, maneuver_ahead
from imperial.rules.state import CurrentManeuver, ManeuverTuple, Proposal, State, UnitKind
from tabletop.rules import RuleViolation, Sentence, say
from tabletop.rules import gettext_noop as _


class Destination(Record, frozen=True):
    place: str
    chosen: bool


class FirstStep(Record, frozen=True):
    """The first move of a plan, if it is made alone."""

    problem: Sentence | str | None
    asks: str | None


class PlanDecision(Question, frozen=True):
    country: str
    committed: tuple[Move, ...]
    rows: tuple[Move, ...]
    in_hand: int | None
    """Index of the row whose destination is being chosen."""
    destinations: tuple[Destination, ...]
    out_of_reach: tuple[str, ...]
    """The page explains each of these places on request."""
    asks: tuple[str, ...]
    asked_together: tuple[str, ...]
    overtaken: bool
    step: FirstStep | None
    screen: Literal["plan"] = "plan"


def plan_decision(state: State, player: str, draft: Draft, *, setup: Setup) -> PlanDecision:
    """The maneuver as the draft plans it, with what each unit may do next."""
    maneuver = current_maneuver(state)
    rows = planned_rows(maneuver, draft)
    here = draft.committed == len(committed_rows(maneuver)) and draft.in_hand is not None and draft.in_hand < len(rows)
    in_hand = draft.in_hand if here else None
    committed, judged, destinations = _judge_rows(
        state, player, rows, in_hand, peace_order=draft.peace_order, setup=setup
    )
    near = {entry.place for entry in destinations}
    return PlanDecision(
        turn=asked_since(state),
        country=maneuver.country,
        committed=committed,
        rows=judged,
        in_hand=in_hand,
        destinations=destinations,
        out_of_reach=tuple(name for name in setup.territories if name not in near) if near else (),
        asks=tuple(target for row in judged for target in row.asks),
        asked_together=next((row.asks for row in judged if len(row.asks) > 1), ()),
        overtaken=_is_overtaken(maneuver, draft) and any(row.problem for row in judged),
        step=_step(state, judged[0], setup=setup) if len(judged) > 1 else None,
    )


def _is_overtaken(maneuver: CurrentManeuver, draft: Draft) -> bool:
    """Whether moves were committed, or an offer was refused, since the plan was made."""
    fleets, armies = maneuver.completed_fleet_moves, maneuver.completed_army_moves
    known = (draft.fleet_man or ())[: len(fleets)], (draft.army_man or ())[: len(armies)]
    return draft.committed != len(fleets) + len(armies) or known != (fleets, armies)


def _step(state: State, first: Move, *, setup: Setup) -> FirstStep:
    """Returns whom the first move alone has to ask for peace, or why it is illegal alone."""
    if first.undecided:
        return FirstStep(problem=say(_("Choose first what it does there.")), asks=None)
    try:
        asks = judge_step(state, current_maneuver(state), first.as_tuple, setup=setup)
    except RuleViolation as problem:
        return FirstStep(problem=problem.sentence, asks=None)
    return FirstStep(problem=None, asks=asks[0] if asks else None)


def moves_so_far(state: State, *, setup: Setup) -> tuple[Move, ...]:
    """Returns the committed rows and the one that waits for an answer; everybody may see them."""
    maneuver = state.current_maneuver
    if maneuver is None:
        return ()
    offer = state.peace_offer
    asking: list[Row] = [] if offer is None else [(offer.unit_type, offer.move)]
    committed, judged, _destinations = _judge_rows(state, maneuver.player, asking, None, peace_order=(), setup=setup)
    asked = (offer.target_country,) if offer else ()
    return committed + tuple(replace(row, asks=asked) for row in judged)


def proposed_moves(state: State, proposal: Proposal, *, setup: Setup) -> tuple[Move, ...]:
    """Returns the rows of a proposed maneuver with their routes."""
    moves = {"completed_fleet_moves": proposal.fleet_man, "completed_army_moves": proposal.army_man}
    done = replace(maneuver_ahead(state), **moves)
    _, manifest, rows = _under_way(state, done, setup=setup)
    return manifest.write(rows)


def plan_action(rows: Sequence[Move], *, peace_order: tuple[str, ...] = ()) -> ManeuverBatch:
    return ManeuverBatch(
        fleet_man=tuple(row.as_tuple for row in rows if row.unit == "fleet"),
        army_man=tuple(row.as_tuple for row in rows if row.unit == "army"),
        peace_order=peace_order,
    )


def step_action(first: Move) -> ManeuverStep:
    """Returns the first row as a step; fleets come first, so it belongs to the next unit."""
    return ManeuverStep(origin=first.origin, destination=first.destination, action=first.action)


def best_action(state: State, player: str, rows: Sequence[Row], index: int, destination: str, *, setup: Setup) -> str:
    """Returns the default action at a new destination. Raises RuleViolation if it is out of reach.

    With a choice it is `UNDECIDED`: no player shall fight, occupy or make peace by accident.
    """
    judge = ManeuverJudge(state, current_maneuver(state), setup=setup)
    for kind, planned in rows[:index]:
        _follow(judge, kind, planned, _offered(judge, kind, planned))
    kind, (origin, _old, _action) = rows[index]
    actions = judge.actions(kind, origin, destination) if judge.can_reach(kind, origin, destination) else []
    if not actions:
        judge.check(kind, (origin, destination, codes.PLAIN))
    return actions[0] if len(actions) == 1 else UNDECIDED


def _offered(judge: ManeuverJudge, kind: UnitKind, move: ManeuverTuple) -> list[str]:
    """Returns the actions at the destination, blow-ups included; empty if it is out of reach."""
    origin, destination, _action = move
    if not judge.can_reach(kind, origin, destination):
        return []
    return judge.board.actions(kind, origin, destination, hostile=judge.waiting[kind][origin][0])


def _follow(
    judge: ManeuverJudge, kind: UnitKind, planned: ManeuverTuple, offered: list[str]
) -> tuple[ManeuverTuple, RuleViolation | None]:
    """Makes the move if it is legal; otherwise the unit holds. Returns the move as it goes, and why it is illegal."""
    origin, destination, action = planned
    if action and offered == [codes.PLAIN]:
        # Rules 5.10: a war or peace without an opponent left becomes a plain move.
        action = codes.PLAIN
    # While the action is undecided, later units must see this unit at its destination.
    done = next(iter(offered), codes.PLAIN) if action == UNDECIDED else action
    problem = None
    if done not in offered:
        try:
            judge.check(kind, (origin, destination, done))
        except RuleViolation as refused:
            problem = refused
    judge.put(kind, (origin, origin, codes.PLAIN) if problem else (origin, destination, done))
    return (origin, destination, action), problem


def _judge_rows(
    state: State, player: str, rows: Sequence[Row], in_hand: int | None, *, peace_order: Sequence[str], setup: Setup
) -> tuple[tuple[Move, ...], tuple[Move, ...], tuple[Destination, ...]]:
    """Returns the committed rows, the planned rows, and the destinations of the selected unit."""
    judge, manifest, committed = _under_way(state, current_maneuver(state), setup=setup)
    coming = Counter(move[1] for kind, move in rows if kind == "army" and not codes.is_war(move[2]))
    judged: list[Move] = []
    destinations: tuple[Destination, ...] = ()
    for index, (kind, planned) in enumerate(rows):
        if index == in_hand:
            origin, chosen, _action = planned
            within = judge.destinations(kind, origin)
            destinations = tuple(Destination(place=place, chosen=place == chosen) for place in within)
        offered = _offered(judge, kind, planned)
        move, problem = _follow(judge, kind, planned, offered)
        action = move[2]
        asks = to_be_asked(state, judge.board, move, player=player, peace_order=peace_order)
        # A blow-up is offered only if enough armies are planned to come.
        enough = coming[move[1]] >= codes.BLOW_UP_ARMIES
        actions = [code for code in offered if enough or code == action or not codes.is_blow_up(code)]
        row = Move(
            index=index,
            unit=kind,
            origin=move[0],
            destination=move[1],
            action=action,
            actions=tuple(Choice(action=code, chosen=code == action) for code in actions),
            asks=tuple(asks) if problem is None else (),
            problem=problem.sentence if problem else None,
            undecided=action == UNDECIDED and problem is None,
        )
        judged.append(row)
        manifest.note()
    for place in judge.missing_companions():
        for index, row in enumerate(judged):
            if row.destination == place and codes.is_blow_up(row.action) and row.problem is None:
                judged[index] = replace(row, problem=too_few_companions(place).sentence)
    written = manifest.write((*committed, *judged))
    return written[: len(committed)], written[len(committed) :], destinations


def _under_way(
    state: State, maneuver: CurrentManeuver, *, setup: Setup
) -> tuple[ManeuverJudge, ConvoyManifest, list[Move]]:
    untouched = replace(maneuver, completed_fleet_moves=(), completed_army_moves=())
    judge = ManeuverJudge(state, untouched, setup=setup)
    manifest = ConvoyManifest(judge.transport)
    committed: list[Move] = []
    for index, (kind, move) in enumerate(committed_rows(maneuver)):
        judge.put(kind, move)
        committed.append(Move(index=index, unit=kind, origin=move[0], destination=move[1], action=move[2]))
        manifest.note()
    return judge, manifest, committed
