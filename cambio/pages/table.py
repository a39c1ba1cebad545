"""The page of a table: what a seat sees, cut into parts."""

from dataclasses import replace
from typing import Any

from cambio import queries
from cambio.pages import loading
from cambio.pages.loading import Story
from cambio.pages.parts import PARTS
from cambio.services import engine
from tabletop.live.pages import TablePage
from tabletop.live.parts import View
from tabletop.play import Loaded
from tabletop.rules import Json, Seat
from tabletop.tables.queries import told_to


def view(loaded: Loaded[Any], seat: Seat | None, now: float) -> View:
    story: Story = getattr(loaded, "story", ())
    return queries.page_view(loaded, seat, now) | {"recent": _recent(story, seat), "dealPlace": _deal_place(story)}


def _recent(story: Story, seat: Seat | None) -> list[Json]:
    """The newest first."""
    return [
        event | {"seq": seq, "at": at}
        for seq, at, events in reversed(story)
        for event in reversed(told_to(events, seat))
    ]


def _deal_place(story: Story) -> str | None:
    """The number of the action that dealt: the place of the first shuffle."""
    for seq, _at, events in story:
        if any(event["type"] == "GAME_STARTED" for event in events):
            return str(seq)
    return None


page = TablePage(
    engine=replace(engine, store=loading, follow=loading.follow),
    template="cambio/table.html",
    parts=PARTS,
    view=view,
    people=queries.seats.people_at,
)
