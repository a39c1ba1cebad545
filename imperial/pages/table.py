"""The page of a table: what a seat sees, cut into parts."""

from collections.abc import Hashable, Sequence
from typing import Any

from django.conf import settings
from msgspec.structs import replace as replace_struct

from imperial import queries, rulebook
from imperial.decisions import Draft, build_decision
from imperial.decisions.market import market_rows
from imperial.decisions.routes import last_moves
from imperial.decisions.voting import peace_offer, proposal_cards
from imperial.pages import loading
from imperial.pages.contexts.people import with_faces
from imperial.pages.loading import LoadedPage
from imperial.pages.moves import MOVES
from imperial.pages.parts import BOARD_PARTS, DESK_PARTS, HISTORY_PARTS, PARTS
from imperial.rules.board import Setup
from imperial.rules.money import to_dollars
from imperial.rules.occupation import closed_factories
from imperial.rules.scoring import score_cents
from imperial.rules.state import State
from imperial.services import engine
from imperial.store.reading import Line
from tabletop.engine import Loaded
from tabletop.live.pages import TablePage
from tabletop.live.parts import Contexts, View, build_contexts
from tabletop.rules import Json, Seat
from tabletop.table import Table
from tabletop.tables.names import with_names


def view(loaded: Loaded[Any], seat: Seat | None, now: float) -> View:
    """What the parts are cut from: computed by seat ids, with names put in at the end."""
    table: Table = loaded.state
    shown = queries.page_view(loaded, seat, now)
    if table.game is None or not isinstance(loaded, LoadedPage):
        return named(shown, loaded)
    board, desk = table.settings.board, loaded.desk_of(seat)
    shown |= {
        "bots": [info.seat_id for info in table.seats if info.bot_level],
        "hints": desk.hints,
        "tableUrl": settings.SITE_URL + queries.address(loaded.row.pk),
        "travelled": last_moves(table.game, loaded.lines, setup=board),
        "draftNumber": None if seat is None else desk.draft_number,
        **board_facts(table.game, setup=board),
    }
    # Of a seat that a bot plays nothing is asked.
    asked = next((info.seat_id for info in table.seats if info.seat_id == seat and info.bot_level is None), None)
    shown["decision"] = build_decision(table.game, asked, desk.draft or Draft(), setup=board)
    return named(shown, loaded, lines=loaded.lines)


def edition(loaded: Loaded[Any], seat: Seat | None) -> Hashable:
    """A draft changes the page without a move, and so does an explanation that has been read."""
    desk = loaded.desk_of(seat) if isinstance(loaded, LoadedPage) else None
    return loaded.row.seq, desk and (desk.draft_number, desk.hints)


def named(shown: View, loaded: Loaded[Any], *, lines: Sequence[Line] = ()) -> View:
    """With names for seat ids; the lines of the log get theirs when they are translated."""
    told: Json = with_names(shown, loaded.names)
    return with_faces(told) | {"history": list(lines), "names": loaded.names}


def news_of_draft(loaded: LoadedPage, seat: Seat, draft: Draft, *, number: int) -> Contexts:
    """What a choice changes on the page of the seat that made it: only the parts about the question at hand show it."""
    return page.news(loaded, loaded.with_desk(seat, draft=draft, draft_number=number), seat, parts=DESK_PARTS)


def looking_back(loaded: Loaded[Any], game: State, lines: Sequence[Line]) -> Contexts:
    """The board as it stood before a turn, for anybody who looks: nothing of it is anybody's secret any more."""
    table: Table = replace_struct(loaded.state, game=game)
    then = Loaded(row=loaded.row, state=table, sitters=loaded.sitters)
    shown = queries.page_view(then, None, 0.0) | board_facts(game, setup=table.settings.board)
    return build_contexts(BOARD_PARTS, named(shown | {"bots": []}, loaded, lines=lines))


def whole_history(loaded: Loaded[Any], lines: Sequence[Line]) -> Contexts:
    """All that has happened, country by country if wanted."""
    return build_contexts(HISTORY_PARTS, named(queries.page_view(loaded, None, 0.0), loaded, lines=lines))


def board_facts(game: State, *, setup: Setup) -> Json:
    """What follows from the board and the state, for everybody."""
    maneuver = game.current_maneuver
    return {
        "wheel": list(setup.wheel),
        "prices": list(setup.stock_costs),
        "scores": {name: to_dollars(score_cents(game, name)) for name in game.player_info},
        "limits": {
            name: {"army": country.army_limit, "fleet": country.fleet_limit}
            for name, country in setup.countries.items()
        },
        "closedFactories": closed_factories(game),
        "movingCountry": maneuver.country if maneuver else None,
        "market": market_rows(game, setup=setup) if game.mode == "buy" else [],
        "proposals": proposal_cards(game, setup=setup) if game.mode in ("proposal-opp", "vote") else [],
        "offer": peace_offer(game) if game.peace_offer else None,
    }


page = TablePage(
    engine=engine,
    template="imperial/table.html",
    parts=PARTS,
    moves=MOVES,
    view=view,
    load=loading.load,
    with_log=loading.with_log,
    follow=loading.follow,
    edition=edition,
    watchable=True,
    help_url=rulebook.help_url,
)
