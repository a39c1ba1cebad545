"""A step moves one unit (rules 5.2)."""

from msgspec.structs import replace

from imperial.rules.actions import ManeuverStep
from imperial.rules.board import Setup
from imperial.rules.events import Step
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.judge import ManeuverJudge, too_few_companions
from imperial.rules.maneuver.offers import ask, to_be_asked
from imperial.rules.maneuver.progress import controlled_by, go_on, moved_events, waiting_places, with_move
from imperial.rules.state import State


def take_step(state: State, player: str, action: ManeuverStep, *, setup: Setup) -> Step:
    # Rules 5.10: a step discards the rest of an interrupted plan.
    maneuver = replace(controlled_by(state, player), remaining_fleet_plans=(), remaining_army_plans=())
    kind = maneuver.phase
    judge = ManeuverJudge(state, maneuver, setup=setup)
    origin = waiting_places(maneuver, kind)[0] if action.origin is None else action.origin
    move = (origin, action.destination, action.action)
    judge.check(kind, move)
    targets = to_be_asked(state, judge.board, move, player=player)
    judge.put(kind, move)
    # Rules 5.6: in steps only armies that are there already count for a blow-up.
    if codes.is_blow_up(action.action) and action.destination in judge.missing_companions():
        raise too_few_companions(action.destination)
    judge.check_missing_companions_can_come()
    if targets:
        return ask(state, maneuver, kind, move, targets=targets)
    state, events = go_on(state, with_move(maneuver, kind, move), same_turn=True, setup=setup)
    return state, moved_events(maneuver.country, kind, [move]) + events
