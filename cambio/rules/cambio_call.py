"""The Cambio call (rules 8.1 and 8.2)."""

from msgspec.structs import replace

from cambio.rules.actions import CallCambio
from cambio.rules.events import CambioCalled
from cambio.rules.refusals import refusal
from cambio.rules.state import State, Step
from cambio.rules.turn import end_turn
from tabletop.rules import Shuffle


def call_cambio(state: State, seat: int, _action: CallCambio, *, now: float, shuffle: Shuffle) -> Step:
    """Raises `cambio_after_draw`."""
    # Rules 8.1: only at the start of one's own turn, before drawing. There is no minimum number of turns.
    if state.held_card is not None:
        raise refusal("cambio_after_draw")
    # Rules 8.2: the final round begins, and the caller's turn ends without a card.
    called = replace(state, phase="final_round", cambio_caller_id=seat)
    after, events = end_turn(called, now=now)
    return after, (CambioCalled(caller_id=seat, phase="final_round", remaining_turns=len(state.players) - 1), *events)
