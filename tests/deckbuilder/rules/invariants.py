"""What is true after every action and after every load (rules 7), by number."""

import re

from deckbuilder import rules
from deckbuilder.rules import State
from tests.deckbuilder.rules.arranged import every_card

UUID4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
OTHER_CARDS = {"INIT", "RESET", "START_CUSTOM_DECK", "LOAD_PRESET_DECK", "APPLY_JSON_OVERRIDE"}
FIRST_TURN = {"INIT", "RESET", "START_CUSTOM_DECK", "LOAD_PRESET_DECK"}


def check_state(state: State) -> None:
    hand, sequence, phase = state.hand_ids, state.play_order_sequence, state.discard_phase
    data = rules.to_json(state)
    assert data["hand"] == [card["card"] for card in data["handCards"]], "I1"
    assert len(set(hand)) == len(hand), "I2"
    assert state.selected_card_ids <= set(hand), "I3"
    assert len(state.selected_card_ids) <= phase.remaining_discards, "I3"
    assert not state.selected_card_ids or phase.active, "I3"
    assert len(set(sequence)) == len(sequence), "I4"
    assert set(sequence) <= set(hand), "I4"
    assert not (phase.active and state.planning_phase), "I5"
    assert 1 <= phase.remaining_discards <= len(hand) if phase.active else phase.remaining_discards == 0, "I6"
    if state.play_order_locked:
        assert not state.planning_phase, "I7"
        assert len(sequence) == len(hand) > 0, "I7"
    if state.planning_phase:
        assert len(hand) > 0, "I8"
        assert not state.play_order_locked, "I8"
    assert not sequence or state.planning_phase or state.play_order_locked, "I9"
    assert type(state.turn_number) is int, "I12"
    assert state.turn_number >= 1, "I12"
    assert type(state.hand_size) is int, "I13"
    assert 1 <= state.hand_size <= 10, "I13"
    assert type(state.discard_count) is int, "I13"
    assert 0 <= state.discard_count <= 20, "I13"


def check_step(before: State, action_type: str, after: State) -> None:
    check_state(after)
    was_dealt = after.hand_cards != before.hand_cards and set(after.hand_ids).isdisjoint(before.hand_ids)
    if before.play_order_locked and after.play_order_sequence != before.play_order_sequence:
        assert was_dealt, "I10"
    if action_type not in OTHER_CARDS:
        assert every_card(after) == every_card(before), "I11"
    if action_type in FIRST_TURN and after.hand_cards != before.hand_cards:
        assert after.turn_number == 1, "I12"
    elif action_type == "END_TURN" and after is not before:
        assert after.turn_number == before.turn_number + 1, "I12"
    else:
        assert after.turn_number == before.turn_number, "I12"
    if was_dealt and after.hand_cards:
        assert all(UUID4.fullmatch(card_id) for card_id in after.hand_ids)
        is_short = len(after.hand_cards) < after.hand_size
        assert not is_short or "insufficient cards" in str(after.warning)
        assert len(after.hand_cards) <= after.hand_size
