"""Rules 5.2: the deal, which every other dealing action uses."""

import pytest

from tests.deckbuilder.rules.arranged import (
    IN_EACH_PHASE,
    act,
    arranged,
    every_card,
    in_discard,
    locked,
    no_shuffle,
    reverse,
)
from tests.deckbuilder.rules.invariants import check_step


@pytest.mark.parametrize("phase", IN_EACH_PHASE)
def test_a_hand_can_be_dealt_in_every_phase_and_no_card_is_lost(phase: str) -> None:
    before = IN_EACH_PHASE[phase]
    after = act(before, "DEAL_NEXT_HAND", shuffle=reverse)
    check_step(before, "DEAL_NEXT_HAND", after)
    assert after.hand_ids != before.hand_ids


def test_dealing_does_not_change_the_turn_number() -> None:
    assert act(arranged("A", drawPile=["B"], turnNumber=7), "DEAL_NEXT_HAND").turn_number == 7


def test_step_1_cards_still_in_hand_go_to_the_end_of_the_discard_pile_in_hand_order() -> None:
    state = arranged("A", "B", drawPile=["C", "D", "E"], discardPile=["Z"], handSize=2)
    assert act(state, "DEAL_NEXT_HAND", shuffle=no_shuffle).discard_pile == ("Z", "A", "B")


def test_step_2_cards_are_taken_from_the_front_of_the_draw_pile() -> None:
    after = act(arranged(drawPile=["A", "B", "C", "D"], handSize=3), "DEAL_NEXT_HAND", shuffle=no_shuffle)
    assert (after.hand, after.draw_pile) == (("A", "B", "C"), ("D",))


def test_step_2_an_empty_draw_pile_is_replaced_by_the_entire_shuffled_discard_pile() -> None:
    after = act(arranged(discardPile=["A", "B", "C"], handSize=2), "DEAL_NEXT_HAND", shuffle=reverse)
    assert (after.hand, after.draw_pile, after.discard_pile) == (("C", "B"), ("A",), ())


def test_step_2_dealing_stops_when_both_piles_are_empty() -> None:
    after = act(arranged(drawPile=["A", "B"], handSize=5), "DEAL_NEXT_HAND", shuffle=no_shuffle)
    assert after.hand == ("A", "B")


def test_step_3_cards_already_dealt_do_not_take_part_in_the_reshuffle() -> None:
    before = arranged(drawPile=["A"], discardPile=["B", "C"], handSize=3)
    after = act(before, "DEAL_NEXT_HAND", shuffle=reverse)
    assert after.hand == ("A", "C", "B")
    assert every_card(after) == every_card(before)


def test_step_3_the_hand_just_thrown_away_does_take_part_in_the_reshuffle() -> None:
    after = act(arranged("A", "B", drawPile=["C"], handSize=3), "DEAL_NEXT_HAND", shuffle=reverse)
    assert after.hand == ("C", "B", "A")


def test_step_3_a_draw_pile_that_ends_with_the_last_card_is_not_refilled_until_the_next_deal() -> None:
    emptied = act(arranged(drawPile=["A", "B"], discardPile=["C"], handSize=2), "DEAL_NEXT_HAND", shuffle=no_shuffle)
    assert (emptied.draw_pile, emptied.discard_pile) == ((), ("C",))
    assert act(emptied, "DEAL_NEXT_HAND").hand == ("C", "A")


def test_step_4_a_short_hand_warns_with_the_number_dealt_and_then_the_number_asked_for() -> None:
    warning = act(arranged(drawPile=["A", "B", "C"], handSize=4), "DEAL_NEXT_HAND").warning
    assert warning == "There are insufficient cards: 3 dealt of 4 asked for."


def test_step_4_a_full_hand_clears_the_warning() -> None:
    assert act(arranged(drawPile=["A"], handSize=1, warning="w"), "DEAL_NEXT_HAND").warning is None


def test_step_5_a_deal_clears_the_error_and_is_over() -> None:
    after = act(arranged(drawPile=["A"], handSize=1, error="e", isDealing=True), "DEAL_NEXT_HAND")
    assert (after.error, after.is_dealing) == (None, False)


def test_step_5_the_hand_mirrors_its_cards() -> None:
    after = act(arranged(drawPile=["A", "B"], handSize=2), "DEAL_NEXT_HAND")
    assert after.hand == tuple(card.card for card in after.hand_cards) == ("A", "B")


def test_step_6_selection_order_lock_and_planning_are_gone() -> None:
    selecting = in_discard("A", "B", drawPile=["C"], handSize=1, selectedCardIds=["id-0"])
    assert act(selecting, "DEAL_NEXT_HAND").selected_card_ids == frozenset()
    after = act(locked("A", "B", drawPile=["C"], handSize=1), "DEAL_NEXT_HAND")
    assert (after.play_order_sequence, after.play_order_locked, after.planning_phase) == ((), False, False)


@pytest.mark.parametrize(
    ("discard_count", "dealt", "remaining"), [(0, 3, 0), (1, 3, 1), (3, 3, 3), (5, 3, 3), (20, 1, 1), (2, 0, 0)]
)
def test_step_7_the_discard_count_is_capped_by_the_cards_dealt(discard_count: int, dealt: int, remaining: int) -> None:
    state = arranged(drawPile=list("ABC")[:dealt], handSize=3, discardCount=discard_count)
    after = act(state, "DEAL_NEXT_HAND")
    assert after.discard_phase.remaining_discards == remaining
    assert after.discard_phase.active is (remaining > 0)


def test_step_7_an_empty_hand_never_activates_the_discard_phase() -> None:
    after = act(arranged(discardCount=2), "DEAL_NEXT_HAND", shuffle=no_shuffle)
    assert after.hand == ()
    assert after.discard_phase.active is False
    assert "insufficient cards: 0 dealt of 5" in str(after.warning)


def test_the_seed_discard_count_0_skips_the_discard_phase_and_the_turn_may_end_at_once() -> None:
    dealt = act(arranged(drawPile=list("ABCDEF"), discardCount=0, handSize=3), "DEAL_NEXT_HAND")
    assert dealt.planning_phase is False
    assert act(dealt, "END_TURN").turn_number == 2


def test_the_seed_discard_count_above_the_hand_size_asks_for_the_whole_hand() -> None:
    dealt = act(arranged(drawPile=list("ABC"), discardCount=5, handSize=3), "DEAL_NEXT_HAND")
    for card_id in dealt.hand_ids:
        dealt = act(dealt, "TOGGLE_CARD_SELECTION", card_id)
    emptied = act(dealt, "CONFIRM_DISCARD")
    assert (emptied.hand_cards, emptied.hand, emptied.discard_pile) == ((), (), ("A", "B", "C"))
