"""A batch moves all remaining units at once (rules 5.2), up to the first that has to offer peace."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from imperial.rules.actions import ManeuverBatch
from imperial.rules.board import Setup
from imperial.rules.events import Step
from imperial.rules.maneuver.judge import ManeuverJudge, too_few_companions
from imperial.rules.maneuver.offers import Targets, ask, check_peace_order, to_be_asked
from imperial.rules.maneuver.progress import controlled_by, go_on, moved_events, with_moves
from imperial.rules.refusals import refusal
from imperial.rules.state import ManeuverTuple, State, UnitKind
from tabletop.rules import gettext_noop as _

_NOT_ONCE: dict[UnitKind, str] = {
    "fleet": _("The plan has to move every unit once: fleets left in %(place)s: %(left)s, in the plan: %(planned)s."),
    "army": _("The plan has to move every unit once: armies left in %(place)s: %(left)s, in the plan: %(planned)s."),
}


def take_batch(state: State, player: str, action: ManeuverBatch, *, setup: Setup) -> Step:
    maneuver = controlled_by(state, player)
    judge = ManeuverJudge(state, maneuver, setup=setup)
    fleets, armies = action.fleet_man, action.army_man
    check_peace_order(state, action.peace_order)
    _check_units(judge, "fleet", fleets)
    _check_units(judge, "army", armies)
    plan: list[tuple[UnitKind, ManeuverTuple]] = [("fleet", move) for move in fleets]
    plan += [("army", move) for move in armies]
    done, targets = _follow(state, judge, plan, player=player, peace_order=action.peace_order)
    # Moves before the peace offer are committed; moves after it are kept as a plan.
    before, after = max(0, done - len(fleets)), max(0, done + 1 - len(fleets))
    maneuver = replace(
        with_moves(maneuver, fleet_moves=fleets[:done], army_moves=armies[:before]),
        remaining_fleet_plans=fleets[done + 1 :],
        remaining_army_plans=armies[after:],
    )
    missing = judge.missing_companions(later=maneuver.remaining_army_plans)
    if missing:
        raise too_few_companions(missing[0])
    if targets:
        judge.check_missing_companions_can_come()
        kind, move = plan[done]
        state, events = ask(state, maneuver, kind, move, targets=targets)
    else:
        state, events = go_on(state, maneuver, same_turn=False, setup=setup)
    moved = moved_events(maneuver.country, "fleet", fleets[:done])
    return state, moved + moved_events(maneuver.country, "army", armies[:before]) + events


def _follow(
    state: State,
    judge: ManeuverJudge,
    plan: Sequence[tuple[UnitKind, ManeuverTuple]],
    *,
    player: str,
    peace_order: Sequence[str],
) -> tuple[int, Targets]:
    """Returns how many moves need no peace offer, and the countries that the next move has to ask."""
    for number, (kind, move) in enumerate(plan):
        judge.check(kind, move)
        targets = to_be_asked(state, judge.board, move, player=player, peace_order=peace_order)
        judge.put(kind, move)
        if targets:
            return number, targets
    return len(plan), ()


def _check_units(judge: ManeuverJudge, kind: UnitKind, moves: Sequence[ManeuverTuple]) -> None:
    """Rules 5.2: a batch has exactly one move for every unit that has not moved."""
    planned = Counter(origin for origin, _destination, _action in moves)
    waiting = {place: len(flags) for place, flags in judge.waiting[kind].items() if flags}
    if planned == waiting:
        return
    place = next(place for place in (*planned, *waiting) if planned[place] != waiting.get(place, 0))
    raise refusal("wrong_units", _NOT_ONCE[kind], place=place, left=waiting.get(place, 0), planned=planned[place])
