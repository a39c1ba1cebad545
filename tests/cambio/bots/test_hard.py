"""Counts, estimates, follows, and calls by the odds."""

from cambio.rules import CallCambio, Discard, Draw, Swap, UsePower
from cambio.rules.cards import DECK, POINTS
from tests.cambio.bots.minds import UNKNOWN_HAND, choice

LOW = ("Kh", "Ah", "2c", "Kd")
KNOWN_HIGH = ("Qh", "Jd", "10s", "9h")


def test_the_same_hand_is_called_against_high_cards_and_not_against_low_ones() -> None:
    mine = ("3h", "3d", "2h", "2d")
    assert choice("hard", [mine, KNOWN_HIGH]) == CallCambio()
    assert choice("hard", [mine, ("Kc", "Ac", "Ks", "4h")]) != CallCambio()


def test_the_chance_shrinks_with_every_opponent() -> None:
    mine, kept = ("2h", "2d", "Ah", "3s"), ("?", "?", "?", "kept")
    assert choice("hard", [mine, UNKNOWN_HAND]) == CallCambio()
    assert choice("hard", [mine, kept, ("Kc", "?", "kept", "kept"), kept]) != CallCambio()


def test_counts_what_is_gone() -> None:
    """With the low cards on the pile nothing good is left in the deck: then even a 6 is worth taking."""
    mine, theirs = ("9s", "9d", "8h", "8d"), ("?", "?", "?", "?")
    low = tuple(card for card in DECK if POINTS[card] <= 5)
    assert choice("hard", [mine, theirs], discard=("6h",), gone=(*low, "6h")) == Draw(source="discard")
    high = tuple(card for card in DECK if POINTS[card] >= 6 and card not in mine)
    assert choice("hard", [mine, theirs], discard=("6h",), gone=high) == Draw(source="deck")


def test_exchanges_for_a_card_its_owner_took_on_purpose() -> None:
    mine = ("9s", "2d", "Ah", "3s")
    expected = UsePower(position=0, target_seat=1, target_position=2)
    assert choice("hard", [mine, ("?", "?", "kept", "?")], power="Jh") == expected
    assert choice("hard", [mine, ("?", "kept", "Kc", "?")], power="Jh") == expected


def test_looks_at_the_cards_of_the_player_who_is_ahead() -> None:
    hands = [LOW, ("?", "?", "?", "9h"), ("2h", "?", "3d", "?")]
    assert choice("hard", hands, power="10h", discard=("Qc",)) == UsePower(target_seat=2, target_position=1)


def test_lets_a_seven_go_for_a_look_but_keeps_it_for_a_queen() -> None:
    assert choice("hard", [("?", "2d", "Ah", "3s"), UNKNOWN_HAND], held="7h") == Discard()
    assert choice("hard", [("Qs", "2d", "Ah", "?"), UNKNOWN_HAND], held="7h") == Swap(position=0)


def test_a_look_is_worth_nothing_in_the_last_turn() -> None:
    position = {"phase": "final_round", "caller": 1, "held": "7h"}
    assert choice("hard", [("8s", "2d", "Ah", "?"), UNKNOWN_HAND], **position) == Swap(position=0)  # type: ignore[arg-type]
    assert choice("hard", [("8s", "2d", "Ah", "?"), UNKNOWN_HAND], held="7h") == Discard()
