"""The table as its page loads it: with the end of the public log, for which a move does not pay."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from uuid import UUID

import msgspec
from django.conf import settings

from imperial import queries, rules, store
from imperial.decisions import Draft
from imperial.models import Game, PrivateInfo
from imperial.pages.view import PublicView
from imperial.rules.events import Event as GameEvent
from imperial.store.reading import Line
from tabletop.engine import Loaded, Receipt
from tabletop.models import GameRow
from tabletop.rules import Seat
from tabletop.table import Table


@dataclass(frozen=True, kw_only=True)
class LoadedPage(Loaded[Table]):
    lines: tuple[Line, ...] = ()

    @property
    def turn_id(self) -> int:
        return 0 if self.state.game is None else int(self.state.game.turn_id)

    def private_of(self, seat: Seat | None) -> PrivateInfo:
        return queries.private_of(self, seat)

    def with_draft(self, seat: Seat, draft: Draft, *, number: int) -> "LoadedPage":
        row = copy(self.row)
        assert isinstance(row, Game)  # noqa: S101 - our store loaded it
        row.keep_private(seat, draft=draft, draft_number=number)
        return replace(self, row=row)

    @cached_property
    def public(self) -> PublicView:
        """What all seats see alike; of a game that has begun."""
        return self.public_at(self.state.game, self.lines, bots=self._bots)

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
            bots=bots,
            lines=tuple(lines),
        )


def load(game_id: UUID, *, for_update: bool = False) -> LoadedPage:
    return with_lines(store.load(game_id, for_update=for_update))


def with_log(receipt: Receipt) -> Receipt:
    """The receipt of a move, as the page shows it. What the log said before is not compared: it is new in any case."""
    known = receipt.before if isinstance(receipt.before, LoadedPage) else None
    after = (known and _with_added_lines(known, receipt)) or with_lines(receipt.loaded)
    return replace(receipt, before=_as_page(receipt.before), loaded=after)


def follow(known: Loaded[Table], receipt: Receipt) -> LoadedPage | None:
    """What `load` would find after this move. None where seats change or where a submission was taken back."""
    if not isinstance(known, LoadedPage) or receipt.before.state.game is None:
        return None
    after = _with_added_lines(known, receipt)
    return after and replace(after, row=_with_newer_private_info(after.row, known.row))


def _with_newer_private_info(row: GameRow, known: GameRow) -> Game:
    """The row with what has been chosen while the move was made: no move changes the drafts of others."""
    assert isinstance(row, Game)  # noqa: S101 - our store loaded it
    assert isinstance(known, Game)  # noqa: S101 - our store loaded it
    row = copy(row)
    row.private_info = {
        seat_id: _newer(private, known.private_info.get(seat_id, private))
        for seat_id, private in row.private_info.items()
    }
    return row


def _newer(one: PrivateInfo, other: PrivateInfo) -> PrivateInfo:
    """Drafts are numbered, and hints are only ever dropped."""
    newer = max(one, other, key=lambda private: private.draft_number)
    return msgspec.structs.replace(newer, hints=min(one.hints, other.hints, key=len))


def _with_added_lines(known: LoadedPage, receipt: Receipt) -> LoadedPage | None:
    """From the lines that were loaded before the move and those it added; None if some were taken back."""
    page = _as_page(receipt.loaded)
    if page.turn_id < known.turn_id or not receipt.changed:
        return None
    sentences = [event.sentence for event in receipt.happened if isinstance(event, GameEvent)]
    added = [Line(known.turn_id, str(sentence), msgspec.json.encode(sentence)) for sentence in sentences if sentence]
    return replace(page, lines=(*known.lines, *added)[-queries.TOLD_LINES :])


@lru_cache(maxsize=128)
def _lines_at(game_id: UUID, _seq: int, turn_id: int) -> tuple[Line, ...]:
    """The place in the log of actions decides what the public log says: a process reads its end there once."""
    return tuple(queries.lines_before(game_id, turn_id))


def with_lines(loaded: Loaded[Table]) -> LoadedPage:
    """The table with the end of its public log."""
    game = loaded.state.game
    lines = () if game is None else _lines_at(loaded.row.pk, loaded.row.seq, game.turn_id)
    return _as_page(loaded, lines)


def _as_page(loaded: Loaded[Table], lines: tuple[Line, ...] = ()) -> LoadedPage:
    return LoadedPage(row=loaded.row, state=loaded.state, sitters=loaded.sitters, read_at=loaded.read_at, lines=lines)
