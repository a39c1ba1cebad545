"""The page of a table: what a seat sees, cut into parts, with the latest of the log, for which a move does not pay."""

from dataclasses import dataclass, replace
from uuid import UUID

from cambio import queries, store
from cambio.pages.moves import MOVES
from cambio.pages.parts import PARTS
from cambio.pages.view import TableView, to_view
from cambio.plug import table
from cambio.services import engine
from tabletop.engine import Loaded, Receipt
from tabletop.live.pages import TablePage
from tabletop.rules import Json, Seat
from tabletop.table import Table

TOLD_ACTIONS = 16

Story = tuple[tuple[int, float, list[Json]], ...]
"""Number, time and events of the latest actions, the oldest first. Of a finished game: of all."""


@dataclass(frozen=True, kw_only=True)
class LoadedWithStory(Loaded[Table]):
    story: Story = ()


def load(game_id: UUID, *, for_update: bool = False) -> LoadedWithStory:
    loaded = store.load(game_id, for_update=for_update)
    return _with_story(loaded, _story(loaded))


def follow(known: Loaded[Table], receipt: Receipt) -> LoadedWithStory | None:
    """What `load` would find after this move. None where seats change, or where the story of a whole game is told."""
    before = receipt.before
    if not isinstance(known, LoadedWithStory) or before.state.game is None or table.is_over(receipt.state):
        return None
    story = (*known.story, (receipt.seq, receipt.at, list(receipt.events)))
    return _with_story(receipt.loaded, story[-TOLD_ACTIONS:])


def with_log(receipt: Receipt) -> Receipt:
    """The receipt of a move, with what it adds to the story."""
    if not receipt.changed or table.is_over(receipt.state):
        story = _story(receipt.loaded)
    else:
        # The page has shown what went before.
        story = ((receipt.seq, receipt.at, list(receipt.events)),)
    return replace(receipt, before=_with_story(receipt.before, ()), loaded=_with_story(receipt.loaded, story))


def _story(loaded: Loaded[Table]) -> Story:
    # The result tells where the deal is found in the log; everything else happened just now.
    first = 0 if table.is_over(loaded.state) else loaded.row.seq - TOLD_ACTIONS
    return tuple(queries.events_after(loaded.row.pk, first))


def _with_story(loaded: Loaded[Table], story: Story) -> LoadedWithStory:
    return LoadedWithStory(row=loaded.row, state=loaded.state, sitters=loaded.sitters, story=story)


def view(loaded: Loaded[Table], seat: Seat | None, now: float) -> TableView:
    story = loaded.story if isinstance(loaded, LoadedWithStory) else ()
    newest_first = [
        event | {"seq": seq, "at": at}
        for seq, at, events in reversed(story)
        for event in reversed(queries.heard_by(events, seat, loaded.names))
    ]
    # The number of the action that dealt is the place of the first shuffle.
    deals = (str(seq) for seq, _at, events in story if any(event["type"] == "GAME_STARTED" for event in events))
    seen = queries.page_view(loaded, seat, now)
    return to_view(seen | {"recent": newest_first, "dealPlace": next(deals, None)})


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
