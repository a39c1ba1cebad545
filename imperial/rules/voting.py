"""The vote of the stockholders on two proposals (rules 3.5)."""

from msgspec.structs import replace

from imperial.rules.actions import Vote
from imperial.rules.board import Setup
from imperial.rules.events import Step, Voted, VoteDecided
from imperial.rules.proposals import execute
from imperial.rules.refusals import refusal
from imperial.rules.state import Proposal, State, Tally, Voting, with_player
from imperial.rules.stock import is_majority, total_stock, vote_weight
from tabletop.rules import gettext_noop as _


def vote(state: State, player: str, action: Vote, *, setup: Setup) -> Step:
    """Raises `illegal_action` without two proposals. The vote that decides carries the winner out."""
    if state.voting is None or state.proposal_1 is None or state.proposal_2 is None:
        raise refusal("illegal_action", _("There is nothing to vote on."))
    voting = _with_vote(state, state.voting, player, action)
    voted = Voted(player=player, country=voting.country)
    winner = _winner(state, voting, state.proposal_1, state.proposal_2)
    if winner is None:
        voter = replace(state.player_info[player], my_turn=False)
        return with_player(replace(state, voting=voting, same_turn=True), player, voter), (voted,)
    decided = VoteDecided(
        country=voting.country,
        winner=1 if winner is state.proposal_1 else 2,
        voters_1=voting.proposal_1.voters,
        voters_2=voting.proposal_2.voters,
    )
    state, events = execute(state, winner, setup=setup)
    return state, (voted, decided, *events)


def _with_vote(state: State, voting: Voting, player: str, action: Vote) -> Voting:
    """The tallies with this vote; the leader's weighs a tenth more."""
    leader = state.country_info[voting.country].leadership[0]
    weight = vote_weight(state, player, voting.country, first=leader)

    def counted(tally: Tally) -> Tally:
        return replace(tally, votes=tally.votes + weight, voters=(*tally.voters, player))

    if action.choice == 1:
        return replace(voting, proposal_1=counted(voting.proposal_1))
    return replace(voting, proposal_2=counted(voting.proposal_2))


def recounted(state: State, voting: Voting) -> Voting:
    """Returns the voting with tallies counted anew from the voters."""
    leader = state.country_info[voting.country].leadership[0]

    def counted(tally: Tally) -> Tally:
        votes = sum(vote_weight(state, player, voting.country, first=leader) for player in tally.voters)
        return replace(tally, votes=votes)

    return replace(voting, proposal_1=counted(voting.proposal_1), proposal_2=counted(voting.proposal_2))


def _winner(state: State, voting: Voting, leading: Proposal, counter: Proposal) -> Proposal | None:
    """The proposal with a majority of all stock; None while neither has one."""
    total = total_stock(state, voting.country, state.country_info[voting.country].leadership)
    if is_majority(voting.proposal_1.votes, total=total):
        return leading
    return counter if is_majority(voting.proposal_2.votes, total=total) else None
