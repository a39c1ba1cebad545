"""The page of a table: what a seat sees, cut into parts."""

from typing import Any

from cambio import queries
from cambio.pages import loading
from cambio.pages.loading import Story
from cambio.pages.parts import PARTS
from cambio.services import engine
from tabletop.engine import Loaded
from tabletop.live.pages import TablePage
from tabletop.live.parts import View
from tabletop.rules import Seat


def view(loaded: Loaded[Any], seat: Seat | None, now: float) -> View:
    story: Story = getattr(loaded, "story", ())
    newest_first = [
        event | {"seq": seq, "at": at}
        for seq, at, events in reversed(story)
        for event in reversed(queries.heard_by(events, seat, loaded.names))
    ]
    # The number of the action that dealt is the place of the first shuffle.
    deals = (str(seq) for seq, _at, events in story if any(event["type"] == "GAME_STARTED" for event in events))
    return queries.page_view(loaded, seat, now) | {"recent": newest_first, "dealPlace": next(deals, None)}


page = TablePage(
    engine=engine,
    template="cambio/table.html",
    parts=PARTS,
    view=view,
    load=loading.load,
    with_log=loading.with_log,
    follow=loading.follow,
)
