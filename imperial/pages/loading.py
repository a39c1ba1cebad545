"""The table as its page loads it: with the end of the public log."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypedDict, Unpack
from uuid import UUID

import msgspec
from django.conf import settings

from imperial import queries, rules, services
from imperial.decisions import Draft
from imperial.decisions.ending import Closed
from imperial.pages.view import PublicView
from imperial.queries import Line
from imperial.rules.events import Event as GameEvent
from tabletop.engine import Loaded, Receipt
from tabletop.live.loading import LoadedWithLog, LogLoader
from tabletop.rules import Seat
from tabletop.table import Table
from tabletop.table.state import SeatNote
from tabletop.tables.held_seats import names_of_held

if TYPE_CHECKING:
    from imperial.models import PrivateInfo


class PrivateChanges(TypedDict, total=False):
    """Fields of `PrivateInfo`."""

    draft: Draft
    draft_number: int
    hints: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class LoadedPage(LoadedWithLog[Line]):
    @property
    def turn_id(self) -> int:
        return 0 if self.state.game is None else int(self.state.game.turn_id)

    def private_of(self, seat: Seat | None) -> "PrivateInfo":
        return queries.private_of(self, seat)

    def with_private(self, seat: Seat, **changes: Unpack[PrivateChanges]) -> "LoadedPage":
        """The same table with these changes of what is kept for a seat.

        Keeps what all seats see alike, if it is computed: nothing private changes it.
        """
        after = services.with_private(self, seat, **changes)
        if "public" in vars(self):
            vars(after)["public"] = self.public
        return after

    @cached_property
    def public(self) -> PublicView:
        """What all seats see alike; of a game that has begun."""
        public = self.public_at(self.state.game, self.log, bots=self._bots)
        return _closed(public, self.state.abandon_reason) if self.state.abandoned else public

    @property
    def _bots(self) -> frozenset[str]:
        return frozenset(info.seat_id for info in self.state.seats if info.bot_level)

    def public_at(self, game: rules.State, lines: Sequence[Line], *, bots: frozenset[str] = frozenset()) -> PublicView:
        """What all see of a position of this game: the last one, or one before."""
        return PublicView(
            game_id=str(self.row.pk),
            table_url=settings.SITE_URL + queries.address(self.row.pk),
            game=rules.redacted(game, None),
            board=self.state.settings.board,
            names=self.names,
            colours=self.colours,
            bots=bots,
            lines=tuple(lines),
        )


def _closed(public: PublicView, reason: str | None) -> PublicView:
    """The view of a table that was given up: nobody is to act any more, and no clock runs."""
    resting = {player: msgspec.structs.replace(info, my_turn=False) for player, info in public.game.player_info.items()}
    game = msgspec.structs.replace(public.game, player_info=resting)
    return msgspec.structs.replace(public, game=game, closed=Closed(country=game.country_up, reason=reason))


class PageLoader(LogLoader[LoadedPage, Line]):
    page = LoadedPage

    def read_kept_names(self, loaded: Loaded[Table]) -> dict[str, str]:
        return names_of_held(services.engine.slug, loaded.row.pk)

    def read_log(self, loaded: Loaded[Table]) -> tuple[Line, ...]:
        game = loaded.state.game
        notes = loaded.state.waits.seat_notes
        return () if game is None else _lines_at(loaded.row.pk, loaded.row.seq, game.turn_id, notes)

    def extend_log(self, log: tuple[Line, ...], receipt: Receipt) -> tuple[Line, ...] | None:
        """None where a submission was taken back, and its lines with it."""
        was, game = receipt.before.state.game, receipt.state.game
        if was is None or game.turn_id < was.turn_id:
            return None
        sentences = [event.sentence for event in receipt.happened if isinstance(event, GameEvent)]
        said = enumerate(sentence for sentence in sentences if sentence)
        added = [Line(was.turn_id, place, str(sentence), msgspec.json.encode(sentence)) for place, sentence in said]
        known = receipt.before.state.waits.seat_notes
        of_seats = queries.seat_lines(note for note in receipt.state.waits.seat_notes if note not in known)
        return (*log, *added, *of_seats)[-queries.SHOWN_LINES :]

    def follow(self, known: Loaded[Table], receipt: Receipt) -> LoadedPage | None:
        """With what has been chosen while the move was made: no move changes the drafts of others."""
        after = super().follow(known, receipt)
        return after and services.with_newer_private_info(after, known)


@lru_cache(maxsize=128)
def _lines_at(game_id: UUID, _seq: int, turn_id: int, notes: tuple[SeatNote, ...]) -> tuple[Line, ...]:
    """The place in the log of actions decides what the public log says: a process reads its end there once."""
    return tuple(queries.lines_before(game_id, turn_id, notes))


loader = PageLoader(services.engine)
