"""Rules 5.5: hand size and discard count."""

from typing import Any

import pytest

from deckbuilder import rules
from tests.deckbuilder.rules.arranged import IN_EACH_PHASE, act, arranged, in_discard, no_shuffle, only_changed, reverse
from tests.deckbuilder.rules.invariants import check_step

NO_NUMBERS: list[Any] = [None, "7", "", True, False, float("nan"), float("inf"), -float("inf"), [7], {"n": 7}]


@pytest.mark.parametrize(
    ("asked", "set_to"),
    [(1, 1), (10, 10), (0, 1), (-3, 1), (11, 10), (10**400, 10), (1e308, 10), (3.9, 3), (3.0, 3), (0.5, 1), (-0.5, 1)],
)
def test_the_hand_size_is_rounded_down_and_clamped(asked: float, set_to: int) -> None:
    after = act(arranged("A"), "CHANGE_PARAMETERS", {"handSize": asked, "discardCount": 2, "immediateReset": False})
    assert after.hand_size == set_to
    assert type(after.hand_size) is int


@pytest.mark.parametrize(
    ("asked", "set_to"), [(0, 0), (20, 20), (-1, 0), (21, 20), (10**400, 20), (-1e308, 0), (2.7, 2), (-0.1, 0)]
)
def test_the_discard_count_is_rounded_down_and_clamped(asked: float, set_to: int) -> None:
    after = act(arranged("A"), "CHANGE_PARAMETERS", {"handSize": 5, "discardCount": asked, "immediateReset": False})
    assert after.discard_count == set_to
    assert type(after.discard_count) is int


@pytest.mark.parametrize("value", NO_NUMBERS, ids=repr)
def test_a_value_that_is_no_finite_number_leaves_that_setting_as_it_was(value: Any) -> None:
    before = arranged("A", handSize=7, discardCount=4)
    assert act(before, "CHANGE_PARAMETERS", {"handSize": value, "discardCount": 1}).hand_size == 7
    assert act(before, "CHANGE_PARAMETERS", {"handSize": 2, "discardCount": value}).discard_count == 4


def test_a_missing_value_leaves_that_setting_as_it_was() -> None:
    before = arranged("A", handSize=7, discardCount=0)
    assert act(before, "CHANGE_PARAMETERS", {"discardCount": 3}).hand_size == 7
    assert act(before, "CHANGE_PARAMETERS", {"handSize": 3}).discard_count == 0
    assert act(before, "CHANGE_PARAMETERS", {}) == before


def test_trap_8_a_discard_count_of_0_is_not_taken_for_missing() -> None:
    assert act(arranged("A", discardCount=3), "CHANGE_PARAMETERS", {"discardCount": 0}).discard_count == 0


@pytest.mark.parametrize("phase", IN_EACH_PHASE)
@pytest.mark.parametrize("immediate", [False, None, "true", 1, "yes"], ids=repr)
def test_without_immediate_reset_only_the_two_settings_change(phase: str, immediate: Any) -> None:
    before = IN_EACH_PHASE[phase]
    payload = {"handSize": 8, "discardCount": 6, "immediateReset": immediate}
    assert only_changed(before, act(before, "CHANGE_PARAMETERS", payload, shuffle=no_shuffle)) == {
        "handSize",
        "discardCount",
    }


def test_the_new_numbers_count_from_the_next_deal() -> None:
    before = arranged("A", drawPile=["B", "C", "D"], handSize=1)
    changed = act(before, "CHANGE_PARAMETERS", {"handSize": 3, "discardCount": 1, "immediateReset": False})
    after = act(changed, "END_TURN")
    assert (after.hand, after.discard_phase.remaining_discards) == (("B", "C", "D"), 1)


def test_the_running_discard_keeps_its_number_when_the_discard_count_changes() -> None:
    before = in_discard("A", "B", "C", must_discard=2, selectedCardIds=["id-0"])
    after = act(before, "CHANGE_PARAMETERS", {"discardCount": 0})
    assert after.discard_phase == before.discard_phase
    assert after.selected_card_ids == {"id-0"}


@pytest.mark.parametrize("phase", IN_EACH_PHASE)
def test_an_immediate_reset_deals_anew_in_every_phase_and_no_card_is_lost_or_gained(phase: str) -> None:
    before = IN_EACH_PHASE[phase]
    after = act(before, "CHANGE_PARAMETERS", {"handSize": 2, "discardCount": 1, "immediateReset": True}, reverse)
    check_step(before, "CHANGE_PARAMETERS", after)
    assert (len(after.hand), after.discard_pile, rules.phase(after)) == (2, (), "discard")


def test_an_immediate_reset_shuffles_draw_pile_discard_pile_and_hand_put_together_in_this_order() -> None:
    before = arranged("A", "B", drawPile=["C", "D"], discardPile=["E"])
    assert act(before, "CHANGE_PARAMETERS", {"immediateReset": True}).hand == ("C", "D", "E", "A", "B")
    assert act(before, "CHANGE_PARAMETERS", {"immediateReset": True}, reverse).hand == ("B", "A", "E", "D", "C")


def test_an_immediate_reset_clears_messages_and_keeps_turn_source_and_preset() -> None:
    before = arranged(
        "A", warning="w", error="e", turnNumber=6, handSize=1, deckSource="preset", activePresetId="starter-deck"
    )
    after = act(before, "CHANGE_PARAMETERS", {"immediateReset": True})
    assert (after.warning, after.error) == (None, None)
    assert (after.turn_number, after.deck_source, after.active_preset_id) == (6, "preset", "starter-deck")


def test_an_immediate_reset_with_too_few_cards_warns() -> None:
    after = act(arranged("A", "B"), "CHANGE_PARAMETERS", {"handSize": 9, "immediateReset": True})
    assert "insufficient cards: 2 dealt of 9" in str(after.warning)


@pytest.mark.parametrize("payload", [None, "5", 5, [5, 2], True], ids=repr)
def test_a_payload_that_is_no_object_is_ignored(payload: Any) -> None:
    before = arranged("A")
    assert act(before, "CHANGE_PARAMETERS", payload) is before
