"""The parts a table's page is made of."""

from collections.abc import Callable, Set
from functools import partial

from django.utils.translation import get_language

from imperial.choices import Mode
from imperial.map.powers import MOST_COUNTRIES
from imperial.pages.contexts import (
    auction,
    board,
    buying,
    decide,
    duel,
    lights,
    result,
    routes,
    standings,
    story,
    waiting,
)
from imperial.pages.view import PublicView, TableView
from tabletop.live.parts import EMPTY, Context, Part, StagedParts

MODES = frozenset(Mode.values)
PLAYING = MODES - {"waiting"}

_part = partial(StagedParts(folder="imperial", field="mode", stages=MODES).part, during=PLAYING)


def _shared(
    name: str,
    build: Callable[[PublicView], Context],
    template: str = "",
    *,
    during: Set[str] = PLAYING,
    grows: bool = False,
) -> Part:
    """A part that all see alike: its context is built once a move, in each language."""

    def context(view: TableView) -> Context:
        return view.public.shared(build, get_language())

    return _part(name, context, template, during=during, grows=grows)


def _while_open(build: Callable[[TableView], Context]) -> Callable[[TableView], Context]:
    """Of what is being decided nothing is left at a table that was given up."""
    return lambda view: EMPTY if view.public.closed else build(view)


LANDS = tuple(_shared(f"land{index}", partial(standings.land, index=index), "_land") for index in range(MOST_COUNTRIES))

PARTS = (
    _part("where", story.where),
    _part("lights", lights.lights, "map/_lights"),
    _shared("works", board.works, "map/_works"),
    _shared("chips", board.chips, "map/_chips"),
    # Before the units, which travel along what it brings.
    _part("routes", routes.routes, "map/_routes"),
    _shared("units", board.units, "map/_units"),
    _shared("rondel", board.wheel, "map/_rondel"),
    _shared("focus", board.focus, "map/_focus"),
    _part("market", _while_open(buying.market), during={"buy"}),
    _part("duel", _while_open(duel.duel), during={"vote"}),
    _part("decide", decide.decide),
    _shared("envelopes", auction.envelopes, during={"bid", "buy-bid"}),
    _part("players", standings.players),
    _part("manners", standings.manners),
    *LANDS,
    _shared("logfilter", story.log_filter, "_log_filter"),
    _shared("log", story.log, grows=True),
    _part("waiting", waiting.waiting, during={"waiting"}),
    _part("again", result.again, during={"game-over"}),
    _part("result", result.result, during={"game-over"}),
)

BOARD_NAMES = {"works", "chips", "units", "rondel", "focus", "players", "logfilter", "log"}
BOARD_PARTS = (
    *(part for part in PARTS if part.name in BOARD_NAMES or part in LANDS),
    _shared("turnlines", story.turn_lines, "_turn_lines"),
)
"""What a look back shows: the board, the people and what has just happened, nothing to decide."""

HISTORY_PARTS = tuple(part for part in PARTS if part.name in {"logfilter", "log"})

DRAFT_PART_NAMES = {"lights", "routes", "market", "duel", "decide"}
DRAFT_PARTS = tuple(part for part in PARTS if part.name in DRAFT_PART_NAMES)
"""What shows a choice that is not submitted yet."""
