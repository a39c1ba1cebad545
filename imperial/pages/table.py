"""The page of a table: what a seat sees, cut into parts."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings
from msgspec.structs import replace as replace_struct

from imperial import queries, rulebook
from imperial.decisions import Draft, build_decision
from imperial.decisions.last_moves import last_moves
from imperial.decisions.market import market_rows
from imperial.decisions.peace import peace_offer
from imperial.decisions.voting import proposal_cards
from imperial.pages import loading
from imperial.pages.loading import LoadedPage
from imperial.pages.parts import BOARD_PARTS, DESK_PARTS, HISTORY_PARTS, PARTS
from imperial.rules.board import Setup
from imperial.rules.money import to_dollars
from imperial.rules.occupation import operational_factories
from imperial.rules.scoring import score_cents
from imperial.rules.state import State
from imperial.services import engine
from imperial.store.chronicle import Line
from imperial.table import Table
from tabletop.live.pages import TablePage
from tabletop.live.parts import Contexts, View, changed_contexts, contexts_of
from tabletop.play import Loaded
from tabletop.rules import Json, Seat


def view(loaded: Loaded[Any], seat: Seat | None, now: float) -> View:
    table: Table = loaded.state
    shown = queries.page_view(loaded, seat, now)
    if table.game is None or not isinstance(loaded, LoadedPage):
        return shown
    draft = loaded.drafts.get(seat) if seat is not None else None
    shown |= {"bots": [info.name for info in table.seats if info.bot]}
    return (
        shown
        | {"history": list(loaded.lines)}
        | {"hints": loaded.hints_for(seat)}
        | {"tableUrl": settings.SITE_URL + queries.address(loaded.row.pk)}
        | board_facts(table.game, setup=table.board)
        | {"travelled": last_moves(table.game, loaded.lines, setup=table.board)}
        | {"desk": _desk(table.game, shown, draft or Draft(), setup=table.board)}
        | {"draftNumber": None if seat is None else loaded.desks[seat].draft_number}
    )


def _desk(game: State, shown: View, draft: Draft, *, setup: Setup) -> Json:
    asked = None if shown["me"] in shown["bots"] else shown["me"]
    return build_decision(game, asked, draft, setup=setup)


def news_of_draft(loaded: LoadedPage, seat: Seat, draft: Draft, *, number: int, now: float) -> Contexts:
    """What a choice changes on the page of whoever made it: only the parts about the question at hand show it."""
    table: Table = loaded.state
    if table.game is None:
        return {}
    before = view(loaded, seat, now)
    after = {**before, "desk": _desk(table.game, before, draft, setup=table.board), "draftNumber": number}
    return changed_contexts(contexts_of(DESK_PARTS, before), contexts_of(DESK_PARTS, after))


def looking_back(loaded: Loaded[Any], game: State, lines: Sequence[Line]) -> Contexts:
    """The board as it stood before a turn, for whoever looks: nothing of it is anybody's secret any more."""
    table: Table = replace_struct(loaded.state, game=game)
    then = Loaded(row=loaded.row, state=table, people=loaded.people)
    shown = queries.page_view(then, None, 0.0) | board_facts(game, setup=table.board)
    shown |= {"bots": [], "history": list(lines)}
    return contexts_of(BOARD_PARTS, shown)


def whole_history(loaded: Loaded[Any], lines: Sequence[Line]) -> Contexts:
    """All that has happened, country by country if wanted."""
    return contexts_of(HISTORY_PARTS, queries.page_view(loaded, None, 0.0) | {"history": list(lines)})


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
        "closedFactories": [
            place
            for name, country in game.country_info.items()
            for place in country.factories
            if place not in operational_factories(game, name)
        ],
        "movingCountry": maneuver.country if maneuver else None,
        "market": market_rows(game, setup=setup) if game.mode == "buy" else [],
        "proposals": proposal_cards(game, setup=setup),
        "offer": peace_offer(game),
    }


page = TablePage(
    engine=replace(engine, store=loading),
    template="imperial/table.html",
    parts=PARTS,
    view=view,
    watchable=True,
    people=queries.seats.people_at,
    help_url=rulebook.help_url,
)
