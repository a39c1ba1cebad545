"""Which decision a player has now."""

from imperial.decisions.auction import bid_decision, offer_decision
from imperial.decisions.draft import Draft, asked_since, draft_for
from imperial.decisions.ending import game_over
from imperial.decisions.market import market_decision
from imperial.decisions.peace import peace_decision
from imperial.decisions.plan import moves_so_far, plan_decision
from imperial.decisions.proposal import proposal_decision
from imperial.decisions.voting import vote_decision
from imperial.rules.board import Setup
from imperial.rules.state import State
from tabletop.rules import Json


def build_decision(state: State, player: str | None, draft: Draft, *, setup: Setup) -> Json:
    """A draft made for another question counts for nothing."""
    if state.mode == "game-over":
        return game_over(state)
    if player is None or not state.player_info[player].my_turn:
        return waiting(state, player, setup=setup)
    return _asked(state, player, draft_for(state, draft), setup=setup) | {"turn": asked_since(state)}


def _asked(state: State, player: str, draft: Draft, *, setup: Setup) -> Json:
    asks_for_peace = state.current_maneuver is not None and state.current_maneuver.pending_peace is not None
    match state.mode:
        case "bid":
            decision = bid_decision(state, player, setup=setup)
        case "buy-bid":
            decision = offer_decision(state, player, setup=setup)
        case "buy":
            decision = market_decision(state, player, draft, setup=setup)
        case "proposal" | "proposal-opp":
            decision = proposal_decision(state, player, draft, setup=setup)
        case "vote":
            decision = vote_decision(state, player, draft, setup=setup)
        case _ if state.mode == "peace-vote" or asks_for_peace:
            decision = peace_decision(state, player, setup=setup)
        case _:
            decision = plan_decision(state, player, draft, setup=setup)
    return decision


def waiting(state: State, player: str | None, *, setup: Setup) -> Json:
    """What everybody may know about what is going on."""
    maneuver = state.current_maneuver
    return {
        "screen": "waiting",
        "mode": "peace" if maneuver is not None and maneuver.pending_peace is not None else state.mode,
        "country": state.country_up,
        "awaited": [name for name, other in state.player_info.items() if other.my_turn],
        "answered": _answered(state),
        "watching": player is None,
        "moves": moves_so_far(state, setup=setup),
    }


def _answered(state: State) -> list[str]:
    """Who has answered already; what they answered stays theirs."""
    if state.mode == "bid":
        return [name for name, player in state.player_info.items() if player.bid is not None]
    if state.mode == "vote":
        return [name for name in state.country_info[state.country_up].leadership if not state.player_info[name].my_turn]
    return list(state.peace_vote.voters) if state.peace_vote else []
