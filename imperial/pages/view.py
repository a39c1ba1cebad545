"""What a seat sees of a table, typed: the one thing that contexts are built from. Players stand there by seat id."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeVar, cast

import msgspec

from imperial.decisions.decision import Decision, Unasked, unasked
from imperial.decisions.ending import Closed
from imperial.decisions.market import MarketRow, market_rows
from imperial.decisions.plan import moves_so_far
from imperial.decisions.proposal import ProposalDecision
from imperial.decisions.records import Move
from imperial.decisions.routes import Travel, last_moves
from imperial.decisions.voting import PeaceOffer, ProposalCard, peace_offer, proposal_cards
from imperial.plug import Clock
from imperial.rules.board import Setup
from imperial.rules.state import Mode, State
from tabletop.rules import Json
from tabletop.tables.faces import Face
from tabletop.tables.manners import Again, Manners, SeriesScore
from tabletop.tables.names import with_names
from tabletop.tables.waiting_room import RoomFacts, SeatFacts

if TYPE_CHECKING:
    from imperial.store.reading import Line

Built = TypeVar("Built")


class RoomView(RoomFacts, frozen=True, kw_only=True):
    """A table that waits for players, who have their names here."""

    mode: Literal["waiting"]
    clock: Clock | None
    seats: tuple[SeatFacts, ...]
    my_player_id: str | None
    again: Again | None = None
    """The offer to play again, when the table was closed and somebody wants to."""


def to_room(seen: Json, names: Mapping[str, str], colours: Mapping[str, int]) -> RoomView:
    named = with_names(seen, names)
    seats = [seat | {"colour": colours.get(seat["playerId"], 1)} for seat in named["seats"]]
    return msgspec.convert(named | {"seats": seats}, RoomView)


class PublicView(msgspec.Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """What everybody at the table sees of a game, and what follows from it; computed once a move."""

    game_id: str
    table_url: str
    game: State
    """As a spectator may see it."""
    board: Setup
    names: Mapping[str, str]
    bots: frozenset[str]
    lines: "tuple[Line, ...]"
    """The end of the public log."""
    colours: Mapping[str, int] = {}
    """Of avatars, by seat id."""
    closed: Closed | None = None
    """Set at a table that was given up; then nobody in `game` is to act."""
    _built: dict[Hashable, object] = msgspec.field(default_factory=dict)

    def shared(self, build: "Callable[[PublicView], Built]", language: str | None = None) -> Built:
        """What this function builds, once for all viewers; texts are built once per language."""
        key = (build, language)
        if key not in self._built:
            self._built[key] = build(self)
        return cast(Built, self._built[key])

    @cached_property
    def unasked(self) -> Unasked:
        return self.closed or unasked(self.game)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        return moves_so_far(self.game, setup=self.board)

    @cached_property
    def travelled(self) -> tuple[Travel, ...]:
        return last_moves(self.game, self.lines, setup=self.board)

    @cached_property
    def market(self) -> tuple[MarketRow, ...]:
        return market_rows(self.game, setup=self.board)

    @cached_property
    def proposals(self) -> tuple[ProposalCard, ...]:
        """The leader's, or both of a vote."""
        is_laid = self.game.mode in ("proposal-opp", "vote")
        return proposal_cards(self.game, setup=self.board) if is_laid else ()

    @cached_property
    def offer(self) -> PeaceOffer | None:
        return peace_offer(self.game)

    @cached_property
    def holdings(self) -> Mapping[str, Counter[str]]:
        """The stock of each player by country."""
        holdings: dict[str, Counter[str]] = {player: Counter() for player in self.game.player_info}
        for player, info in self.game.player_info.items():
            for bond in info.stock:
                holdings[player][bond.country] += bond.stock
        return holdings

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        names = {player: self.names.get(player, player) for player in self.game.player_info}
        return {
            player: Face(seat=seat, name=name, colour=self.colours.get(player, seat))
            for seat, (player, name) in enumerate(names.items(), start=1)
        }

    @cached_property
    def known_names(self) -> tuple[tuple[str, str], ...]:
        return tuple(self.names.items())


class TableView(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What a seat sees of a game: what everybody sees, and what is for this seat alone."""

    public: PublicView
    decision: Decision
    me: str | None = None
    """None for a spectator."""
    watching: bool = True
    """Whether nothing is ever asked: of a spectator, and of a seat that a bot plays."""
    my_vote: int | None = None
    can_undo: bool = False
    hints: tuple[str, ...] = ()
    draft_number: int | None = None
    manners: Manners = Manners()
    again: Again | None = None
    """The offer to play again, when the game is over, or somebody wants to at a table that was closed."""
    series: SeriesScore | None = None

    @property
    def mode(self) -> Mode:
        return self.public.game.mode

    @property
    def discussed(self) -> ProposalCard | None:
        """The leader's proposal, until its opposition tries something else."""
        tries = isinstance(self.decision, ProposalDecision) and self.decision.chosen
        return self.public.proposals[0] if self.mode == "proposal-opp" and not tries else None

    @property
    def my_seat(self) -> int:
        """The number of the viewer's seat; 0 for a spectator."""
        return 0 if self.me is None else self.public.faces[self.me].seat
