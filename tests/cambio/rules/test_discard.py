"""Rules 6.3 and 6.4: letting a card go, and when that opens a power."""

import pytest

from cambio import rules
from tests.cambio.rules.table import HANDS, arranged


@pytest.mark.parametrize("card", ["Ah", "2s", "3s", "4s", "5s", "6s"])
def test_a_card_without_power_goes_on_the_pile_and_the_turn_ends(card: str) -> None:
    table = arranged(deck=(card, "Ad")).do(0, "draw", source="deck").do(0, "discard")
    assert table.state.discard == ("6h", card)
    assert table.state.held_card is None
    assert table.event_types == ["CARD_DISCARDED", "TURN_STARTED"]
    assert table.event("CARD_DISCARDED") == {
        "type": "CARD_DISCARDED",
        "playerId": 0,
        "card": card,
        "powerType": None,
        "audience": None,
    }
    assert table.turn == 1


@pytest.mark.parametrize(
    ("card", "power"),
    [
        ("7h", "peek_own"),
        ("8h", "peek_own"),
        ("9h", "peek_opponent"),
        ("10h", "peek_opponent"),
        ("Jh", "blind_swap"),
        ("Qh", "blind_swap"),
        ("Kh", "look_own"),
    ],
)
def test_a_card_with_a_power_opens_the_window_and_the_turn_does_not_end(card: str, power: str) -> None:
    table = arranged(3, deck=(card, "Ad")).do(0, "draw", source="deck").do(0, "discard")
    assert table.state.discard == ("6h", card)
    assert table.event("CARD_DISCARDED")["powerType"] == power
    assert table.state.open_power is not None
    assert table.state.open_power.power_type == power
    assert table.event("POWER_AVAILABLE")["audience"] == (0,)
    assert table.turn == 0
    assert "TURN_STARTED" not in table.event_types


def test_without_a_held_card_there_is_nothing_to_discard() -> None:
    assert arranged().refusal(0, "discard") == "no_card_drawn"


@pytest.mark.parametrize("top", ["6h", "Kh", "7h"])
def test_a_card_taken_from_the_discard_pile_may_not_be_put_back(top: str) -> None:
    table = arranged(discard=(top,)).do(0, "draw", source="discard")
    assert table.refusal(0, "discard") == "must_swap_discard"
    assert table.menu(0) == [{"type": "swap", "position": position} for position in range(4)]


def test_a_power_card_taken_from_the_discard_pile_and_swapped_in_opens_nothing() -> None:
    table = arranged(discard=("6h", "Qh")).do(0, "draw", source="discard").do(0, "swap", position=0)
    assert table.state.open_power is None
    assert table.turn == 1


def test_a_power_card_thrown_away_for_a_player_who_dropped_out_opens_nothing() -> None:
    table = arranged(deck=("Qh", "Ad")).do(0, "draw", source="deck").do(0, "disconnected").wait(60)
    assert table.state.discard[-1] == "Qh"
    assert table.state.open_power is None
    assert table.turn == 1


def test_an_arranged_card_counts_as_drawn_from_the_deck_unless_said_otherwise() -> None:
    assert arranged(held="7h").do(0, "discard").stage == "power_choice"
    assert arranged(held="7h", held_from="discard").refusal(0, "discard") == "must_swap_discard"


def test_holding_a_card_from_the_deck_one_may_swap_or_discard() -> None:
    table = arranged(hands=HANDS).do(0, "draw", source="deck")
    assert table.menu(0) == [*({"type": "swap", "position": position} for position in range(4)), {"type": "discard"}]
    assert table.view(0)["availableActions"] == ["swap_card", "discard_card"]
    assert rules.players_to_act(table.state) == (0,)
