"""Selects and discards cards of the hand (rules 5.6, 5.7)."""

from typing import Any

from msgspec.structs import replace

from deckbuilder.rules.parsing import field_text
from deckbuilder.rules.state import NO_DISCARD, State, can_confirm_discard
from tabletop.rules import Shuffle


def toggle_card_selection(state: State, payload: Any, _shuffle: Shuffle) -> State:
    # The first version of this action carried the bare id.
    instance_id = payload if isinstance(payload, str) else field_text(payload, "instanceId")
    if not state.discard_phase.active or instance_id not in state.hand_ids:
        return state
    selected = state.selected_card_ids
    if instance_id in selected:
        return replace(state, selected_card_ids=selected - {instance_id})
    if len(selected) >= state.discard_phase.remaining_discards:
        return state
    return replace(state, selected_card_ids=selected | {instance_id})


def confirm_discard(state: State, _payload: object, _shuffle: Shuffle) -> State:
    if not can_confirm_discard(state):
        return state
    # Rules 5.7: in hand order, not in the order of selection.
    thrown = tuple([card.card for card in state.hand_cards if card.instance_id in state.selected_card_ids])
    kept = tuple([card for card in state.hand_cards if card.instance_id not in state.selected_card_ids])
    return replace(
        state,
        discard_pile=state.discard_pile + thrown,
        hand_cards=kept,
        selected_card_ids=frozenset(),
        discard_phase=NO_DISCARD,
        play_order_sequence=(),
        play_order_locked=False,
        planning_phase=len(kept) > 0,
    )
