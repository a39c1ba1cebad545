"""The parts a table's page is made of."""

from collections.abc import Callable
from functools import partial

from cambio.pages.contexts import board, rooms, story, texts
from tabletop.live.parts import Part, View
from tabletop.rules import Json

PLACES = ("left", "top", "right")


def _part(name: str, context_of: Callable[[View], Json], template: str = "", *, grows: bool = False) -> Part:
    return Part(name=name, template=f"cambio/_{template or name}.html", context=context_of, grows=grows)


PARTS = (
    _part("final", board.final),
    *(_part(place, partial(board.opponent, place=place), "opponent") for place in PLACES),
    *(_part(f"{place}_hand", partial(board.hand, place=place), "hand") for place in PLACES),
    _part("held", board.held),
    _part("deck", board.deck),
    _part("discard", board.discard),
    _part("status", texts.status),
    _part("me", board.myself),
    _part("mine", board.mine),
    _part("actions", board.actions),
    _part("log", story.log, grows=True),
    _part("waiting", rooms.waiting),
    _part("result", rooms.result),
    _part("modal", texts.modal),
    _part("motion", story.motion),
)
