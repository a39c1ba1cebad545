"""Orders the cards of the hand and locks the order (rules 5.8 to 5.11)."""

from typing import Any

from msgspec.structs import replace

from deckbuilder.rules.parsing import field_text
from deckbuilder.rules.state import State, can_lock, can_order
from tabletop.rules import Shuffle


def select_for_play_order(state: State, payload: Any, _shuffle: Shuffle) -> State:
    instance_id = field_text(payload, "instanceId")
    if instance_id is None or not can_order(state):
        return state
    if instance_id not in state.hand_ids or instance_id in state.play_order_sequence:
        return state
    return replace(state, play_order_sequence=(*state.play_order_sequence, instance_id))


def deselect_from_play_order(state: State, payload: Any, _shuffle: Shuffle) -> State:
    instance_id = field_text(payload, "instanceId")
    if instance_id not in state.play_order_sequence or not can_order(state):
        return state
    sequence = tuple([each for each in state.play_order_sequence if each != instance_id])
    return replace(state, play_order_sequence=sequence)


def lock_play_order(state: State, _payload: object, _shuffle: Shuffle) -> State:
    return replace(state, play_order_locked=True, planning_phase=False) if can_lock(state) else state


def clear_play_order(state: State, _payload: object, _shuffle: Shuffle) -> State:
    return replace(state, play_order_sequence=()) if can_order(state) else state
