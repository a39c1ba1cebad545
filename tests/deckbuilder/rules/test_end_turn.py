"""Rules 5.3: ending the turn."""

import pytest

from deckbuilder import rules
from tests.conformance.subject import seeded_shuffle
from tests.deckbuilder.rules.arranged import IN_EACH_PHASE, act, arranged, ids, locked, no_shuffle, play_a_turn, reverse
from tests.deckbuilder.rules.invariants import check_state


@pytest.mark.parametrize(("phase", "may_end"), [("idle", 1), ("discard", 0), ("planning", 0), ("executing", 1)])
def test_a_turn_ends_in_idle_and_executing_alone(phase: str, may_end: int) -> None:
    before = IN_EACH_PHASE[phase]
    after = act(before, "END_TURN")
    assert after.turn_number == before.turn_number + may_end
    assert (after is before) is (may_end == 0)


def test_a_turn_does_not_end_during_a_deal() -> None:
    dealing = arranged("A", drawPile=["B"], isDealing=True)
    assert act(dealing, "END_TURN") is dealing


def test_a_turn_does_not_end_with_an_order_that_is_not_locked() -> None:
    orphaned = arranged("A", "B", playOrderSequence=ids(0))
    assert act(orphaned, "END_TURN") is orphaned


def test_all_hand_cards_go_to_the_end_of_the_discard_pile_in_hand_order_not_in_play_order() -> None:
    state = locked("A", "B", "C", playOrderSequence=ids(2, 0, 1), drawPile=list("DEFG"), discardPile=["Z"], handSize=2)
    assert act(state, "END_TURN", shuffle=no_shuffle).discard_pile == ("Z", "A", "B", "C")


def test_the_whole_hand_goes_whatever_the_discard_count_says() -> None:
    after = act(arranged("A", "B", "C", drawPile=["D"], handSize=1, discardCount=1), "END_TURN", shuffle=no_shuffle)
    assert after.discard_pile == ("A", "B", "C")


def test_the_hand_just_thrown_away_takes_part_if_the_same_deal_has_to_reshuffle() -> None:
    after = act(arranged("A", "B", drawPile=["C"], discardPile=["D"], handSize=4), "END_TURN", shuffle=reverse)
    assert after.hand == ("C", "B", "A", "D")


def test_the_turn_number_grows_by_one_and_a_hand_is_dealt() -> None:
    after = act(arranged("A", drawPile=["B", "C"], handSize=2, turnNumber=41), "END_TURN")
    assert (after.turn_number, after.hand) == (42, ("B", "C"))


def test_with_an_empty_hand_the_turn_may_be_ended() -> None:
    after = act(arranged(drawPile=["A"], handSize=1), "END_TURN")
    assert (after.turn_number, after.hand) == (2, ("A",))


@pytest.mark.parametrize("discard_count", [0, 1, 2, 5, 20])
def test_fifteen_turns_in_a_row_come_to_no_dead_end(discard_count: int) -> None:
    state = act(
        rules.initial_state(seeded_shuffle("fifteen", discard_count)),
        "CHANGE_PARAMETERS",
        {"discardCount": discard_count, "immediateReset": True},
    )
    for turn in range(2, 17):
        state = play_a_turn(state)
        check_state(state)
        assert (state.turn_number, len(state.hand), state.warning) == (turn, 5, None)
