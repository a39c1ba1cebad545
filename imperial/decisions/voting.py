"""What lies before the stockholders: proposals with their effects (rules 3.4, 3.5, 4), offers of peace (rules 5.7)."""

from collections import Counter
from typing import Literal

from msgspec.structs import replace

from imperial.decisions.draft import Draft, asked_since
from imperial.decisions.plan import proposed_moves
from imperial.decisions.records import Move, Payout, Question, Record, Voter
from imperial.rules.board import Setup
from imperial.rules.investor import payouts
from imperial.rules.maneuver.judge import ManeuverJudge
from imperial.rules.maneuver.offers import deciders
from imperial.rules.money import to_dollars
from imperial.rules.occupation import operational_factories
from imperial.rules.rondel import INVESTOR, TAXATION, turns_from
from imperial.rules.state import VOTE_TENTHS, PeaceVote, PendingPeace, Proposal, State, UnitKind
from imperial.rules.stock import holdings, stock_of
from imperial.rules.taxation import MOST_POINTS, assess


class Interest(Record, frozen=True):
    payouts: tuple[Payout, ...]
    treasury: float
    treasury_after: float
    kind: Literal["interest"] = "interest"


class Taxes(Record, frozen=True):
    points: int
    points_after: int
    ends: bool
    revenue: int
    upkeep: int
    pool: int
    treasury: float
    treasury_after: float
    payouts: tuple[Payout, ...]
    works: tuple[str, ...]
    """Where working factories stand; `chips` are elsewhere."""
    chips: tuple[str, ...]
    kind: Literal["taxes"] = "taxes"


class NewUnits(Record, frozen=True):
    unit: UnitKind
    place: str
    count: int


class ProposalCard(Record, frozen=True):
    """The parts of a proposal, to be drawn and described."""

    number: int
    player: str
    spot: str
    steps: int
    cost: float
    moves: tuple[Move, ...]
    staying: int
    units: tuple[NewUnits, ...]
    factory: str | None
    taxes: Taxes | None
    interest: Interest | None


class VoteDecision(Question, frozen=True):
    country: str
    choice: int | None
    voters: tuple[Voter, ...]
    stock: int
    decides_ties: bool
    total: int
    screen: Literal["vote"] = "vote"


class PeaceOffer(Record, frozen=True):
    """An offer of peace as everybody may see it; a democracy counts peace votes openly."""

    country: str
    moving_country: str
    mover: str
    unit: UnitKind
    origin: str
    destination: str
    voting: bool
    accepted: int | None
    rejected: int | None
    total: int | None
    voters: tuple[Voter, ...]


class PeaceDecision(Question, frozen=True):
    offer: PeaceOffer
    sacrifices: tuple[UnitKind, ...]
    gives: UnitKind
    stock: int
    decides_ties: bool
    screen: Literal["peace"] = "peace"

    @property
    def country(self) -> str:
        return self.offer.country


def _proposal_card(state: State, proposal: Proposal, number: int, *, setup: Setup) -> ProposalCard:
    """A proposal with its effects, worked out from the state before it."""
    turn = turns_from(setup, state.country_info[state.country_up].wheel_spot).get(proposal.wheel_spot)
    moves = proposed_moves(state, proposal, setup=setup)
    return ProposalCard(
        number=number,
        player=proposal.player,
        spot=proposal.wheel_spot,
        steps=turn.steps if turn else 0,
        cost=to_dollars(turn.cost) if turn else 0,
        # `carries` refers to row numbers, which a card does not show.
        moves=tuple(replace(row, carries=()) for row in moves if not row.stays),
        staying=sum(row.stays for row in moves),
        units=tuple(
            NewUnits(unit=kind, place=place, count=count)
            for (kind, place), count in Counter(_new_units(proposal)).items()
        ),
        factory=proposal.factory_loc,
        taxes=taxes(state) if proposal.wheel_spot == TAXATION else None,
        interest=interest(state, proposal.player) if proposal.wheel_spot == INVESTOR else None,
    )


def _new_units(proposal: Proposal) -> list[tuple[UnitKind, str]]:
    produced: list[tuple[UnitKind, str]] = [("army", place) for place in proposal.army_produce]
    produced += [("fleet", place) for place in proposal.fleet_produce]
    imported = proposal.imports
    return produced + (list(zip(imported.types, imported.territories, strict=True)) if imported else [])


