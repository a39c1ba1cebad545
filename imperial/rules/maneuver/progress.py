"""Progress of a maneuver: it is opened, units move by steps or as a batch, and it is finished (rules 3.6, 5.1, 5.2)."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from imperial.rules.actions import ManeuverBatch, ManeuverStep
from imperial.rules.board import Setup
from imperial.rules.events import Event, Step
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.events import UnitMoved
from imperial.rules.maneuver.judge import ManeuverJudge, too_few_companions
from imperial.rules.maneuver.offers import Targets, ask, check_peace_order, to_be_asked
from imperial.rules.proposals import finish_maneuver
from imperial.rules.refusals import refusal
from imperial.rules.state import CurrentManeuver, ManeuverTuple, ReturnMode, State, UnitKind, with_turns
from tabletop.rules import gettext_noop as _

_NOT_ONCE: dict[UnitKind, str] = {
    "fleet": _("The plan has to move every unit once: fleets left in %(place)s: %(left)s, in the plan: %(planned)s."),
    "army": _("The plan has to move every unit once: armies left in %(place)s: %(left)s, in the plan: %(planned)s."),
}


def enter(
    state: State, *, player: str, wheel_spot: str, return_mode: ReturnMode, proposal_slot: int, setup: Setup
) -> Step:
    """Begins the maneuver; at its end the game goes on as `return_mode` says, with the proposal in this slot."""
    maneuver = replace(
        maneuver_ahead(state),
        player=player,
        wheel_spot=wheel_spot,
        return_mode=return_mode,
        proposal_slot=proposal_slot,
    )
    if not maneuver.pending_fleets and not maneuver.pending_armies:
        return finish_maneuver(state, maneuver, setup=setup)
    opened = replace(state, mode="continue-man", current_maneuver=maneuver, same_turn=False)
    return with_turns(opened, player), ()


def maneuver_ahead(state: State) -> CurrentManeuver:
    """Returns the maneuver that the country could begin now, without a player."""
    country = state.country_info[state.country_up]
    return CurrentManeuver(
        country=state.country_up,
        player="",
        wheel_spot="",
        phase="fleet" if country.fleets else "army",
        pending_fleets=country.fleets,
        pending_armies=country.armies,
        return_mode="execute",
        proposal_slot=0,
    )


def take_step(state: State, player: str, action: ManeuverStep, *, setup: Setup) -> Step:
    """A step moves one unit (rules 5.2)."""
    # Rules 5.10: a step discards the rest of an interrupted plan.
    maneuver = replace(controlled_by(state, player), remaining_fleet_plans=(), remaining_army_plans=())
    kind = maneuver.phase
    origin = waiting_places(maneuver, kind)[0] if action.origin is None else action.origin
    move = (origin, action.destination, action.action)
    targets = judge_step(state, maneuver, move, setup=setup)
    if targets:
        return ask(state, maneuver, kind, move, targets=targets)
    state, events = go_on(state, with_move(maneuver, kind, move), same_turn=True, setup=setup)
    return state, moved_events(maneuver.country, kind, [move]) + events


def judge_step(state: State, maneuver: CurrentManeuver, move: ManeuverTuple, *, setup: Setup) -> Targets:
    """Returns the countries that the step has to ask for peace. Raises RuleViolation if it is illegal."""
    judge = ManeuverJudge(state, maneuver, setup=setup)
    judge.check(maneuver.phase, move)
    targets = to_be_asked(state, judge.board, move, player=maneuver.player)
    judge.put(maneuver.phase, move)
    # Rules 5.6: in steps only armies that are there already count for a blow-up.
    if codes.is_blow_up(move[2]) and move[1] in judge.missing_companions():
        raise too_few_companions(move[1])
    judge.check_missing_companions_can_come()
    return targets


def take_batch(state: State, player: str, action: ManeuverBatch, *, setup: Setup) -> Step:
    """Moves all units that are left, up to the first that has to ask for peace. Raises RuleViolation."""
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


def running(state: State) -> CurrentManeuver:
    if state.current_maneuver is None:
        raise refusal("wrong_mode", _("No maneuver is going on."))
    return state.current_maneuver


def controlled_by(state: State, player: str) -> CurrentManeuver:
    """Returns the maneuver if this player moves the next unit. Raises `not_your_turn` otherwise."""
    maneuver = running(state)
    if maneuver.player != player or maneuver.pending_peace is not None:
        raise refusal("not_your_turn", _("%(player)s is the one to move these units."), player=maneuver.player)
    return maneuver


def waiting_places(maneuver: CurrentManeuver, kind: UnitKind) -> list[str]:
    """Returns the places of the units that have not moved, in list order."""
    if kind == "fleet":
        units, moves = maneuver.pending_fleets, maneuver.completed_fleet_moves
    else:
        units, moves = maneuver.pending_armies, maneuver.completed_army_moves
    places = [unit.territory for unit in units]
    for origin, _destination, _action in moves:
        places.remove(origin)
    return places


def with_moves(
    maneuver: CurrentManeuver, *, fleet_moves: Sequence[ManeuverTuple] = (), army_moves: Sequence[ManeuverTuple] = ()
) -> CurrentManeuver:
    """Commits moves and points to the next unit."""
    fleets = (*maneuver.completed_fleet_moves, *fleet_moves)
    armies = (*maneuver.completed_army_moves, *army_moves)
    fleets_left = len(fleets) < len(maneuver.pending_fleets)
    return replace(
        maneuver,
        completed_fleet_moves=fleets,
        completed_army_moves=armies,
        phase="fleet" if fleets_left else "army",
        unit_index=len(fleets) if fleets_left else len(armies),
    )


def with_move(maneuver: CurrentManeuver, kind: UnitKind, move: ManeuverTuple) -> CurrentManeuver:
    if kind == "fleet":
        return with_moves(maneuver, fleet_moves=(move,))
    return with_moves(maneuver, army_moves=(move,))


def moved_events(country: str, kind: UnitKind, moves: Sequence[ManeuverTuple]) -> tuple[Event, ...]:
    return tuple(
        UnitMoved(country=country, kind=kind, origin=origin, destination=destination, action=action)
        for origin, destination, action in moves
    )


def go_on(state: State, maneuver: CurrentManeuver, *, same_turn: bool, setup: Setup) -> Step:
    """Waits for the next unit, or finishes the maneuver."""
    moved = len(maneuver.completed_fleet_moves) + len(maneuver.completed_army_moves)
    if moved == len(maneuver.pending_fleets) + len(maneuver.pending_armies):
        return finish_maneuver(state, maneuver, setup=setup)
    waiting = replace(state, mode="continue-man", current_maneuver=maneuver, peace_vote=None, same_turn=same_turn)
    return with_turns(waiting, maneuver.player), ()
