"""The plan of a maneuver: one row per unit, judged by the rules as if the plan were submitted now (rules 5).

Committed rows are locked. An illegal row keeps its place in the plan and carries the reason.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from imperial.decisions.convoy_manifest import ConvoyManifest
from imperial.decisions.draft import Draft
from imperial.decisions.plan_rows import UNDECIDED, Row, committed_rows, current_maneuver, planned_rows
from imperial.rules.actions import ManeuverBatch, ManeuverStep
from imperial.rules.board import Setup
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.entering import maneuver_ahead
from imperial.rules.maneuver.judge import ManeuverJudge, too_few_companions
from imperial.rules.maneuver.offers import to_be_asked
from imperial.rules.maneuver.step import take_step
from imperial.rules.state import CurrentManeuver, ManeuverTuple, Proposal, State, UnitKind
from tabletop.rules import Json, RuleViolation, say
from tabletop.rules import gettext_noop as _


def plan_decision(state: State, player: str, draft: Draft, *, setup: Setup) -> Json:
    maneuver = current_maneuver(state)
    rows = planned_rows(maneuver, draft)
    here = draft.committed == len(committed_rows(maneuver)) and draft.in_hand is not None and draft.in_hand < len(rows)
    in_hand = draft.in_hand if here else None
    committed, judged, destinations = _judge_rows(
        state, player, rows, in_hand, peace_order=draft.peace_order, setup=setup
    )
    return {
        "screen": "plan",
        "country": maneuver.country,
        "follows": maneuver.return_mode,
        "committed": committed,
        "rows": judged,
        "inHand": in_hand,
        "destinations": destinations,
        "outOfReach": _others(destinations, setup=setup),
        "asks": [target for row in judged for target in row["asks"]],
        "askedTogether": next((row["asks"] for row in judged if len(row["asks"]) > 1), []),
        "overtaken": _is_overtaken(maneuver, draft) and any(row["problem"] for row in judged),
        "step": _step(state, player, judged[0], setup=setup) if len(judged) > 1 else None,
    }


def _others(destinations: Sequence[Json], *, setup: Setup) -> list[str]:
    """Returns the places that the selected unit cannot reach; the page explains each on request."""
    near = {entry["place"] for entry in destinations}
    return [name for name in setup.territories if name not in near] if near else []


def _is_overtaken(maneuver: CurrentManeuver, draft: Draft) -> bool:
    """Whether moves were committed, or an offer was refused, since the plan was made."""
    fleets, armies = maneuver.completed_fleet_moves, maneuver.completed_army_moves
    known = (draft.fleet_man or ())[: len(fleets)], (draft.army_man or ())[: len(armies)]
    return draft.committed != len(fleets) + len(armies) or known != (fleets, armies)


def _step(state: State, player: str, first: Json, *, setup: Setup) -> Json:
    """Returns whom the first move alone has to ask for peace, or why it is illegal alone."""
    if first["undecided"]:
        return {"problem": say(_("Choose first what it does there.")), "asks": None}
    try:
        after, _events = take_step(state, player, step_action(first), setup=setup)
    except RuleViolation as problem:
        return {"problem": problem.sentence, "asks": None}
    offer = after.peace_vote or current_maneuver(after).pending_peace
    return {"problem": None, "asks": offer.target_country if offer else None}


def moves_so_far(state: State, *, setup: Setup) -> list[Json]:
    """Returns the committed rows and the one that waits for an answer; everybody may see them."""
    maneuver = state.current_maneuver
    if maneuver is None:
        return []
    offer = state.peace_vote or maneuver.pending_peace
    asking: list[Row] = [] if offer is None else [(offer.unit_type, offer.move)]
    committed, judged, _destinations = _judge_rows(state, maneuver.player, asking, None, peace_order=(), setup=setup)
    for row in judged:
        row["asks"] = [offer.target_country] if offer else []
    return committed + judged


def proposed_moves(state: State, proposal: Proposal, *, setup: Setup) -> list[Json]:
    """Returns the rows of a proposed maneuver with their routes."""
    moves = {"completed_fleet_moves": proposal.fleet_man, "completed_army_moves": proposal.army_man}
    done = replace(maneuver_ahead(state), **moves)
    _, manifest, rows = _under_way(state, done, setup=setup)
    manifest.write()
    return rows


def plan_action(rows: Sequence[Json], *, peace_order: tuple[str, ...] = ()) -> ManeuverBatch:
    return ManeuverBatch(
        fleet_man=tuple(_move(row) for row in rows if row["unit"] == "fleet"),
        army_man=tuple(_move(row) for row in rows if row["unit"] == "army"),
        peace_order=peace_order,
    )


def step_action(first: Json) -> ManeuverStep:
    """Returns the first row as a step; fleets come first, so it belongs to the next unit."""
    origin, destination, action = _move(first)
    return ManeuverStep(origin=origin, destination=destination, action=action)


def _move(row: Json) -> ManeuverTuple:
    return row["origin"], row["destination"], row["action"]


def best_action(state: State, player: str, rows: Sequence[Row], index: int, destination: str, *, setup: Setup) -> str:
    """Returns the default action at a new destination. Raises RuleViolation if it is out of reach.

    With a choice it is the first war, else `UNDECIDED`: no player shall occupy or make peace by accident.
    """
    judge = _judge_before(state, rows, index, setup=setup)
    kind, (origin, _old, _action) = rows[index]
    actions = judge.actions(kind, origin, destination) if destination in judge.destinations(kind, origin) else []
    if not actions:
        judge.check(kind, (origin, destination, codes.PLAIN))
    return next((action for action in actions if codes.is_war(action)), actions[0] if len(actions) == 1 else UNDECIDED)


def _judge_before(state: State, rows: Sequence[Row], index: int, *, setup: Setup) -> ManeuverJudge:
    judge = ManeuverJudge(state, current_maneuver(state), setup=setup)
    for kind, move in rows[:index]:
        _put(judge, kind, _as_it_goes(judge, kind, move))
    return judge


def _as_it_goes(judge: ManeuverJudge, kind: UnitKind, move: ManeuverTuple) -> ManeuverTuple:
    """Rules 5.10: a war or peace without an opponent left becomes a plain move."""
    origin, destination, action = move
    return (origin, destination, codes.PLAIN) if action and _offered(judge, kind, move) == [codes.PLAIN] else move


def _offered(judge: ManeuverJudge, kind: UnitKind, move: ManeuverTuple) -> list[str]:
    """Returns the actions at the destination, blow-ups included; empty if it is out of reach."""
    origin, destination, _action = move
    if destination not in judge.destinations(kind, origin):
        return []
    return judge.board.actions(kind, origin, destination, hostile=judge.waiting[kind][origin][-1])


def _put(judge: ManeuverJudge, kind: UnitKind, move: ManeuverTuple) -> RuleViolation | None:
    """Makes the move if it is legal; otherwise the unit holds, and the reason is returned."""
    origin, destination, action = move
    if action == UNDECIDED:
        # The action is undecided, but later units must see this unit at its destination.
        move = (origin, destination, next(iter(_offered(judge, kind, move)), codes.PLAIN))
    try:
        judge.check(kind, move)
    except RuleViolation as problem:
        judge.put(kind, (move[0], move[0], codes.PLAIN))
        return problem
    judge.put(kind, move)
    return None


def _judge_rows(
    state: State, player: str, rows: Sequence[Row], in_hand: int | None, *, peace_order: Sequence[str], setup: Setup
) -> tuple[list[Json], list[Json], list[Json]]:
    """Returns the committed rows, the planned rows, and the destinations of the selected unit."""
    judge, manifest, committed = _under_way(state, current_maneuver(state), setup=setup)
    later = [move for kind, move in rows if kind == "army"]
    judged: list[Json] = []
    destinations: list[Json] = []
    for index, (kind, planned) in enumerate(rows):
        move = _as_it_goes(judge, kind, planned)
        origin, destination, action = move
        if index == in_hand:
            destinations = [
                {"place": place, "chosen": place == destination} for place in judge.destinations(kind, origin)
            ]
        actions = _choices(judge, kind, move, later=later)
        asks = to_be_asked(state, judge.board, move, player=player, peace_order=peace_order)
        problem = _put(judge, kind, move)
        row = _row(index, kind, move) | {
            "actions": [{"action": offered, "chosen": offered == action} for offered in actions],
            "asks": list(asks) if problem is None else [],
            "problem": problem.sentence if problem else None,
            "undecided": action == UNDECIDED and problem is None,
        }
        judged.append(row)
        manifest.note(row)
    for place in judge.missing_companions():
        for row in judged:
            if row["destination"] == place and codes.is_blow_up(row["action"]) and row["problem"] is None:
                row["problem"] = too_few_companions(place).sentence
    manifest.write()
    return committed, judged, destinations


def _under_way(
    state: State, maneuver: CurrentManeuver, *, setup: Setup
) -> tuple[ManeuverJudge, ConvoyManifest, list[Json]]:
    untouched = replace(maneuver, completed_fleet_moves=(), completed_army_moves=())
    judge = ManeuverJudge(state, untouched, setup=setup)
    manifest, committed = ConvoyManifest(judge), []
    for index, (kind, move) in enumerate(committed_rows(maneuver)):
        judge.put(kind, move)
        committed.append(_row(index, kind, move))
        manifest.note(committed[-1])
    return judge, manifest, committed


def _choices(judge: ManeuverJudge, kind: UnitKind, move: ManeuverTuple, *, later: Sequence[ManeuverTuple]) -> list[str]:
    """Returns the actions to offer; a blow-up only if enough armies are planned to come."""
    _origin, destination, action = move
    offered = _offered(judge, kind, move)
    coming = sum(other[1] == destination and not codes.is_war(other[2]) for other in later)
    return [code for code in offered if not codes.is_blow_up(code) or code == action or coming >= codes.BLOW_UP_ARMIES]


def _row(index: int, kind: UnitKind, move: ManeuverTuple) -> Json:
    origin, destination, action = move
    return {
        "index": index,
        "unit": kind,
        "origin": origin,
        "destination": destination,
        "action": action,
        "rail": [],
        "seas": [],
        "carries": [],
    }
