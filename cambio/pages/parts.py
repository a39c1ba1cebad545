"""The parts a table's page is made of."""

from collections.abc import Callable
from functools import partial
from typing import Any

from cambio.pages.contexts import board, rooms, story, texts
from tabletop.live.parts import Part, View
from tabletop.rules import Json

PLACES = ("left", "top", "right")


def _part(name: str, context_of: Callable[[View], Json], template: str = "", **options: Any) -> Part:
    return Part(name=name, template=f"cambio/_{template or name}.html", context=context_of, **options)


_on_felt = partial(_part, empty_while=("phase", frozenset({"setup", "completed"})))
"""A part with cards to play with: before is the waiting room, after the result."""


PARTS = (
    _part("final", board.final),
    *(_on_felt(place, partial(board.opponent, place=place), "opponent") for place in PLACES),
    *(_on_felt(f"{place}_hand", partial(board.hand, place=place), "hand") for place in PLACES),
    _on_felt("held", board.held),
    _on_felt("deck", board.deck),
    _on_felt("discard", board.discard),
    _on_felt("status", texts.status),
    _on_felt("me", board.myself),
    _on_felt("mine", board.mine),
    _part("actions", board.actions),
    _part("log", story.log, grows=True),
    _part("waiting", rooms.waiting),
    _part("result", rooms.result),
    _part("modal", texts.modal),
    _on_felt("motion", story.motion),
)
