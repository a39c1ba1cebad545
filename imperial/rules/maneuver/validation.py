"""Validation of a maneuver in progress or proposed, for imported games (rules 1.6 and 5)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from imperial.rules.board import Setup
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.judge import ManeuverJudge
from imperial.rules.maneuver.offers import deciders, who_must_decide
from imperial.rules.maneuver.progress import maneuver_ahead, with_moves
from imperial.rules.rondel import MANEUVER, turns_from
from imperial.rules.state import CurrentManeuver, ManeuverTuple, PeaceVote, State, Unit
from imperial.rules.stock import total_stock, vote_weight
from tabletop.rules import RuleViolation

Moves = Sequence[ManeuverTuple]


def find_move_problems(state: State, *, fleets: Moves, armies: Moves, setup: Setup) -> Iterator[str]:
    """Finds problems of a maneuver in which all units have moved."""
    try:
        judge = _followed(state, maneuver_ahead(state), fleets=fleets, armies=armies, setup=setup)
    except RuleViolation as problem:
        yield problem.message
        return
    if any(flags for waiting in judge.waiting.values() for flags in waiting.values()):
        yield "Some units have no move."
    if judge.missing_companions():
        yield "Too few armies blow up a factory."


def find_maneuver_problems(state: State, *, setup: Setup) -> list[str]:
    maneuver = state.current_maneuver
    if maneuver is None:
        return []
    return [*_problems_of_beginning(state, maneuver, setup)] or [*_problems_of_progress(state, maneuver, setup)]


def _problems_of_beginning(state: State, maneuver: CurrentManeuver, setup: Setup) -> Iterator[str]:
    country = state.country_info[state.country_up]
    if maneuver.country != state.country_up:
        yield f"The maneuver is {maneuver.country}'s, and it is the turn of {state.country_up}."
    if maneuver.player not in state.player_info:
        yield f"{maneuver.player} maneuvers, but is no player."
    if maneuver.wheel_spot not in MANEUVER or maneuver.wheel_spot not in turns_from(setup, country.wheel_spot):
        yield f"{state.country_up} cannot go to {maneuver.wheel_spot} for a maneuver."
    for pending, units in ((maneuver.pending_fleets, country.fleets), (maneuver.pending_armies, country.armies)):
        if _places(pending) != _places(units):
            yield f"The units of the maneuver are not those of {state.country_up}."
    if (maneuver.return_mode == "vote") != (state.proposal_1 is not None):
        yield "The opposition maneuvers against a proposal, the leader without one: returnMode says otherwise."
    if maneuver.return_mode == "proposal-opp" and len(country.leadership) < 2:
        yield f"{state.country_up} has no opposition to lay the maneuver before."


def _problems_of_progress(state: State, maneuver: CurrentManeuver, setup: Setup) -> Iterator[str]:
    fleets, armies = maneuver.completed_fleet_moves, maneuver.completed_army_moves
    try:
        judge = _followed(state, maneuver, fleets=fleets, armies=armies, setup=setup)
        judge.check_missing_companions_can_come()
    except RuleViolation as problem:
        yield f"The maneuver: {problem.message}"
        return
    if len(fleets) + len(armies) == len(maneuver.pending_fleets) + len(maneuver.pending_armies):
        yield "The maneuver is complete: all units have moved."
    elif with_moves(maneuver) != maneuver:
        yield "phase and unitIndex of the maneuver do not say which unit is next."
    else:
        yield from _problems_of_offer(state, maneuver, judge)


def _problems_of_offer(state: State, maneuver: CurrentManeuver, judge: ManeuverJudge) -> Iterator[str]:
    offers = [offer for offer in (state.peace_vote, maneuver.pending_peace) if offer is not None]
    if len(offers) > 1:
        yield "One offer of peace is made at a time."
    for offer in offers:
        targets = (offer.target_country, *maneuver.pending_peace_targets)
        if not set(targets) <= state.country_info.keys() or who_must_decide(
            state, targets, player=maneuver.player
        ) != tuple(targets):
            yield "Peace is offered to a country that nobody can answer for."
            return
        if offer.move != (offer.origin, offer.destination, codes.PEACE):
            yield "The offer of peace and its move differ."
            return
        try:
            judge.check(offer.unit_type, offer.move)
        except RuleViolation as problem:
            yield f"The offer of peace: {problem.message}"
    if (vote := state.peace_vote) is not None:
        electorate = deciders(state, vote.target_country, player=maneuver.player)
        if len(set(vote.voters)) < len(vote.voters) or not set(vote.voters) <= set(electorate):
            yield "Somebody has voted on peace twice, or has no vote."
        elif not _is_counted(state, vote, electorate):
            yield "The votes on peace are not those of the voters."
        if vote.total_stock != total_stock(state, vote.target_country, electorate):
            yield "totalStock is not what those have who vote on peace."


def _is_counted(state: State, vote: PeaceVote, electorate: Sequence[str]) -> bool:
    """Also accepts the original's count, in which no vote weighs a tenth more if the leader has none (rules Q8)."""
    votes = sum(vote_weight(state, voter, vote.target_country, first=electorate[0]) for voter in vote.voters)
    counted = vote.accept_votes + vote.reject_votes
    return min(vote.accept_votes, vote.reject_votes) >= 0 and counted in (votes, votes - 1)


def _followed(state: State, maneuver: CurrentManeuver, *, fleets: Moves, armies: Moves, setup: Setup) -> ManeuverJudge:
    """Returns the judge after these moves. Raises RuleViolation."""
    untouched = replace(maneuver, completed_fleet_moves=(), completed_army_moves=())
    judge = ManeuverJudge(state, untouched, setup=setup)
    judge.move("fleet", fleets)
    judge.move("army", armies)
    return judge


def _places(units: Sequence[Unit]) -> list[str]:
    return sorted(unit.territory for unit in units)
