"""Rules 2: the deck, the points, the powers."""

import pytest

from cambio.rules.cards import DECK, POINTS, POWERS, rank_of, suit_of


def test_the_deck_has_each_of_13_ranks_in_4_suits_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {rank_of(card) for card in DECK} == {"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
    assert {suit_of(card) for card in DECK} == {"hearts", "diamonds", "clubs", "spades"}


@pytest.mark.parametrize("suit", "hdcs")
def test_a_king_of_any_suit_is_worth_nothing(suit: str) -> None:
    assert POINTS[f"K{suit}"] == 0


def test_an_ace_is_worth_1() -> None:
    assert POINTS["As"] == 1


@pytest.mark.parametrize("number", range(2, 11))
def test_a_number_is_worth_itself(number: int) -> None:
    assert POINTS[f"{number}c"] == number


@pytest.mark.parametrize("rank", "JQ")
def test_jack_and_queen_are_worth_10(rank: str) -> None:
    assert POINTS[f"{rank}d"] == 10


@pytest.mark.parametrize(
    ("rank", "power"),
    [
        ("7", "peek_own"),
        ("8", "peek_own"),
        ("9", "peek_opponent"),
        ("10", "peek_opponent"),
        ("J", "blind_swap"),
        ("Q", "blind_swap"),
        ("K", "look_own"),
        *((rank, None) for rank in ("A", "2", "3", "4", "5", "6")),
    ],
)
def test_each_rank_has_its_power(rank: str, power: str | None) -> None:
    assert {POWERS[rank + suit] for suit in "hdcs"} == {power}
