"""The page of a table: what a seat sees, cut into parts."""

from msgspec.structs import replace

from cambio import queries, rules
from cambio.coaching import coaching_at
from cambio.pages.loading import LoadedPage, loader
from cambio.pages.moves import MOVES
from cambio.pages.parts import PARTS
from cambio.pages.view import TableView, to_view, visible_in_story, with_own_view
from cambio.plug import table
from cambio.services import engine, tables
from tabletop.engine import Loaded
from tabletop.live.pages import TablePage
from tabletop.rules import Seat
from tabletop.table import Table
from tabletop.tables.manners import again_at_closed, again_of, manners_of, series_of


def view(loaded: Loaded[Table], seat: Seat | None, now: float) -> TableView:
    """What the parts are cut from."""
    shown = loader.complete(loaded)
    seen = _seen(shown, seat, now)
    plug, me = table.plug, seen.my_player_id
    if me is not None and shown.state.settings.coached:
        settled, _events = table.pass_time(shown.state, now=now)
        seen = replace(seen, coaching=coaching_at(settled, seen.my_seat))
    if me is not None and shown.state.settings.sealed:
        seen = replace(seen, sealed=plug.seals_first(shown.state))
    if seen.phase == "completed":
        return replace(seen, again=again_of(shown, me), series=series_of(plug, shown))
    if seen.abandoned:
        return replace(seen, again=again_at_closed(shown, me))
    seen = replace(seen, manners=manners_of(plug, shown, me))
    # Rules 4.2 of the table: until the turn is over its person can do nothing.
    return replace(seen, available_actions=frozenset()) if seen.is_played_by_bot else seen


def _seen(shown: LoadedPage, seat: Seat | None, now: float) -> TableView:
    state, due = shown.state, shown.due
    place = table.place(state, seat)
    if place is None or state.game is None or state.abandoned or (due is not None and due <= now):
        return seen_by(shown, seat, now)
    recent = shown.public_events or visible_in_story(shown.log, place)
    own = rules.own_view(state.game, place)
    return with_own_view(shown.public, own, place, recent, recent_is_whole=shown.is_whole)


def seen_by(loaded: LoadedPage, seat: Seat | None, now: float) -> TableView:
    """What this seat sees, whatever the table is at."""
    recent = visible_in_story(loaded.log, seat)
    own = {"recent": recent, "recentIsWhole": loaded.is_whole, "dealPlace": loaded.deal_place}
    return to_view(queries.shown_view(loaded, seat, now, kept_names=loaded.kept_names) | own)


page = TablePage(
    engine=engine,
    template="cambio/table.html",
    parts=PARTS,
    moves=MOVES,
    view=view,
    loader=loader,
    told_to=lambda loaded, person: {"sit_in": tables.sit_in_of(loaded, person)},
)
