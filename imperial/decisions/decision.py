"""Builds the decision that a player faces now."""

from typing import Literal, Protocol

from imperial.decisions.draft import Draft, draft_for
from imperial.decisions.ending import Closed, GameOver, game_over
from imperial.decisions.market import (
    BidDecision,
    MarketDecision,
    OfferDecision,
    bid_decision,
    market_decision,
    offer_decision,
)
from imperial.decisions.plan import PlanDecision, plan_decision
from imperial.decisions.proposal import ProposalDecision, proposal_decision
from imperial.decisions.records import Record
from imperial.decisions.voting import PeaceDecision, VoteDecision, peace_decision, vote_decision
from imperial.rules.board import Setup
from imperial.rules.state import Mode, State


class Waiting(Record, frozen=True):
    """What everybody may know while others decide."""

    mode: str
    country: str
    awaited: tuple[str, ...]
    answered: tuple[str, ...]
    """Who has answered already, without the answers."""
    screen: Literal["waiting"] = "waiting"


Unasked = Waiting | GameOver | Closed
Asked = BidDecision | OfferDecision | MarketDecision | ProposalDecision | VoteDecision | PlanDecision | PeaceDecision
Decision = Unasked | Asked


class _Builder(Protocol):
    def __call__(self, state: State, player: str, draft: Draft, /, *, setup: Setup) -> Asked:
        """What the player is asked, with what the draft has chosen so far."""


def build_decision(state: State, player: str | None, draft: Draft, *, setup: Setup) -> Decision:
    """Ignores a draft that was made for another question."""
    if state.mode == "game-over" or player is None or not state.player_info[player].my_turn:
        return unasked(state)
    build: _Builder = peace_decision if state.peace_offer else _BUILDERS[state.mode]
    return build(state, player, draft_for(state, draft), setup=setup)


def unasked(state: State) -> Unasked:
    """Returns what those see who have nothing to decide."""
    if state.mode == "game-over":
        return game_over(state)
    return Waiting(
        mode="peace" if state.peace_offer and state.mode != "peace-vote" else state.mode,
        country=state.country_up,
        awaited=state.players_to_act,
        answered=_answered(state),
    )


def _answered(state: State) -> tuple[str, ...]:
    if state.mode == "vote":
        voters = state.country_info[state.country_up].leadership
        return tuple(player for player in voters if not state.player_info[player].my_turn)
    return state.peace_vote.voters if state.peace_vote else ()


_BUILDERS: dict[Mode, _Builder] = {
    "bid": bid_decision,
    "buy-bid": offer_decision,
    "buy": market_decision,
    "proposal": proposal_decision,
    "proposal-opp": proposal_decision,
    "vote": vote_decision,
    "continue-man": plan_decision,
}
