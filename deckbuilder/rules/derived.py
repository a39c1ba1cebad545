"""Values that follow from a state and are never stored (rules 3)."""

from typing import Literal

from deckbuilder.rules.state import State

Phase = Literal["idle", "discard", "planning", "executing"]


def phase(state: State) -> Phase:
    if state.discard_phase.active:
        return "discard"
    if state.planning_phase:
        return "planning"
    return "executing" if state.play_order_locked else "idle"


def sequence_number(state: State, instance_id: str) -> int | None:
    sequence = state.play_order_sequence
    return sequence.index(instance_id) + 1 if instance_id in sequence else None


def is_play_order_complete(state: State) -> bool:
    return len(state.play_order_sequence) == len(state.hand_cards)


def can_order(state: State) -> bool:
    return state.planning_phase and not state.play_order_locked


def can_confirm_discard(state: State) -> bool:
    return state.discard_phase.active and len(state.selected_card_ids) == state.discard_phase.remaining_discards


def can_lock(state: State) -> bool:
    # The order of an empty hand is complete, yet there is nothing to lock.
    return can_order(state) and is_play_order_complete(state) and len(state.hand_cards) > 0


def can_end_turn(state: State) -> bool:
    is_order_open = len(state.play_order_sequence) > 0 and not state.play_order_locked
    return not (state.is_dealing or state.discard_phase.active or state.planning_phase or is_order_open)
