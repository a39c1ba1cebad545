"""The page of a table: what a seat sees, cut into parts, with the latest of the log, for which a move does not pay."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from uuid import UUID

from cambio import queries, rules, store
from cambio.pages.moves import MOVES
from cambio.pages.parts import PARTS
from cambio.pages.view import (
    Events,
    PublicView,
    Story,
    TableView,
    heard_by,
    to_events,
    to_public_view,
    to_view,
    with_own,
)
from cambio.plug import table
from cambio.services import engine
from tabletop.engine import Loaded, Receipt
from tabletop.live.pages import TablePage
from tabletop.rules import Json, Seat
from tabletop.table import Table

TOLD_ACTIONS = 16
BEFORE_ANY_DEADLINE = float("-inf")


@dataclass(frozen=True, kw_only=True)
class LoadedWithStory(Loaded[Table]):
    story: Story = ()

    @cached_property
    def due(self) -> float | None:
        return table.next_deadline(self.state)

    @cached_property
    def public_events(self) -> Events | None:
        """The latest of the log, if every seat may know all of it."""
        events = tuple(event for action in self.story for event in action)
        return events if all(event.audience is None for event in events) else None

    @cached_property
    def public(self) -> PublicView:
        """What all seats see alike, until a deadline of the game is over."""
        return to_public_view(queries.page_view(self, None, BEFORE_ANY_DEADLINE) | self._facts)

    def seen_by(self, seat: Seat | None, now: float) -> TableView:
        """What this seat sees, whatever the table is at."""
        heard = {"recent": heard_by(self.story, seat)}
        return to_view(queries.page_view(self, seat, now) | self._facts | heard)

    @property
    def _facts(self) -> Json:
        # The number of the action that dealt is the place of the first shuffle.
        deals = (str(event.seq) for action in self.story for event in action if event.type == "GAME_STARTED")
        return {"dealPlace": next(deals, None)}


def load(game_id: UUID, *, for_update: bool = False) -> LoadedWithStory:
    loaded = store.load(game_id, for_update=for_update)
    return _with_story(loaded, _story(loaded))


def follow(known: Loaded[Table], receipt: Receipt) -> LoadedWithStory | None:
    """What `load` would find after this move. None where seats change, or where the story of a whole game is told."""
    before = receipt.before
    if not isinstance(known, LoadedWithStory) or before.state.game is None or table.is_over(receipt.state):
        return None
    return _with_story(receipt.loaded, (_events(receipt), *known.story)[:TOLD_ACTIONS])


def with_log(receipt: Receipt) -> Receipt:
    """The receipt of a move, with what it adds to the story."""
    tells_all = not receipt.changed or table.is_over(receipt.state)
    # Otherwise the page has shown what went before.
    story = _story(receipt.loaded) if tells_all else (_events(receipt),)
    return replace(receipt, before=_with_story(receipt.before, ()), loaded=_with_story(receipt.loaded, story))


def _events(receipt: Receipt) -> Events:
    return to_events(receipt.seq, receipt.at, receipt.events)


def _story(loaded: Loaded[Table]) -> Story:
    # The result tells where the deal is found in the log; everything else happened just now.
    first = 0 if table.is_over(loaded.state) else loaded.row.seq - TOLD_ACTIONS
    return _story_at(loaded.row.pk, first, loaded.row.seq)


@lru_cache(maxsize=128)
def _story_at(game_id: UUID, first: int, seq: int) -> Story:
    """What the log told up to `seq` never changes: a process reads it once."""
    rows = (row for row in reversed(queries.events_after(game_id, first)) if row[0] <= seq)
    return tuple(to_events(*row) for row in rows)


def _with_story(loaded: Loaded[Table], story: Story) -> LoadedWithStory:
    return LoadedWithStory(row=loaded.row, state=loaded.state, sitters=loaded.sitters, story=story)


def view(loaded: Loaded[Table], seat: Seat | None, now: float) -> TableView:
    loaded = loaded if isinstance(loaded, LoadedWithStory) else _with_story(loaded, ())
    state, due = loaded.state, loaded.due
    place = table.place(state, seat)
    if place is None or state.game is None or state.abandoned or (due is not None and due <= now):
        return loaded.seen_by(seat, now)
    heard = loaded.public_events or heard_by(loaded.story, place)
    return with_own(loaded.public, rules.own_view(state.game, place), place, heard)


page = TablePage(
    engine=engine,
    template="cambio/table.html",
    parts=PARTS,
    moves=MOVES,
    view=view,
    load=load,
    with_log=with_log,
    follow=follow,
)
