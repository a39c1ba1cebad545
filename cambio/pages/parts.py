"""The parts a table's page is made of."""

from functools import partial

from cambio.pages.contexts import board, result, story, texts, waiting
from tabletop.live.parts import StagedParts

PLACES = ("left", "top", "right")

PHASES = frozenset({"setup", "initial_view", "playing", "final_round", "completed"})
WITH_CARDS = PHASES - {"setup", "completed"}
"""Before is the waiting room, after the result."""

_part = StagedParts(folder="cambio", field="phase", stages=PHASES).part
_on_felt = partial(_part, during=WITH_CARDS)

PARTS = (
    _part("final", board.final, during={"final_round"}),
    *(_on_felt(place, partial(board.opponent, place=place), "_opponent") for place in PLACES),
    *(_on_felt(f"{place}_hand", partial(board.hand, place=place), "_hand") for place in PLACES),
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
