"""Builds the decision that a player faces now."""

from collections.abc import Callable

from imperial.decisions.draft import Draft, asked_since, draft_for
from imperial.decisions.ending import game_over
from imperial.decisions.market import bid_decision, market_decision, offer_decision
from imperial.decisions.plan import moves_so_far, plan_decision
from imperial.decisions.proposal import proposal_decision
from imperial.decisions.voting import peace_decision, vote_decision
from imperial.rules.board import Setup
from imperial.rules.state import Mode, State
from tabletop.rules import Json


def build_decision(state: State, player: str | None, draft: Draft, *, setup: Setup) -> Json:
    """Returns the decision as JSON values. Ignores a draft that was made for another question."""
    if state.mode == "game-over":
        return game_over(state)
    if player is None or not state.player_info[player].my_turn:
        return waiting(state, player, setup=setup)
    build = peace_decision if state.peace_offer else _BUILDERS[state.mode]
    return build(state, player, draft_for(state, draft), setup=setup) | {"turn": asked_since(state)}


def waiting(state: State, player: str | None, *, setup: Setup) -> Json:
    """Returns what everybody may know while others decide."""
    return {
        "screen": "waiting",
        "mode": "peace" if state.peace_offer and state.mode != "peace-vote" else state.mode,
        "country": state.country_up,
        "awaited": list(state.players_to_act),
        "answered": _answered(state),
        "watching": player is None,
        "moves": moves_so_far(state, setup=setup),
    }


def _answered(state: State) -> list[str]:
    """Returns who has answered already, without the answers."""
    if state.mode == "bid":
        return [name for name, player in state.player_info.items() if player.bid is not None]
    if state.mode == "vote":
        return [name for name in state.country_info[state.country_up].leadership if not state.player_info[name].my_turn]
    return list(state.peace_vote.voters) if state.peace_vote else []


_BUILDERS: dict[Mode, Callable[..., Json]] = {
    "bid": bid_decision,
    "buy-bid": offer_decision,
    "buy": market_decision,
    "proposal": proposal_decision,
    "proposal-opp": proposal_decision,
    "vote": vote_decision,
    "continue-man": plan_decision,
}
