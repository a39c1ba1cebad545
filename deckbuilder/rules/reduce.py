"""The reducer (rules 5): an action that is not allowed leaves the state unchanged."""

from collections.abc import Callable, Mapping
from typing import Any

from deckbuilder.rules.deal import change_parameters, deal_next_hand, end_turn
from deckbuilder.rules.discard import confirm_discard, toggle_card_selection
from deckbuilder.rules.new_deck import apply_json_override, init, load_preset_deck, reset, start_custom_deck
from deckbuilder.rules.play_order import (
    clear_play_order,
    deselect_from_play_order,
    lock_play_order,
    select_for_play_order,
)
from deckbuilder.rules.state import State
from tabletop.rules import Shuffle

HANDLERS: Mapping[str, Callable[[State, Any, Shuffle], State]] = {
    "INIT": init,
    "DEAL_NEXT_HAND": deal_next_hand,
    "END_TURN": end_turn,
    "APPLY_JSON_OVERRIDE": apply_json_override,
    "CHANGE_PARAMETERS": change_parameters,
    "TOGGLE_CARD_SELECTION": toggle_card_selection,
    "CONFIRM_DISCARD": confirm_discard,
    "SELECT_FOR_PLAY_ORDER": select_for_play_order,
    "DESELECT_FROM_PLAY_ORDER": deselect_from_play_order,
    "LOCK_PLAY_ORDER": lock_play_order,
    "CLEAR_PLAY_ORDER": clear_play_order,
    "RESET": reset,
    "START_CUSTOM_DECK": start_custom_deck,
    "LOAD_PRESET_DECK": load_preset_deck,
}


def reduce(state: State, action: Any, shuffle: Shuffle) -> State:
    action_type = action.get("type") if isinstance(action, dict) else None
    handler = HANDLERS.get(action_type) if isinstance(action_type, str) else None
    return state if handler is None else handler(state, action.get("payload"), shuffle)
