"""Questions that concern several players: what lies before them, who is asked, and who has answered."""

from collections.abc import Sequence

from msgspec.structs import replace

from imperial.decisions.decision import Waiting
from imperial.decisions.records import Move, Voter
from imperial.decisions.voting import Interest, NewUnits, PeaceDecision, ProposalCard, Taxes, VoteDecision
from imperial.pages.contexts.people import Ballot, Mark, ballots, mark, named
from imperial.pages.contexts.story import LogLine, turn_lines
from imperial.pages.view import PublicView, TableView
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.money import to_dollars
from imperial.rules.state import UnitKind
from tabletop.live.parts import Context
from tabletop.tables.faces import Face

SHOWN_BESIDE = ("bid", "vote", "proposal-opp")
"""Where the panel itself shows what has just happened."""


class Deed(Context, frozen=True):
    """What a unit does where it arrives, ready to be put into words."""

    deed: str
    target: Mark | None = None
    kind: str = ""
    both_kinds: bool = False
    """Whether an army and a fleet of the target could be fought."""


class MoveShown(Context, frozen=True):
    unit: str
    origin: str
    destination: str
    rail: tuple[str, ...]
    seas: tuple[str, ...]
    carries: tuple[int, ...]
    asks: tuple[Mark, ...]
    does: Deed


class Card(Context, frozen=True):
    """A proposal, described."""

    name: str
    spot: str
    steps: int
    cost: float
    moves: tuple[MoveShown, ...]
    staying: int
    units: tuple[NewUnits, ...]
    factory: str | None
    taxes: Taxes | None
    interest: Interest | None


class Candidate(Context, frozen=True):
    number: int
    spot: str
    face: Face


class VoteScreen(Context, frozen=True):
    turn: int
    choice: int | None
    proposals: tuple[Candidate, ...]
    voters: tuple[Ballot, ...]
    stock: int
    decides_ties: bool
    total: int
    screen: str = "vote"


class OfferShown(Context, frozen=True):
    """An offer of peace, described."""

    mover: str
    unit: UnitKind
    origin: str
    destination: str
    voting: bool
    accepted: int | None
    rejected: int | None
    moving: Mark
    target: Mark


class PeaceScreen(Context, frozen=True):
    turn: int
    offer: OfferShown
    sacrifices: tuple[UnitKind, ...]
    gives: UnitKind
    stock: int
    decides_ties: bool
    total: int | None
    voters: tuple[Ballot, ...]
    moves: tuple[MoveShown, ...]
    screen: str = "peace"


class OwnVote(Context, frozen=True):
    number: int
    spot: str


class Buyer(Context, frozen=True):
    money: float
    as_swiss: bool


class WaitingScreen(Context, frozen=True):
    """For those who are not asked: what others are asked, as far as everybody may know it."""

    mode: str
    watching: bool
    moves: tuple[MoveShown, ...]
    faces: tuple[Face, ...]
    proposed: Card | None
    my_vote: OwnVote | None
    voters: tuple[Ballot, ...]
    offer: OfferShown | None
    buyer: Buyer | None
    turn_lines: tuple[LogLine, ...]
    screen: str = "waiting"


def card(public: PublicView, laid: ProposalCard) -> Card:
    taxes, interest = laid.taxes, laid.interest
    return Card(
        name=public.faces[laid.player].name,
        spot=laid.spot,
        steps=laid.steps,
        cost=laid.cost,
        moves=moves_shown(laid.moves),
        staying=laid.staying,
        units=laid.units,
        factory=laid.factory,
        taxes=taxes and replace(taxes, payouts=named(public, taxes.payouts)),
        interest=interest and replace(interest, payouts=named(public, interest.payouts)),
    )


def leading(public: PublicView) -> Card:
    """The leader's proposal, while the opposition thinks about it."""
    return card(public, public.proposals[0])


