"""Rules 9.2, the final round: nobody is waited for."""

from typing import Any

import pytest

from tests.cambio.rules.table import HANDS, Table, arranged


def flags(table: Table) -> list[bool]:
    return [player.has_taken_final_turn for player in table.state.players]


def final_position(players: int = 3, **options: Any) -> Table:
    """Seat 0 has called, seat 1 is on turn."""
    return arranged(players, **{"turn": 1, "phase": "final_round", "caller": 0, **options})


def test_the_player_on_turn_drops_out_in_the_final_round_and_forfeits() -> None:
    table = final_position().do(1, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED", "TURN_FORFEITED", "TURN_STARTED"]
    assert table.event("TURN_FORFEITED") == {
        "type": "TURN_FORFEITED",
        "playerId": 1,
        "reason": "disconnected",
        "card": None,
        "audience": None,
    }
    assert flags(table) == [True, True, False]
    assert table.turn == 2


@pytest.mark.parametrize(("card", "source"), [("3s", "deck"), ("Qs", "deck"), ("Ks", "deck"), ("9s", "discard")])
def test_a_held_card_goes_on_the_discard_pile_without_power(card: str, source: Any) -> None:
    table = final_position(held=card, held_from=source).do(1, "disconnected")
    assert table.state.discard == ("6h", card)
    assert table.state.held_card is None
    assert table.state.open_power is None
    assert table.event("TURN_FORFEITED")["card"] == card
    assert table.turn == 2


def test_the_last_player_drops_out_in_the_final_round_and_the_game_is_scored() -> None:
    table = final_position(turn=2, final_turns_taken=[1]).do(2, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED", "TURN_FORFEITED", "GAME_COMPLETED"]
    assert table.state.phase == "completed"


def test_a_final_turn_that_would_reach_a_disconnected_player_is_forfeited_at_once() -> None:
    table = final_position(4, connected=[True, True, False, True])
    table.do(1, "draw", source="deck").do(1, "swap", position=0)
    assert table.event_types == ["CARD_SWAPPED", "TURN_FORFEITED", "TURN_STARTED"]
    assert flags(table) == [True, True, True, False]
    assert table.turn == 3


def test_who_is_back_before_the_final_turn_arrives_plays_normally() -> None:
    table = final_position().do(2, "disconnected").do(2, "reconnected")
    table.do(1, "draw", source="deck").do(1, "swap", position=0)
    assert table.turn == 2
    assert "TURN_FORFEITED" not in table.event_types


def test_who_is_back_after_the_final_turn_was_forfeited_gets_no_other() -> None:
    table = final_position().do(1, "disconnected").do(1, "reconnected")
    assert table.turn == 2
    assert table.refusal(1, "draw", source="deck") == "not_your_turn"


def test_the_caller_drops_out_and_the_order_of_turns_is_the_same() -> None:
    table = final_position().do(0, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED"]
    assert table.turn == 1
    table.do(1, "draw", source="deck").do(1, "swap", position=0)
    assert table.turn == 2
    table.do(2, "draw", source="deck").do(2, "swap", position=0)
    assert [line["baseScore"] for line in table.event("GAME_COMPLETED")["scores"]] == [14, 13, 13]


def test_the_callers_drop_out_ends_the_reveal_of_somebody_else() -> None:
    table = final_position(deck=("Kh",)).do(1, "draw", source="deck").do(1, "discard").do(0, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED", "CARD_HIDDEN", "TURN_STARTED"]
    assert table.turn == 2


def test_the_activators_drop_out_in_the_final_round_cancels_the_power_and_counts_the_turn() -> None:
    table = final_position(deck=("Jh",)).do(1, "draw", source="deck").do(1, "discard").do(1, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED", "POWER_CANCELLED", "TURN_STARTED"]
    assert flags(table) == [True, True, False]


def test_the_next_players_drop_out_ends_a_reveal_and_forfeits_their_final_turn() -> None:
    table = final_position(deck=("Kh",)).do(1, "draw", source="deck").do(1, "discard").do(2, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED", "CARD_HIDDEN", "TURN_FORFEITED", "GAME_COMPLETED"]


def test_all_remaining_players_are_gone_and_the_game_completes_at_once() -> None:
    table = final_position(4, connected=[True, True, False, False]).do(1, "disconnected")
    assert table.event_types == [
        "PLAYER_DISCONNECTED",
        "TURN_FORFEITED",
        "TURN_FORFEITED",
        "TURN_FORFEITED",
        "GAME_COMPLETED",
    ]
    assert flags(table) == [True] * 4


def test_everybody_is_gone_in_the_final_round_and_the_game_still_completes() -> None:
    table = final_position(connected=[False, True, False]).do(1, "disconnected")
    assert table.state.phase == "completed"


def test_a_call_while_all_others_are_gone_completes_the_game_at_once() -> None:
    table = arranged(3, connected=[True, False, False]).do(0, "call_cambio")
    assert table.event_types == ["CAMBIO_CALLED", "TURN_FORFEITED", "TURN_FORFEITED", "GAME_COMPLETED"]


def test_an_arranged_final_turn_of_a_disconnected_player_is_due_at_once() -> None:
    table = final_position(connected=[True, False, True])
    assert table.wait(0).event_types == ["TURN_FORFEITED", "TURN_STARTED"]
    assert table.turn == 2


def test_the_four_cards_of_a_disconnected_player_count_like_any_others() -> None:
    table = final_position(2, held="10s").do(1, "disconnected")
    assert [line["baseScore"] for line in table.event("GAME_COMPLETED")["scores"]] == [14, 14]
    assert table.event("GAME_COMPLETED")["scores"][1]["cards"] == list(HANDS[1])
