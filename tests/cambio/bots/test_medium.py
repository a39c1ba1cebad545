"""Looks and exchanges where it helps."""

from cambio.rules import CallCambio, Discard, Draw, SkipPower, Swap, UsePower
from tests.cambio.bots.minds import UNKNOWN_HAND, choice

SHOWN = ("?", "?", "3c", "9s")


def test_takes_a_low_discard() -> None:
    assert choice("medium", [SHOWN, UNKNOWN_HAND], discard=("4h",)) == Draw(source="discard")
    assert choice("medium", [SHOWN, UNKNOWN_HAND], discard=("5h",)) == Draw(source="deck")


def test_does_not_take_a_low_discard_that_helps_nowhere() -> None:
    low = ("Kh", "Ah", "2c", "2s")
    assert choice("medium", [low, UNKNOWN_HAND], discard=("2h",), phase="final_round", caller=1) == Draw(source="deck")


def test_a_card_from_the_pile_goes_where_it_helps_most() -> None:
    assert choice("medium", [SHOWN, UNKNOWN_HAND], held="2h", held_from="discard") == Swap(position=3)
    assert choice("medium", [("?", "?", "3c", "4s"), UNKNOWN_HAND], held="2h") == Swap(position=0)


def test_a_high_card_is_let_go() -> None:
    assert choice("medium", [SHOWN, UNKNOWN_HAND], held="Qh") == Discard()


def test_looks_at_an_own_card_it_does_not_know() -> None:
    assert choice("medium", [("2d", "?", "3c", "9s"), UNKNOWN_HAND], power="7h") == UsePower(position=1)
    assert choice("medium", [("2d", "6d", "3c", "9s"), UNKNOWN_HAND], power="7h") == SkipPower()


def test_looks_at_a_card_of_another_player_it_does_not_know() -> None:
    theirs = ("5h", "?", "?", "?")
    assert choice("medium", [SHOWN, theirs], power="9h") == UsePower(target_seat=1, target_position=1)


def test_exchanges_a_high_card_for_a_low_one_it_knows_of() -> None:
    expected = UsePower(position=3, target_seat=1, target_position=2)
    assert choice("medium", [SHOWN, ("?", "?", "Kh", "?")], power="Jh") == expected


def test_does_not_exchange_for_nothing() -> None:
    assert choice("medium", [("2d", "2h", "3c", "4s"), ("9h", "9d", "9c", "?")], power="Jh") == SkipPower()


def test_calls_with_a_low_hand() -> None:
    assert choice("medium", [("2d", "Ah", "3c", "2s"), UNKNOWN_HAND]) == CallCambio()
    assert choice("medium", [SHOWN, UNKNOWN_HAND], discard=("Qc",)) == Draw(source="deck")
