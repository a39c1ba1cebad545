"""The offer of peace that waits for an answer, and the answer of a dictator or of stockholders (rules 5.7)."""

from imperial.decisions.draft import Draft
from imperial.decisions.plan import moves_so_far
from imperial.decisions.voting import to_votes
from imperial.rules.board import Setup
from imperial.rules.maneuver.judge import ManeuverJudge
from imperial.rules.maneuver.offers import deciders
from imperial.rules.state import PeaceVote, PendingPeace, State
from imperial.rules.stock import holdings, vote_weight
from tabletop.rules import Json


def peace_offer(state: State) -> Json | None:
    """Returns the pending offer as everybody may see it; a democracy counts peace votes openly."""
    maneuver, vote, offer = state.current_maneuver, state.peace_vote, state.peace_offer
    if maneuver is None or offer is None:
        return None
    return {
        "country": offer.target_country,
        "movingCountry": maneuver.country,
        "mover": maneuver.player,
        "unit": offer.unit_type,
        "origin": offer.origin,
        "destination": offer.destination,
        "voting": vote is not None,
        "accepted": to_votes(vote.accept_votes) if vote else None,
        "rejected": to_votes(vote.reject_votes) if vote else None,
        "total": vote.total_stock if vote else None,
        "voters": _electorate(state, offer, maneuver.player) if vote else [],
    }


def _electorate(state: State, offer: PendingPeace | PeaceVote, mover: str) -> list[Json]:
    shares = holdings(state, offer.target_country)
    names = deciders(state, offer.target_country, player=mover)
    return [{"name": name, "stock": shares[name], "voted": not state.player_info[name].my_turn} for name in names]


def peace_decision(state: State, player: str, _draft: Draft, *, setup: Setup) -> Json:
    """Returns the decision of the dictator who is asked, or of a stockholder who votes."""
    maneuver, offer = state.current_maneuver, peace_offer(state)
    if maneuver is None or offer is None:
        raise ValueError("no peace is offered")
    board = ManeuverJudge(state, maneuver, setup=setup).board
    kinds = board.kinds_of(offer["country"], offer["destination"])
    voters = offer["voters"]
    weight = vote_weight(state, player, offer["country"], first=voters[0]["name"]) if voters else 0
    return (
        {"screen": "peace"}
        | offer
        | {
            "sacrifices": sorted(kinds) if len(kinds) > 1 and not offer["voting"] else [],
            "gives": "fleet" if "fleet" in kinds else "army",
            "weight": to_votes(weight),
            "moves": moves_so_far(state, setup=setup),
        }
    )
