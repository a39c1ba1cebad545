"""The parts a table's page is made of."""

from collections.abc import Callable
from functools import partial
from typing import Any

from imperial.choices import Mode
from imperial.map.powers import MOST_COUNTRIES
from imperial.pages.contexts import board, council, decide, duel, standings, story
from tabletop.live.parts import Part, View
from tabletop.rules import Json


def _part(name: str, context_of: Callable[[View], Json], template: str = "", **options: Any) -> Part:
    return Part(name=name, template=f"imperial/{template or f'_{name}'}.html", context=context_of, **options)


_playing = partial(_part, empty_while=("mode", frozenset({"waiting"})))
"""A part with nothing in it until the game begins."""


def _only_in(*modes: str) -> dict[str, Any]:
    """Options of a part with nothing in it in other modes."""
    return {"empty_while": ("mode", frozenset(Mode.values).difference(modes))}


LANDS = tuple(
    _playing(f"land{index}", partial(standings.land, index=index), "_land") for index in range(MOST_COUNTRIES)
)

PARTS = (
    _playing("where", story.where),
    _playing("lights", board.lights, "map/_lights"),
    _playing("works", board.works, "map/_works"),
    _playing("chips", board.chips, "map/_chips"),
    # Before the units, which travel along what it brings.
    _playing("routes", board.routes, "map/_routes"),
    _playing("units", board.units, "map/_units"),
    _playing("rondel", board.wheel, "map/_rondel"),
    _playing("focus", board.focus, "map/_focus"),
    _part("market", decide.market, **_only_in("buy")),
    _part("duel", duel.duel, **_only_in("vote")),
    _playing("decide", decide.decide),
    _part("envelopes", council.envelopes, **_only_in("bid", "buy-bid")),
    _playing("players", standings.players),
    *LANDS,
    _playing("logfilter", story.log_filter, "_log_filter"),
    _playing("log", story.log),
    _part("waiting", story.waiting, **_only_in("waiting")),
    _part("result", decide.result, **_only_in("game-over")),
)

BOARD_NAMES = {"works", "chips", "units", "rondel", "focus", "players", "logfilter", "log"}
BOARD_PARTS = (*(part for part in PARTS if part.name in BOARD_NAMES or part in LANDS), _playing("told", story.told))
"""What a look back shows: the board, the people and what has just happened, nothing to decide."""

HISTORY_PARTS = tuple(part for part in PARTS if part.name in {"logfilter", "log"})

DESK_NAMES = {"lights", "routes", "market", "duel", "decide"}
DESK_PARTS = tuple(part for part in PARTS if part.name in DESK_NAMES)
"""What shows a choice that is not submitted yet."""
