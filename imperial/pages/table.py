"""The page of a table: what a seat sees, cut into parts."""

from collections.abc import Hashable, Sequence

from msgspec.structs import replace

from imperial import queries, rules
from imperial.decisions import Draft, build_decision
from imperial.pages import rulebook
from imperial.pages.loading import LoadedPage, loader
from imperial.pages.moves import MOVES
from imperial.pages.parts import BOARD_PARTS, DRAFT_PARTS, HISTORY_PARTS, PARTS
from imperial.pages.view import PublicView, RoomView, TableView, to_room
from imperial.plug import table as rules_of_table
from imperial.queries import Line
from imperial.rules.state import State
from imperial.services import engine, tables
from tabletop.engine import Loaded
from tabletop.live.pages import TablePage
from tabletop.live.parts import Contexts, build_contexts
from tabletop.rules import Seat
from tabletop.table import Table
from tabletop.tables.held_seats import kept_facts
from tabletop.tables.manners import Again, Manners, again_at_closed, again_of, manners_of, series_of


def view(loaded: Loaded[Table], seat: Seat | None, now: float) -> RoomView | TableView:
    """What the parts are cut from."""
    if loaded.state.game is None:
        room = loader.complete(loaded)
        seen = queries.page_view(room, seat, now) | kept_facts(room.state, room.kept_names)
        return replace(to_room(seen, room.names, room.colours), again=_again_at_closed(room, seat))
    return seen_by(loader.complete(loaded), seat)


def seen_by(loaded: LoadedPage, seat: Seat | None) -> TableView:
    """What a seat sees of a game that has begun; None, or a seat of another table, is a spectator."""
    table, game, private, public = loaded.state, loaded.state.game, loaded.private_of(seat), loaded.public
    me = next((info.seat_id for info in table.seats if info.seat_id == seat), None)
    # Of a seat that a bot plays nothing is asked.
    watching = me is None or me in public.bots
    plug, over = rules_of_table.plug, rules.is_over(game)
    asked = not watching and public.closed is None and me in game.players_to_act
    return TableView(
        public=public,
        decision=build_decision(game, me, private.draft or Draft(), setup=public.board) if asked else public.unasked,
        me=me,
        watching=watching,
        my_vote=rules.own_vote(game, me),
        can_undo=me is not None and public.closed is None and game.undo == me,
        hints=private.hints,
        draft_number=None if seat is None else private.draft_number,
        manners=Manners() if over else manners_of(plug, loaded, me),
        again=again_of(loaded, me) if over else _again_at_closed(loaded, me),
        series=series_of(plug, loaded) if over else None,
    )


def _again_at_closed(loaded: LoadedPage, seat: Seat | None) -> Again | None:
    me = next((info.seat_id for info in loaded.state.seats if info.seat_id == seat), None)
    return again_at_closed(loaded, me) if loaded.state.abandoned else None


def edition(loaded: Loaded[Table], seat: Seat | None) -> Hashable:
    """A draft changes the page without a move, and so does an explanation that has been read."""
    private = loaded.private_of(seat) if isinstance(loaded, LoadedPage) else None
    return loaded.row.seq, private and (private.draft_number, private.hints)


def news_of_draft(loaded: LoadedPage, seat: Seat, draft: Draft, *, number: int) -> Contexts:
    """What a choice changes on the page of the seat that made it: only the parts about the question at hand show it.

    The question itself is always among them: the page does not draw an answer behind which another choice waits.
    """
    drafted = loaded.with_private(seat, draft=draft, draft_number=number)
    news = page.news(loaded, drafted, seat, parts=DRAFT_PARTS)
    shown = page.shown(drafted, seat)
    return news | {part: shown[part] for part in DRAFT_PARTS if part.name == "decide"}


def looking_back(loaded: LoadedPage, game: State, lines: Sequence[Line]) -> Contexts:
    """The board as it stood before a turn, for anybody who looks: nothing of it is anybody's secret any more."""
    return build_contexts(BOARD_PARTS, _watched(loaded.public_at(game, lines)))


def whole_history(loaded: LoadedPage, lines: Sequence[Line]) -> Contexts:
    """All that has happened, country by country if wanted."""
    return build_contexts(HISTORY_PARTS, _watched(loaded.public_at(loaded.state.game, lines)))


def _watched(public: PublicView) -> TableView:
    return TableView(public=public, decision=public.unasked)


page = TablePage(
    engine=engine,
    template="imperial/table.html",
    parts=PARTS,
    moves=MOVES,
    view=view,
    loader=loader,
    edition=edition,
    help_url=rulebook.help_url,
    told_to=lambda loaded, person: {"sit_in": tables.sit_in_of(loaded, person)},
)
