"""The table as its page loads it: with what the latest actions brought about."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from uuid import UUID

from cambio import queries
from cambio.pages.log_end import SHOWN_ACTIONS, shortened, tells_all_last_moves
from cambio.pages.view import Events, PublicView, Story, to_events, to_public_view
from cambio.plug import BEFORE_ANY_DEADLINE, table
from cambio.services import engine
from tabletop.engine import Loaded, Receipt
from tabletop.live.loading import LoadedWithLog, LogLoader
from tabletop.table import Table
from tabletop.tables.held_seats import names_of_held


@dataclass(frozen=True, kw_only=True)
class LoadedPage(LoadedWithLog[Events]):
    is_whole: bool = True
    """Whether the log has all that the page shows of it, not only what a move has added."""

    @cached_property
    def due(self) -> float | None:
        return table.next_deadline(self.state)

    @cached_property
    def public_events(self) -> Events | None:
        """The latest of the log, if every seat may know all of it."""
        events = tuple(event for action in self.log for event in action)
        return events if all(event.audience is None for event in events) else None

    @cached_property
    def public(self) -> PublicView:
        """What all seats see alike, until a deadline of the game is over."""
        seen = queries.shown_view(self, None, BEFORE_ANY_DEADLINE, kept_names=self.kept_names)
        return to_public_view(seen | {"dealPlace": self.deal_place})

    @property
    def deal_place(self) -> str | None:
        """The number of the action that dealt, which is the place of the first shuffle."""
        deals = (str(event.seq) for action in self.log for event in action if event.type == "GAME_STARTED")
        return next(deals, None)


class PageLoader(LogLoader[LoadedPage, Events]):
    page = LoadedPage
    answers_with_new_entries = True

    def read_kept_names(self, loaded: Loaded[Table]) -> dict[str, str]:
        return names_of_held(engine.slug, loaded.row.pk)

    def read_log(self, loaded: Loaded[Table]) -> Story:
        state, game_id, seq = loaded.state, loaded.row.pk, loaded.row.seq
        if table.is_over(state):
            # The result tells where the deal is found in the log; everything else happened just now.
            return _story_at(game_id, 0, seq)
        if state.game is None:
            return _story_at(game_id, seq - SHOWN_ACTIONS, seq)
        return _story_with_last_moves(game_id, seq, tuple(info.seat_id for info in state.seats))

    def extend_log(self, log: Story, receipt: Receipt) -> Story | None:
        """None at the end of the game: the result needs the whole log."""
        if table.is_over(receipt.state):
            return None
        return shortened((to_events(receipt.seq, receipt.at, receipt.events), *log))

    def with_log(self, receipt: Receipt) -> Receipt:
        """The answer to a move marks a log that has only what the move added."""
        told = super().with_log(receipt)
        if isinstance(receipt.before, LoadedPage) or not receipt.changed or table.is_over(receipt.state):
            return told
        return replace(told, before=_marked(told.before), loaded=_marked(told.loaded))


def _marked(loaded: Loaded[Table]) -> LoadedPage:
    assert isinstance(loaded, LoadedPage)  # noqa: S101 - `with_log` makes it one
    return replace(loaded, is_whole=False)


@lru_cache(maxsize=128)
def _story_with_last_moves(game_id: UUID, seq: int, seat_ids: tuple[str, ...]) -> Story:
    """Mostly one statement; more only where people have come and gone so often that a seat's last move is far back."""
    actions = SHOWN_ACTIONS
    while True:
        story = _story_at(game_id, seq - actions, seq)
        if actions >= seq or tells_all_last_moves(story, seat_ids):
            return shortened(story)
        actions *= 2


@lru_cache(maxsize=128)
def _story_at(game_id: UUID, first: int, seq: int) -> Story:
    """What the log told up to `seq` never changes: a process reads it once."""
    rows = (row for row in reversed(queries.events_after(game_id, first)) if row[0] <= seq)
    return tuple(to_events(*row) for row in rows)


loader = PageLoader(engine)
