"""Changes hand size and discard count (rules 5.5)."""

from typing import Any

from msgspec.structs import replace

from deckbuilder.rules.deal import deal_from
from deckbuilder.rules.limits import DISCARD_COUNTS, HAND_SIZES
from deckbuilder.rules.state import State
from deckbuilder.rules.values import whole_number
from tabletop.rules import Shuffle


def change_parameters(state: State, payload: Any, shuffle: Shuffle) -> State:
    if not isinstance(payload, dict):
        return state
    changed = replace(
        state,
        hand_size=whole_number(payload.get("handSize"), HAND_SIZES, otherwise=state.hand_size),
        discard_count=whole_number(payload.get("discardCount"), DISCARD_COUNTS, otherwise=state.discard_count),
    )
    if payload.get("immediateReset") is not True:
        return changed
    every_card = [*state.draw_pile, *state.discard_pile, *state.hand]
    return deal_from(changed, draw_pile=tuple(shuffle(every_card)), discard_pile=(), shuffle=shuffle, before=state)