def interest(state: State, player: str) -> Interest:
    paid = payouts(state, state.country_up, player)
    treasury = state.country_info[state.country_up].money
    return Interest(
        payouts=tuple(Payout(player=other, dollars=to_dollars(cents)) for other, cents in paid.items()),
        treasury=to_dollars(treasury),
        treasury_after=to_dollars(treasury - sum(paid.values())),
    )


def taxes(state: State) -> Taxes:
    country, tax = state.country_info[state.country_up], assess(state, state.country_up)
    after = min(country.points + tax.points, MOST_POINTS)
    return Taxes(
        points=country.points,
        points_after=after,
        ends=after == MOST_POINTS,
        revenue=tax.revenue,
        upkeep=len(country.fleets) + len(country.armies),
        pool=tax.pool,
        treasury=to_dollars(country.money),
        treasury_after=to_dollars(country.money + tax.treasury_change_cents),
        payouts=tuple(Payout(player=player, dollars=dollars) for player, dollars in tax.split.items() if dollars),
        works=operational_factories(state, state.country_up),
        chips=country.tax_chips,
    )


def proposal_cards(state: State, *, setup: Setup) -> tuple[ProposalCard, ...]:
    """Returns the proposals, which everybody may see: the leader's, or both of a vote."""
    proposals = enumerate((state.proposal_1, state.proposal_2), start=1)
    return tuple(_proposal_card(state, laid, number, setup=setup) for number, laid in proposals if laid)


def vote_decision(state: State, player: str, draft: Draft, *, setup: Setup) -> VoteDecision:
    """The vote of the player, with the shares behind it and the choice in the draft."""
    leader = state.country_info[state.country_up].leadership[0]
    shares = holdings(state, state.country_up)
    return VoteDecision(
        turn=asked_since(state),
        country=state.country_up,
        choice=draft.choice,
        voters=tuple(
            Voter(player=voter, stock=stock, voted=not state.player_info[voter].my_turn)
            for voter, stock in shares.items()
        ),
        stock=shares[player],
        decides_ties=player == leader,
        total=sum(shares.values()),
    )


def to_shares(tenths: int) -> int:
    """Without the tenth that decides ties: to people a vote weighs its shares."""
    return tenths // VOTE_TENTHS


def peace_offer(state: State) -> PeaceOffer | None:
    maneuver, vote, offer = state.current_maneuver, state.peace_vote, state.peace_offer
    if maneuver is None or offer is None:
        return None
    return PeaceOffer(
        country=offer.target_country,
        moving_country=maneuver.country,
        mover=maneuver.player,
        unit=offer.unit_type,
        origin=offer.origin,
        destination=offer.destination,
        voting=vote is not None,
        accepted=to_shares(vote.accept_votes) if vote else None,
        rejected=to_shares(vote.reject_votes) if vote else None,
        total=vote.total_stock if vote else None,
        voters=_electorate(state, offer, maneuver.player) if vote else (),
    )


def _electorate(state: State, offer: PendingPeace | PeaceVote, mover: str) -> tuple[Voter, ...]:
    shares = holdings(state, offer.target_country)
    players = deciders(state, offer.target_country, player=mover)
    return tuple(
        Voter(player=player, stock=shares[player], voted=not state.player_info[player].my_turn) for player in players
    )


def peace_decision(state: State, player: str, _draft: Draft, *, setup: Setup) -> PeaceDecision:
    """Returns the decision of the dictator who is asked, or of a stockholder who votes."""
    maneuver, offer = state.current_maneuver, peace_offer(state)
    if maneuver is None or offer is None:
        raise ValueError("no peace is offered")
    board = ManeuverJudge(state, maneuver, setup=setup).board
    kinds = board.kinds_of(offer.country, offer.destination)
    return PeaceDecision(
        turn=asked_since(state),
        offer=offer,
        sacrifices=tuple(sorted(kinds)) if len(kinds) > 1 and not offer.voting else (),
        gives="fleet" if "fleet" in kinds else "army",
        stock=stock_of(state.player_info[player], offer.country),
        decides_ties=bool(offer.voters) and offer.voters[0].player == player,
    )
