"""Rules 5.6 and 5.7: selection and discard."""

from typing import Any

import pytest

from deckbuilder import rules
from tests.deckbuilder.rules.arranged import IN_EACH_PHASE, act, in_discard, only_changed
from tests.deckbuilder.rules.invariants import check_step


def toggle(state: rules.State, *numbers: int) -> rules.State:
    for number in numbers:
        state = act(state, "TOGGLE_CARD_SELECTION", {"instanceId": f"id-{number}"})
    return state


def test_toggling_adds_a_card_to_an_empty_selection_and_nothing_else_changes() -> None:
    before = in_discard("A", "B", "C")
    after = toggle(before, 1)
    assert only_changed(before, after) == {"selectedCardIds"}
    assert after.selected_card_ids == {"id-1"}


def test_toggling_a_selected_card_takes_it_out() -> None:
    before = toggle(in_discard("A", "B", "C"), 1, 0)
    after = toggle(before, 1)
    assert only_changed(before, after) == {"selectedCardIds"}
    assert after.selected_card_ids == {"id-0"}


def test_no_more_cards_are_selected_than_have_to_go() -> None:
    before = toggle(in_discard("A", "B", "C", must_discard=2), 0, 1)
    assert toggle(before, 2) is before


def test_taking_a_card_out_is_possible_at_the_limit_and_makes_room_for_another() -> None:
    after = toggle(in_discard("A", "B", "C", must_discard=2), 0, 1, 0, 2)
    assert after.selected_card_ids == {"id-1", "id-2"}


def test_the_bare_id_of_the_first_form_is_accepted() -> None:
    assert act(in_discard("A"), "TOGGLE_CARD_SELECTION", "id-0").selected_card_ids == {"id-0"}


@pytest.mark.parametrize("phase", ["idle", "planning", "executing"])
def test_nothing_is_selected_outside_the_discard_phase(phase: str) -> None:
    before = IN_EACH_PHASE[phase]
    assert toggle(before, 0) is before


@pytest.mark.parametrize(
    "payload",
    [
        None,
        "",
        "id-9",
        {"instanceId": "id-9"},
        {"instanceId": 0},
        {"instanceId": None},
        {},
        {"id": "id-0"},
        0,
        ["id-0"],
    ],
    ids=repr,
)
def test_an_id_that_is_not_in_the_hand_is_ignored(payload: Any) -> None:
    before = in_discard("A", "B")
    assert act(before, "TOGGLE_CARD_SELECTION", payload) is before


def test_the_selection_is_told_as_a_list_that_does_not_depend_on_the_order_of_selection() -> None:
    one, other = toggle(in_discard("A", "B", "C"), 2, 0), toggle(in_discard("A", "B", "C"), 0, 2)
    assert rules.to_json(one)["selectedCardIds"] == rules.to_json(other)["selectedCardIds"] == ["id-0", "id-2"]


@pytest.mark.parametrize("selected", [(), (0,)])
def test_confirming_needs_the_exact_number(selected: tuple[int, ...]) -> None:
    before = toggle(in_discard("A", "B", "C", must_discard=2), *selected)
    assert not rules.can_confirm_discard(before)
    assert act(before, "CONFIRM_DISCARD") is before


@pytest.mark.parametrize("phase", ["idle", "planning", "executing"])
def test_nothing_is_confirmed_outside_the_discard_phase(phase: str) -> None:
    before = IN_EACH_PHASE[phase]
    assert act(before, "CONFIRM_DISCARD") is before


def test_selected_cards_leave_the_hand_and_are_appended_in_hand_order() -> None:
    before = toggle(in_discard("A", "B", "C", "D", must_discard=3, discardPile=["Z"]), 3, 0, 2)
    after = act(before, "CONFIRM_DISCARD")
    check_step(before, "CONFIRM_DISCARD", after)
    assert after.discard_pile == ("Z", "A", "C", "D")
    assert after.hand == ("B",)


def test_the_others_stay_in_their_order_with_their_ids() -> None:
    after = act(toggle(in_discard("A", "B", "C", "D"), 0, 2), "CONFIRM_DISCARD")
    assert [(card.instance_id, card.card) for card in after.hand_cards] == [("id-1", "B"), ("id-3", "D")]


def test_trap_6_of_two_cards_of_one_name_the_chosen_one_goes() -> None:
    after = act(toggle(in_discard("A", "A", must_discard=1), 1), "CONFIRM_DISCARD")
    assert after.hand_ids == ("id-0",)


def test_confirming_ends_the_discard_phase_and_starts_planning() -> None:
    after = act(toggle(in_discard("A", "B", "C"), 0, 1), "CONFIRM_DISCARD")
    assert after.selected_card_ids == frozenset()
    assert after.discard_phase == rules.DiscardPhase(active=False, remaining_discards=0)
    assert (after.play_order_sequence, after.play_order_locked, after.planning_phase) == ((), False, True)


def test_an_empty_hand_after_the_discard_skips_planning_and_the_turn_may_be_ended() -> None:
    after = act(toggle(in_discard("A", "B"), 0, 1), "CONFIRM_DISCARD")
    assert after.planning_phase is False
    assert rules.phase(after) == "idle"
    assert rules.can_end_turn(after)


def test_confirming_changes_nothing_but_hand_pile_selection_and_phases() -> None:
    before = toggle(in_discard("A", "B", "C", warning="w", error="e", turnNumber=3), 0, 1)
    assert only_changed(before, act(before, "CONFIRM_DISCARD")) == {
        *("hand", "handCards", "discardPile", "selectedCardIds", "discardPhase", "planningPhase")
    }


def test_trap_7_the_number_asked_for_is_that_of_the_deal() -> None:
    before = toggle(in_discard("A", "B", "C", must_discard=2, discardCount=3), 0, 1)
    assert act(before, "CONFIRM_DISCARD").hand == ("C",)
