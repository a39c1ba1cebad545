"""Answers to a peace offer, by a dictator or by the votes of a democracy (rules 3.7 and 5.7)."""

from msgspec.structs import replace

from imperial.rules.actions import CastPeaceVote, DictatorPeace
from imperial.rules.board import Setup
from imperial.rules.events import Step
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.events import PeaceAnswered, PeaceVoteCast
from imperial.rules.maneuver.judge import ManeuverJudge
from imperial.rules.maneuver.offers import ask, deciders
from imperial.rules.maneuver.progress import go_on, moved_events, running, with_move
from imperial.rules.refusals import refusal
from imperial.rules.state import ManeuverTuple, PeaceVote, PendingPeace, State, UnitKind, with_player
from imperial.rules.stock import is_majority, vote_weight
from tabletop.rules import gettext_noop as _
from tabletop.rules import say

_NO_SACRIFICE: dict[UnitKind, str] = {
    "fleet": _("%(country)s has no fleet in %(place)s to give up."),
    "army": _("%(country)s has no army in %(place)s to give up."),
}


def answer_as_dictator(state: State, player: str, action: DictatorPeace, *, setup: Setup) -> Step:
    """Raises `wrong_mode` without an offer, `not_your_turn` for anybody but the leader who is asked."""
    maneuver = running(state)
    pending = maneuver.pending_peace
    if pending is None:
        raise refusal("wrong_mode", _("No peace offer waits for an answer."))
    if player not in deciders(state, pending.target_country, player=maneuver.player):
        raise refusal(
            "not_your_turn", _("The leader of %(country)s answers this offer."), country=say(pending.target_country)
        )
    sacrifice = None if action.accept else action.sacrifice
    return _settle(state, pending, accepted=action.accept, dictator=player, sacrifice=sacrifice, setup=setup)


def answer_by_vote(state: State, player: str, action: CastPeaceVote, *, setup: Setup) -> Step:
    """Raises `wrong_mode` without a vote on peace, `not_your_turn` for a player without a vote."""
    maneuver, vote = running(state), state.peace_vote
    if vote is None:
        raise refusal("wrong_mode", _("No peace offer is put to the vote."))
    electorate = deciders(state, vote.target_country, player=maneuver.player)
    if player not in electorate or player in vote.voters:
        raise refusal("not_your_turn", _("You have no vote to cast here."))
    # Rules Q8: if the leader has no vote here, the vote of the next in rank weighs a tenth more.
    weight = vote_weight(state, player, vote.target_country, first=electorate[0])
    accepts, rejects = (weight, 0) if action.choice == "accept" else (0, weight)
    vote = replace(
        vote,
        voters=(*vote.voters, player),
        accept_votes=vote.accept_votes + accepts,
        reject_votes=vote.reject_votes + rejects,
    )
    cast = PeaceVoteCast(player=player, target_country=vote.target_country)
    accepted = is_majority(vote.accept_votes, total=vote.total_stock)
    if not accepted and not is_majority(vote.reject_votes, total=vote.total_stock):
        voter = replace(state.player_info[player], my_turn=False)
        return with_player(replace(state, peace_vote=vote, same_turn=True), player, voter), (cast,)
    state, events = _settle(state, vote, accepted=accepted, dictator=None, sacrifice=None, setup=setup)
    return state, (cast, *events)


def _settle(
    state: State,
    offer: PendingPeace | PeaceVote,
    *,
    accepted: bool,
    dictator: str | None,
    sacrifice: UnitKind | None,
    setup: Setup,
) -> Step:
    """Asks the next country, or commits the move: in peace, or as a war."""
    maneuver, kind, move = running(state), offer.unit_type, offer.move
    answered = PeaceAnswered(
        dictator=dictator,
        target_country=offer.target_country,
        accepted=accepted,
        moving_country=offer.moving_country if isinstance(offer, PeaceVote) else maneuver.country,
        destination=offer.destination,
    )
    if accepted and maneuver.pending_peace_targets:
        state, events = ask(state, maneuver, kind, move, targets=maneuver.pending_peace_targets)
        return state, (answered, *events)
    if not accepted:
        move = _rejected(state, kind, move, offer.target_country, sacrifice=sacrifice, setup=setup)
    # Rules 5.7: a rejection ends the offers of this unit, because the unit is lost.
    maneuver = replace(with_move(maneuver, kind, move), pending_peace=None, pending_peace_targets=())
    state, events = go_on(state, maneuver, same_turn=False, setup=setup)
    return state, (answered, *moved_events(maneuver.country, kind, [move]), *events)


def _rejected(
    state: State, kind: UnitKind, move: ManeuverTuple, target: str, *, sacrifice: UnitKind | None, setup: Setup
) -> ManeuverTuple:
    """Turns a rejected offer into a war against a unit that the virtual board still has there."""
    origin, destination, _action = move
    board = ManeuverJudge(state, running(state), setup=setup).board
    present = board.kinds_of(target, destination)
    if not present:
        # Rules 5.7: only an imported game can reach this; the virtual board always has a unit.
        enters = kind == "army" and board.is_foreign_home(destination)
        return origin, destination, codes.HOSTILE if enters else codes.PLAIN
    if sacrifice is not None and sacrifice not in present:
        raise refusal("illegal_action", _NO_SACRIFICE[sacrifice], country=say(target), place=destination)
    # Rules Q16: without a choice the fleet is lost before the army.
    victim: UnitKind = sacrifice or ("fleet" if "fleet" in present else "army")
    return origin, destination, codes.war(target, victim)
