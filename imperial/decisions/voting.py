"""What lies before the stockholders: proposals with their effects (rules 3.4, 3.5, 4), offers of peace (rules 5.7)."""

from collections import Counter

from imperial.decisions.draft import Draft
from imperial.decisions.plan import moves_so_far, proposed_moves
from imperial.rules.board import Setup
from imperial.rules.investor import payouts
from imperial.rules.maneuver.judge import ManeuverJudge
from imperial.rules.maneuver.offers import deciders
from imperial.rules.money import to_dollars
from imperial.rules.occupation import operational_factories
from imperial.rules.rondel import INVESTOR, TAXATION, turns_from
from imperial.rules.state import VOTE_TENTHS, PeaceVote, PendingPeace, Proposal, State
from imperial.rules.stock import holdings, vote_weight
from imperial.rules.taxation import MOST_POINTS, assess
from tabletop.rules import Json


def proposal_card(state: State, proposal: Proposal, *, setup: Setup) -> Json:
    """Returns the parts of a proposal, to be drawn and described."""
    turn = turns_from(setup, state.country_info[state.country_up].wheel_spot).get(proposal.wheel_spot)
    moves = proposed_moves(state, proposal, setup=setup)
    return {
        "name": proposal.name,
        "spot": proposal.wheel_spot,
        "steps": turn.steps if turn else 0,
        "cost": to_dollars(turn.cost) if turn else 0,
        # `carries` refers to row numbers, which a card does not show.
        "moves": [row | {"carries": []} for row in moves if not _stays(row)],
        "staying": sum(_stays(row) for row in moves),
        "units": [
            {"unit": kind, "place": place, "count": count}
            for (kind, place), count in Counter(_new_units(proposal)).items()
        ],
        "factory": proposal.factory_loc,
        "taxes": taxes(state) if proposal.wheel_spot == TAXATION else None,
        "interest": interest(state, proposal.name) if proposal.wheel_spot == INVESTOR else None,
    }


def _stays(row: Json) -> bool:
    return row["origin"] == row["destination"] and not row["action"]


def _new_units(proposal: Proposal) -> list[tuple[str, str]]:
    produced = [("army", place) for place in proposal.army_produce]
    produced += [("fleet", place) for place in proposal.fleet_produce]
    imported = proposal.imports
    return produced + (list(zip(imported.types, imported.territories, strict=True)) if imported else [])


def interest(state: State, player: str) -> Json:
    paid = payouts(state, state.country_up, player)
    treasury = state.country_info[state.country_up].money
    return {
        "kind": "interest",
        "payouts": [{"name": name, "dollars": to_dollars(cents)} for name, cents in paid.items()],
        "treasury": to_dollars(treasury),
        "treasuryAfter": to_dollars(treasury - sum(paid.values())),
    }


def taxes(state: State) -> Json:
    country, tax = state.country_info[state.country_up], assess(state, state.country_up)
    after = min(country.points + tax.points, MOST_POINTS)
    return {
        "kind": "taxes",
        "points": country.points,
        "pointsAfter": after,
        "ends": after == MOST_POINTS,
        "revenue": tax.revenue,
        "upkeep": len(country.fleets) + len(country.armies),
        "pool": tax.pool,
        "treasury": to_dollars(country.money),
        "treasuryAfter": to_dollars(country.money + tax.treasury_change_cents),
        "payouts": [{"name": name, "dollars": dollars} for name, dollars in tax.split.items() if dollars],
        "works": list(operational_factories(state, state.country_up)),
        "chips": list(country.tax_chips),
    }


def proposal_cards(state: State, *, setup: Setup) -> list[Json]:
    """Returns the proposals, which everybody may see: the leader's, or both of a vote."""
    proposals = enumerate((state.proposal_1, state.proposal_2), start=1)
    return [proposal_card(state, laid, setup=setup) | {"number": number} for number, laid in proposals if laid]


def vote_decision(state: State, player: str, draft: Draft, *, setup: Setup) -> Json:
    leader = state.country_info[state.country_up].leadership[0]
    shares = holdings(state, state.country_up)
    return {
        "screen": "vote",
        "country": state.country_up,
        "proposals": proposal_cards(state, setup=setup),
        "choice": draft.choice,
        "voters": [
            {"name": name, "stock": stock, "leader": name == leader, "voted": not state.player_info[name].my_turn}
            for name, stock in shares.items()
        ],
        "weight": to_votes(vote_weight(state, player, state.country_up, first=leader)),
        "total": sum(shares.values()),
    }


def to_votes(tenths: int) -> float:
    return tenths / VOTE_TENTHS


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
