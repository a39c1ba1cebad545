"""The parts a table's page is made of."""

from functools import partial

from cambio.pages.contexts import board, coach, ending, last_moves, result, story, texts, waiting
from tabletop.live.parts import StagedParts

PLACES = ("left", "top", "right")

PHASES = frozenset({"setup", "initial_view", "playing", "final_round", "completed"})
WITH_CARDS = PHASES - {"setup"}
"""Before is the waiting room. At the end the table stays, with its hands turned up."""
RUNNING = WITH_CARDS - {"completed"}

_part = StagedParts(folder="cambio", field="phase", stages=PHASES).part
_on_felt = partial(_part, during=WITH_CARDS)

PARTS = (
    _part("final", board.final, during={"final_round"}),
    *(_on_felt(place, partial(board.opponent, place=place), "_opponent") for place in PLACES),
    *(_on_felt(f"{place}_hand", partial(board.hand, place=place), "_hand") for place in PLACES),
    *(_on_felt(f"{place}_move", partial(last_moves.last_move, place=place), "_last_move") for place in PLACES),
    _on_felt("held", board.held),
    _on_felt("deck", board.deck),
    _on_felt("discard", board.discard),
    _part("status", texts.status, during=RUNNING),
    _part("verdict", ending.verdict, during={"completed"}),
    _on_felt("me", board.myself),
    _on_felt("my_move", last_moves.own_last_move, "_own_last_move"),
    _on_felt("mine", board.mine),
    _part("actions", board.actions),
    _part("coach", coach.coach),
    _on_felt("power", texts.power),
    _on_felt("glance", texts.glance),
    _on_felt("manners", board.manners),
    _part("log", story.log, grows=True),
    _part("waiting", waiting.waiting, during={"setup"}),
    _on_felt("seal", result.seal),
    _part("result", result.result, during={"completed"}),
    _on_felt("again", result.again),
    _on_felt("motion", story.motion),
)
