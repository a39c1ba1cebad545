"""Answering somebody else's plan: the opposition's answer, the vote, offers of peace (rules 3.4, 3.5 and 5.7)."""

from typing import Any

from imperial.desk.draft import Draft
from imperial.rules.board import Setup
from imperial.rules.descriptions import describe
from imperial.rules.state import VOTE_TENTHS, PeaceVote, PendingPeace, Proposal, State
from imperial.rules.stock import holdings, vote_weight

Json = dict[str, Any]


def proposal_card(state: State, proposal: Proposal) -> Json:
    return {
        "name": proposal.name,
        "spot": proposal.wheel_spot,
        "description": describe(state, proposal),
        "fleetMan": [list(move) for move in proposal.fleet_man],
        "armyMan": [list(move) for move in proposal.army_man],
        "places": [
            *filter(None, [proposal.factory_loc]),
            *proposal.fleet_produce,
            *proposal.army_produce,
            *(proposal.imports.territories if proposal.imports else ()),
        ],
    }


def vote_desk(state: State, player: str, draft: Draft) -> Json:
    first, second = state.proposal_1, state.proposal_2
    if first is None or second is None:
        raise ValueError("a vote is between two proposals")
    leader = state.country_info[state.country_up].leadership[0]
    shares = holdings(state, state.country_up)
    return {
        "screen": "vote",
        "country": state.country_up,
        "proposals": [proposal_card(state, first) | {"number": 1}, proposal_card(state, second) | {"number": 2}],
        "choice": draft.choice,
        "voters": [{"name": name, "stock": stock, "leader": name == leader} for name, stock in shares.items()],
        "weight": vote_weight(state, player, state.country_up, first=leader) / VOTE_TENTHS,
        "total": sum(shares.values()),
    }


def peace_desk(state: State, player: str, *, setup: Setup) -> Json:
    """For the dictator who is asked, or for a stockholder who votes."""
    maneuver = state.current_maneuver
    if maneuver is None:
        raise ValueError("peace is offered in a maneuver")
    offer: PendingPeace | PeaceVote | None = state.peace_vote or maneuver.pending_peace
    if offer is None:
        raise ValueError("no peace is offered")
    target = state.country_info[offer.target_country]
    both_kinds = {
        kind
        for kind, units in (("fleet", target.fleets), ("army", target.armies))
        if any(unit.territory == offer.destination for unit in units)
    }
    return {
        "screen": "peace",
        "voting": state.peace_vote is not None,
        "country": offer.target_country,
        "movingCountry": maneuver.country,
        "mover": maneuver.player,
        "unit": offer.unit_type,
        "origin": offer.origin,
        "destination": offer.destination,
        "sacrifices": sorted(both_kinds) if len(both_kinds) > 1 and state.peace_vote is None else [],
        "accepted": state.peace_vote.accept_votes / VOTE_TENTHS if state.peace_vote else None,
        "rejected": state.peace_vote.reject_votes / VOTE_TENTHS if state.peace_vote else None,
        "total": state.peace_vote.total_stock if state.peace_vote else None,
    }