def vote(view: TableView, decision: VoteDecision) -> VoteScreen:
    public = view.public
    return VoteScreen(
        turn=decision.turn,
        choice=decision.choice,
        proposals=tuple(
            Candidate(number=laid.number, spot=laid.spot, face=public.faces[laid.player]) for laid in public.proposals
        ),
        voters=ballots(public, decision.voters),
        stock=decision.stock,
        decides_ties=decision.decides_ties,
        total=decision.total,
    )


def peace(view: TableView, decision: PeaceDecision) -> PeaceScreen:
    public = view.public
    offer = public.shared(_offer)
    if offer is None:
        raise ValueError("no peace is offered")
    return PeaceScreen(
        turn=decision.turn,
        offer=offer,
        sacrifices=decision.sacrifices,
        gives=decision.gives,
        stock=decision.stock,
        decides_ties=decision.decides_ties,
        total=decision.offer.total,
        voters=ballots(public, decision.offer.voters),
        moves=public.shared(_moves_so_far),
    )


def waiting(view: TableView, decision: Waiting) -> WaitingScreen:
    public = view.public
    return WaitingScreen(
        mode=decision.mode,
        watching=view.watching,
        moves=public.shared(_moves_so_far),
        faces=tuple(public.faces[player] for player in decision.awaited),
        # The proposals of a vote are drawn beside the panel.
        proposed=public.shared(leading) if view.mode == "proposal-opp" else None,
        my_vote=_own_vote(view),
        voters=ballots(public, _voters(public, decision.answered)),
        offer=public.shared(_offer),
        buyer=_buyer(public, decision),
        turn_lines=() if view.mode in SHOWN_BESIDE else turn_lines(public).lines,
    )


def _moves_so_far(public: PublicView) -> tuple[MoveShown, ...]:
    return moves_shown(public.moves)


def _own_vote(view: TableView) -> OwnVote | None:
    chosen = [laid for laid in view.public.proposals if laid.number == view.my_vote]
    return OwnVote(number=chosen[0].number, spot=chosen[0].spot) if chosen else None


def _voters(public: PublicView, answered: Sequence[str]) -> Sequence[Voter]:
    game = public.game
    if game.mode == "vote":
        country = game.country_up
        return [
            Voter(player=player, stock=public.holdings[player][country], voted=player in answered)
            for player in game.country_info[country].leadership
        ]
    return public.offer.voters if public.offer else ()


def _offer(public: PublicView) -> OfferShown | None:
    offer = public.offer
    if offer is None:
        return None
    return OfferShown(
        mover=public.faces[offer.mover].name,
        unit=offer.unit,
        origin=offer.origin,
        destination=offer.destination,
        voting=offer.voting,
        accepted=offer.accepted,
        rejected=offer.rejected,
        moving=mark(offer.moving_country),
        target=mark(offer.country),
    )


def _buyer(public: PublicView, decision: Waiting) -> Buyer | None:
    if public.game.mode != "buy" or not decision.awaited:
        return None
    player = public.game.player_info[decision.awaited[0]]
    return Buyer(money=to_dollars(player.money), as_swiss=not player.investor)


def moves_shown(rows: Sequence[Move]) -> tuple[MoveShown, ...]:
    return tuple(
        MoveShown(
            unit=row.unit,
            origin=row.origin,
            destination=row.destination,
            rail=row.rail,
            seas=row.seas,
            carries=row.carries,
            asks=tuple(mark(country) for country in row.asks),
            does=deed(row.action),
        )
        for row in rows
    )


def deed(action: str, *, among: Sequence[str] = ()) -> Deed:
    """`among` are all actions that are offered."""
    if codes.is_war(action):
        country, kind = codes.war_target(action)
        rivals = [other for other in among if codes.is_war(other) and codes.war_target(other)[0] == country]
        return Deed(deed="war", target=mark(country), kind=kind, both_kinds=len(rivals) > 1)
    if codes.is_blow_up(action):
        return Deed(deed="blow_up", target=mark(codes.blow_up_target(action)))
    return Deed(deed=action)
