"""Which desk a player has now."""

from imperial.decisions.auction import bid_desk, offer_desk
from imperial.decisions.council import peace_desk, vote_desk
from imperial.decisions.draft import Draft, asked_since, draft_for
from imperial.decisions.ending import over_desk
from imperial.decisions.market import market_desk
from imperial.decisions.plan import moves_so_far, plan_desk
from imperial.decisions.proposal import proposal_desk
from imperial.rules.board import Setup
from imperial.rules.state import State
from tabletop.rules import Json


def lay_out(state: State, player: str | None, draft: Draft, *, setup: Setup) -> Json:
    """A draft made for another question counts for nothing."""
    if state.mode == "game-over":
        return over_desk(state)
    if player is None or not state.player_info[player].my_turn:
        return waiting_desk(state, player, setup=setup)
    return _asked(state, player, draft_for(state, draft), setup=setup) | {"turn": asked_since(state)}


def _asked(state: State, player: str, draft: Draft, *, setup: Setup) -> Json:
    asks_for_peace = state.current_maneuver is not None and state.current_maneuver.pending_peace is not None
    match state.mode:
        case "bid":
            desk = bid_desk(state, player, setup=setup)
        case "buy-bid":
            desk = offer_desk(state, player, setup=setup)
        case "buy":
            desk = market_desk(state, player, draft, setup=setup)
        case "proposal" | "proposal-opp":
            desk = proposal_desk(state, player, draft, setup=setup)
        case "vote":
            desk = vote_desk(state, player, draft, setup=setup)
        case _ if state.mode == "peace-vote" or asks_for_peace:
            desk = peace_desk(state, player, setup=setup)
        case _:
            desk = plan_desk(state, player, draft, setup=setup)
    return desk


def waiting_desk(state: State, player: str | None, *, setup: Setup) -> Json:
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
