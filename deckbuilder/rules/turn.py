"""Ending a turn (rules 5.3)."""

from msgspec.structs import replace

from deckbuilder.rules.deal import deal
from deckbuilder.rules.derived import can_end_turn
from deckbuilder.rules.state import State
from tabletop.rules import Shuffle


def end_turn(state: State, _payload: object, shuffle: Shuffle) -> State:
    if not can_end_turn(state):
        return state
    return deal(replace(state, turn_number=state.turn_number + 1), shuffle)
