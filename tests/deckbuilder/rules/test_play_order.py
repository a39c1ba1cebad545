"""Rules 5.8 to 5.11: the play order."""

from typing import Any

import pytest

from deckbuilder import rules
from tests.deckbuilder.rules.arranged import IN_EACH_PHASE, act, arranged, ids, in_planning, only_changed

ORDERING = ["SELECT_FOR_PLAY_ORDER", "DESELECT_FROM_PLAY_ORDER", "LOCK_PLAY_ORDER", "CLEAR_PLAY_ORDER"]


def select(state: rules.State, *numbers: int) -> rules.State:
    for number in numbers:
        state = act(state, "SELECT_FOR_PLAY_ORDER", {"instanceId": f"id-{number}"})
    return state


def deselect(state: rules.State, number: int) -> rules.State:
    return act(state, "DESELECT_FROM_PLAY_ORDER", {"instanceId": f"id-{number}"})


@pytest.mark.parametrize("action_type", ORDERING)
@pytest.mark.parametrize("phase", ["idle", "discard", "executing"])
def test_the_order_is_changed_in_planning_alone(action_type: str, phase: str) -> None:
    before = IN_EACH_PHASE[phase]
    assert act(before, action_type, {"instanceId": "id-0"}) is before


@pytest.mark.parametrize("action_type", ORDERING)
def test_a_locked_order_cannot_be_changed_even_if_planning_were_on(action_type: str) -> None:
    before = in_planning("A", "B", playOrderLocked=True, playOrderSequence=ids(0, 1))
    assert act(before, action_type, {"instanceId": "id-0"}) is before


@pytest.mark.parametrize("action_type", ["SELECT_FOR_PLAY_ORDER", "DESELECT_FROM_PLAY_ORDER"])
@pytest.mark.parametrize("payload", [None, "id-0", "id-1", {}, {"instanceId": 0}, {"instanceId": "id-9"}, 0], ids=repr)
def test_an_id_that_is_missing_or_unknown_is_ignored(action_type: str, payload: Any) -> None:
    before = in_planning("A", "B", playOrderSequence=ids(0))
    assert act(before, action_type, payload) is before


def test_selecting_appends_at_the_end_and_nothing_else_changes() -> None:
    before = select(in_planning("A", "B", "C"), 1)
    after = select(before, 2)
    assert only_changed(before, after) == {"playOrderSequence"}
    assert after.play_order_sequence == ("id-1", "id-2")


def test_a_card_is_ordered_only_once() -> None:
    before = select(in_planning("A", "B"), 1)
    assert select(before, 1) is before


def test_deselecting_removes_the_card_and_the_others_keep_their_relative_order() -> None:
    before = select(in_planning("A", "B", "C", "D"), 3, 1, 0, 2)
    after = deselect(before, 1)
    assert only_changed(before, after) == {"playOrderSequence"}
    assert after.play_order_sequence == ("id-3", "id-0", "id-2")
    assert rules.sequence_number(after, "id-0") == 2


def test_a_card_that_is_not_ordered_cannot_be_deselected() -> None:
    before = select(in_planning("A", "B"), 1)
    assert deselect(before, 0) is before


def test_clearing_empties_the_sequence_and_planning_goes_on() -> None:
    before = select(in_planning("A", "B"), 1, 0)
    after = act(before, "CLEAR_PLAY_ORDER")
    assert only_changed(before, after) == {"playOrderSequence"}
    assert (after.play_order_sequence, after.planning_phase) == ((), True)


@pytest.mark.parametrize("ordered", [(), (0,), (2, 0)])
def test_an_incomplete_order_cannot_be_locked(ordered: tuple[int, ...]) -> None:
    before = select(in_planning("A", "B", "C"), *ordered)
    assert act(before, "LOCK_PLAY_ORDER") is before


def test_locking_ends_planning_and_keeps_the_sequence() -> None:
    before = select(in_planning("A", "B", "C"), 1, 2, 0)
    after = act(before, "LOCK_PLAY_ORDER")
    assert only_changed(before, after) == {"playOrderLocked", "planningPhase"}
    assert (after.play_order_locked, after.planning_phase) == (True, False)
    assert rules.phase(after) == "executing"


@pytest.mark.parametrize("planning", [False, True])
def test_trap_17_an_empty_hand_cannot_be_locked(planning: bool) -> None:
    before = arranged(planningPhase=planning)
    assert act(before, "LOCK_PLAY_ORDER") is before


@pytest.mark.parametrize("action_type", ["END_TURN", "DEAL_NEXT_HAND"])
def test_the_locked_order_lasts_until_the_next_hand_is_dealt(action_type: str) -> None:
    after = act(IN_EACH_PHASE["executing"], action_type)
    assert (after.play_order_sequence, after.play_order_locked, after.planning_phase) == ((), False, False)


def test_the_seed_example_1_three_cards_in_the_order_2_3_1() -> None:
    after = act(select(in_planning("Card 1", "Card 2", "Card 3"), 1, 2, 0), "LOCK_PLAY_ORDER")
    assert after.play_order_sequence == ("id-1", "id-2", "id-0")
    assert [rules.sequence_number(after, card_id) for card_id in after.hand_ids] == [3, 1, 2]


def test_the_seed_example_2_deselecting_the_first_card_renumbers_the_second() -> None:
    after = deselect(select(in_planning("Card 1", "Card 2", "Card 3"), 1, 2), 1)
    assert after.play_order_sequence == ("id-2",)


def test_the_seed_example_3_a_single_card_has_to_be_selected_and_locked() -> None:
    single = in_planning("Card 1")
    assert not rules.can_end_turn(single)
    assert act(single, "LOCK_PLAY_ORDER") is single
    after = act(select(single, 0), "LOCK_PLAY_ORDER")
    assert (after.play_order_sequence, after.play_order_locked) == (("id-0",), True)
    assert rules.can_end_turn(after)


def test_ten_cards_can_be_ordered() -> None:
    after = act(select(in_planning(*"ABCDEFGHIJ"), *reversed(range(10))), "LOCK_PLAY_ORDER")
    assert [rules.sequence_number(after, card_id) for card_id in after.hand_ids] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
