"""The minimum of rules 18: deck only, the worst known card goes, no power is used."""

import pytest

from cambio.rules import CallCambio, Discard, Draw, SkipPower, Swap
from tests.cambio.bots.minds import UNKNOWN_HAND, choice

SHOWN = ("?", "?", "8c", "9s")


def test_draws_from_the_deck_even_if_a_king_lies_on_the_pile() -> None:
    assert choice("easy", [SHOWN, UNKNOWN_HAND], discard=("Kh",)) == Draw(source="deck")


def test_a_lower_card_replaces_the_worst_card_it_knows() -> None:
    assert choice("easy", [SHOWN, UNKNOWN_HAND], held="5d") == Swap(position=3)


@pytest.mark.parametrize("card", ["9h", "10h", "Qh"])
def test_a_card_that_is_not_lower_is_let_go(card: str) -> None:
    assert choice("easy", [SHOWN, UNKNOWN_HAND], held=card) == Discard()


def test_knowing_nothing_it_lets_everything_go() -> None:
    assert choice("easy", [UNKNOWN_HAND, UNKNOWN_HAND], held="Kh") == Discard()


@pytest.mark.parametrize("card", ["7h", "10h", "Jh"])
def test_skips_every_power(card: str) -> None:
    assert choice("easy", [SHOWN, ("Kh", "?", "?", "?")], power=card) == SkipPower()


def test_calls_with_a_low_hand_and_not_with_a_high_one() -> None:
    assert choice("easy", [("?", "?", "Kc", "As"), UNKNOWN_HAND]) == CallCambio()
    assert choice("easy", [SHOWN, UNKNOWN_HAND]) == Draw(source="deck")


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_loses_patience_some_day(level: str) -> None:
    bad = ("Qh", "Qd", "Qc", "Qs")
    assert choice(level, [bad, UNKNOWN_HAND], turns=140) == CallCambio()  # type: ignore[arg-type]
    assert choice(level, [bad, UNKNOWN_HAND], turns=1) != CallCambio()  # type: ignore[arg-type]
