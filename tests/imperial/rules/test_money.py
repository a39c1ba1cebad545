"""Cents inside, dollars outside (rules: money has two decimals, rounded half up)."""

import pytest

from imperial.rules.money import in_words, to_cents, to_dollars


@pytest.mark.parametrize(
    ("dollars", "cents"),
    [(0, 0), (7, 700), (20.33, 2033), (2.675, 268), (0.005, 1), (0.0049, 0), (1e9, 100_000_000_000)],
)
def test_dollars_become_cents_rounded_half_up(dollars: float, cents: int) -> None:
    assert to_cents(dollars) == cents


def test_every_sum_up_to_a_thousand_dollars_goes_there_and_back() -> None:
    assert all(to_cents(to_dollars(cents)) == cents for cents in range(100_000))


@pytest.mark.parametrize(("cents", "words"), [(0, "$0"), (700, "$7"), (450, "$4.50"), (5, "$0.05"), (-200, "-$2")])
def test_money_in_words_has_no_needless_digits(cents: int, words: str) -> None:
    assert in_words(cents) == words
