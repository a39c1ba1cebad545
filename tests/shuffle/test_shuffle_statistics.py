"""Every card is equally likely everywhere; fixed seeds give the same numbers on every run."""

from itertools import pairwise
from math import erfc, sqrt
from statistics import fmean

import pytest

from tabletop.shuffle import shuffle_at
from tests.kit.bulk import bulk

DEALS = bulk(30_000)
CARDS = range(52)
LEAST_PROBABILITY = 0.001


@pytest.fixture(scope="module")
def deals() -> bytes:
    """The cards of all deals one after another, a byte each."""
    seed = bytes(range(100, 132))
    cards = bytearray()
    for number in range(DEALS):
        cards += bytes(shuffle_at(seed, str(number))(CARDS))
    return bytes(cards)


def probability_of_chi_square(value: float, degrees: int) -> float:
    """How often pure chance gives at least this value (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * degrees)
    return tail(((value / degrees) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def tail(deviation: float) -> float:
    return erfc(deviation / sqrt(2)) / 2


def chi_square(counts: list[int], expected: float) -> float:
    return sum((seen - expected) ** 2 for seen in counts) / expected


def test_every_card_is_equally_likely_at_every_position(deals: bytes) -> None:
    columns = [deals[position::52] for position in CARDS]
    values = [chi_square([column.count(card) for card in CARDS], DEALS / 52) for column in columns]
    # The least of 52 probabilities is expected to be small; the bar is for all of them together.
    assert min(probability_of_chi_square(value, 51) for value in values) > LEAST_PROBABILITY / 52
    # Each row and each column of the whole table has a given sum, so 51 * 51 counts are free.
    assert LEAST_PROBABILITY < probability_of_chi_square(sum(values) * 51 / 52, 51 * 51) < 1 - LEAST_PROBABILITY


def test_neighbours_in_a_deal_do_not_depend_on_each_other(deals: bytes) -> None:
    for position in (0, 25, 50):
        counts = [0] * (52 * 52)
        for first, second in zip(deals[position::52], deals[position + 1 :: 52], strict=True):
            counts[first * 52 + second] += 1
        pairs = [counts[first * 52 + second] for first in CARDS for second in CARDS if first != second]
        assert sum(pairs) == DEALS
        value = chi_square(pairs, DEALS / len(pairs))
        assert LEAST_PROBABILITY < probability_of_chi_square(value, len(pairs) - 1) < 1 - LEAST_PROBABILITY


def test_a_deal_does_not_depend_on_the_one_before(deals: bytes) -> None:
    variance = (52**2 - 1) / 12
    for position in CARDS:
        column = deals[position::52]
        products = ((now - 25.5) * (after - 25.5) for now, after in pairwise(column))
        correlation = fmean(products) / variance
        assert 2 * tail(abs(correlation) * sqrt(DEALS)) > LEAST_PROBABILITY / 52
