"""The page of a table: what a seat sees, cut into parts."""

from cambio import queries, rules
from cambio.pages.loading import LoadedPage, loader
from cambio.pages.moves import MOVES
from cambio.pages.parts import PARTS
from cambio.pages.view import TableView, to_view, visible_in_story, with_own_view
from cambio.plug import table
from cambio.services import engine
from tabletop.engine import Loaded
from tabletop.live.pages import TablePage
from tabletop.rules import Seat
from tabletop.table import Table


def view(loaded: Loaded[Table], seat: Seat | None, now: float) -> TableView:
    """What the parts are cut from."""
    shown = loader.complete(loaded)
    state, due = shown.state, shown.due
    place = table.place(state, seat)
    if place is None or state.game is None or state.abandoned or (due is not None and due <= now):
        return seen_by(shown, seat, now)
    recent = shown.public_events or visible_in_story(shown.log, place)
    return with_own_view(shown.public, rules.own_view(state.game, place), place, recent)


def seen_by(loaded: LoadedPage, seat: Seat | None, now: float) -> TableView:
    """What this seat sees, whatever the table is at."""
    own = {"recent": visible_in_story(loaded.log, seat), "dealPlace": loaded.deal_place}
    return to_view(queries.page_view(loaded, seat, now) | own)


page = TablePage(engine=engine, template="cambio/table.html", parts=PARTS, moves=MOVES, view=view, loader=loader)
