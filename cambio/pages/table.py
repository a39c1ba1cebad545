"""The page of a table: what a seat sees, cut into parts."""

from collections.abc import Mapping
from typing import Any

from cambio import queries
from cambio.pages import loading
from cambio.pages.loading import Story
from cambio.pages.parts import PARTS
from cambio.services import engine
from tabletop.engine import Loaded
from tabletop.live.pages import TablePage
from tabletop.live.parts import View
from tabletop.rules import Json, Seat


def view(loaded: Loaded[Any], seat: Seat | None, now: float) -> View:
    story: Story = getattr(loaded, "story", ())
    recent = _recent(story, seat, loaded.names)
    return queries.page_view(loaded, seat, now) | {"recent": recent, "dealPlace": _deal_place(story)}


def _recent(story: Story, seat: Seat | None, names: Mapping[str, str]) -> list[Json]:
    """The newest first."""
    return [
        event | {"seq": seq, "at": at}
        for seq, at, events in reversed(story)
        for event in reversed(queries.heard_by(events, seat, names))
    ]


def _deal_place(story: Story) -> str | None:
    """The number of the action that dealt: the place of the first shuffle."""
    for seq, _at, events in story:
        if any(event["type"] == "GAME_STARTED" for event in events):
            return str(seq)
    return None


page = TablePage(
    engine=engine,
    template="cambio/table.html",
    parts=PARTS,
    view=view,
    load=loading.load,
    with_log=loading.with_log,
    follow=loading.follow,
)
