"""The odds of hidden cards, against counting them out."""

from itertools import permutations

import pytest

from cambio.bots.estimate import Estimate
from cambio.bots.memory import Memory
from cambio.rules.cards import DECK, POINTS

FEW = ("Kh", "2h", "5h", "9h", "Qh")


def estimate_with_unseen(*unseen: str) -> Estimate:
    gone = tuple(card for card in DECK if card not in unseen)
    return Estimate(Memory(hands=(("?",) * 4, ("?",) * 4), gone=gone), seen=())


def test_what_was_shown_held_or_discarded_is_not_expected_again() -> None:
    memory = Memory(hands=(("Ah", "?", "?", "?"), ("?", "Kd", "kept", "?")), gone=("2c", "3c"))
    assert set(DECK) - set(Estimate(memory, seen=("9s",)).unseen) == {"Ah", "Kd", "2c", "3c", "9s"}


def test_the_mean_of_an_unknown_card_is_that_of_the_unseen_ones() -> None:
    assert estimate_with_unseen(*FEW).mean_unknown == pytest.approx(sum(POINTS[card] for card in FEW) / 5)


def test_a_card_that_was_kept_is_lower_than_an_unknown_one() -> None:
    estimate = estimate_with_unseen(*FEW)
    assert estimate.mean_kept < estimate.mean_unknown
    assert sum(estimate.kept) == pytest.approx(1.0)


def test_the_total_of_a_hand_has_the_right_chances() -> None:
    estimate = estimate_with_unseen(*FEW)
    total = estimate.total(("3d", "?", "?", "4d"))
    assert sum(total) == pytest.approx(1.0)
    counted = [7 + POINTS[one] + POINTS[other] for one in FEW for other in FEW]
    for points, chance in enumerate(total):
        assert chance == pytest.approx(counted.count(points) / len(counted))


def test_the_chance_of_being_lowest_counts_ties_as_lowest() -> None:
    estimate = estimate_with_unseen(*FEW)
    known = ("2d", "2c", "2s", "Ad")
    assert estimate.chance_of_lowest(known, [("3d", "Kd", "4d", "Kc")]) == pytest.approx(1.0)
    assert estimate.chance_of_lowest(known, [("3d", "Kd", "3c", "Kc")]) == pytest.approx(0.0)
    theirs = ("3d", "?", "Kd", "Kc")
    counted = [3 + POINTS[card] >= 7 for card in FEW]
    assert estimate.chance_of_lowest(known, [theirs]) == pytest.approx(sum(counted) / len(counted))


def test_being_a_little_ahead_is_worth_less_if_the_others_get_better() -> None:
    estimate = estimate_with_unseen(*FEW)
    hands = [("2d", "?", "2s", "Ad"), ("3d", "?", "4d", "?")]
    chances = [estimate.chance_of_lowest(hands[0], hands[1:], ahead=ahead) for ahead in (0.0, 1.0, 2.5, 4.0, 60.0)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[3] > chances[4] == pytest.approx(0.0)


def test_the_independent_chances_are_close_to_the_dealt_ones() -> None:
    """Cards are dealt without putting them back; the estimate forgets that, at little cost."""
    estimate = estimate_with_unseen(*FEW)
    dealt = [sum(POINTS[card] for card in cards) for cards in permutations(FEW, 2)]
    mean = sum(points * chance for points, chance in enumerate(estimate.total(("?", "?"))))
    assert mean == pytest.approx(sum(dealt) / len(dealt))


def test_with_nothing_unseen_nothing_fails() -> None:
    assert estimate_with_unseen().chance_of_lowest(("Kd", "?", "kept", "2c"), [("?",) * 4]) >= 0.0
