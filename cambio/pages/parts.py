"""The parts a table's page is made of."""

from collections.abc import Callable, Set
from functools import partial

from cambio.pages.contexts import board, result, story, texts, waiting
from cambio.pages.view import TableView
from tabletop.live.parts import Context, Part

PLACES = ("left", "top", "right")


PHASES = frozenset({"setup", "initial_view", "playing", "final_round", "completed"})
WITH_CARDS = PHASES - {"setup", "completed"}
"""Before is the waiting room, after the result."""


def _part(
    name: str,
    context: Callable[[TableView], Context],
    template: str = "",
    *,
    during: Set[str] = PHASES,
    grows: bool = False,
) -> Part:
    """A part with the template of its name, shown `during` these phases and empty in others."""
    empty_while = ("phase", PHASES - during)
    template = f"cambio/_{template or name}.html"
    return Part(name=name, template=template, context=context, grows=grows, empty_while=empty_while)


_on_felt = partial(_part, during=WITH_CARDS)


PARTS = (
    _part("final", board.final, during={"final_round"}),
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
    _part("waiting", waiting.waiting, during={"setup"}),
    _part("result", result.result, during={"completed"}),
    _part("modal", texts.modal),
    _on_felt("motion", story.motion),
)
