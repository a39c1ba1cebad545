"""Rules 9: players who drop out and come back."""

import pytest

from cambio import rules
from tests.cambio.rules.table import HANDS, arranged, dealt, with_open_power

# --- what counts (9.1) ------------------------------------------------------------------------------------------------


def test_dropping_out_and_returning_are_public() -> None:
    table = arranged(3).do(2, "disconnected")
    assert table.event("PLAYER_DISCONNECTED") == {"type": "PLAYER_DISCONNECTED", "playerId": 2, "audience": None}
    assert table.view(0)["players"][2]["isConnected"] is False
    assert table.view(0)["players"][2]["disconnectedAt"] == 1000.0
    table.do(2, "reconnected")
    assert table.event("PLAYER_RECONNECTED") == {"type": "PLAYER_RECONNECTED", "playerId": 2, "audience": None}
    assert table.view(0)["players"][2]["isConnected"] is True
    assert table.view(0)["players"][2]["disconnectedAt"] is None


def test_raising_what_is_already_true_changes_nothing_and_is_no_event() -> None:
    table = arranged(3)
    before = table.state
    assert table.do(1, "reconnected").events == ()
    assert table.state is before
    table.do(1, "disconnected").let_time_pass(30)
    before = table.state
    assert table.do(1, "disconnected").events == ()
    assert table.state is before


def test_after_the_end_only_the_flag_changes() -> None:
    table = arranged().do(0, "call_cambio").do(1, "draw", source="deck").do(1, "swap", position=0)
    before = rules.to_json(table.state)
    assert table.do(1, "disconnected").event_types == ["PLAYER_DISCONNECTED"]
    before["players"][1] |= {"isConnected": False, "disconnectedAt": 1000.0}
    assert rules.to_json(table.state) == before
    assert rules.next_deadline(table.state) is None
    assert table.do(1, "reconnected").event_types == ["PLAYER_RECONNECTED"]


def test_a_request_of_a_seat_that_is_marked_as_gone_is_judged_like_any_other() -> None:
    table = arranged().do(0, "disconnected").let_time_pass(30).do(0, "draw", source="deck").do(0, "swap", position=0)
    assert table.turn == 1
    assert table.state.players[0].is_connected is False
    assert table.refusal(0, "draw", source="deck") == "not_your_turn"


def test_somebody_without_a_seat_cannot_drop_out() -> None:
    assert arranged().refusal(2, "disconnected") == "player_not_in_game"


# --- powers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "power"), [("7h", "peek_own"), ("9h", "peek_opponent"), ("Jh", "blind_swap")])
def test_the_activator_drops_out_while_choosing_and_the_power_is_cancelled(card: str, power: str) -> None:
    table = with_open_power(card, 3).do(0, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED", "POWER_CANCELLED", "TURN_STARTED"]
    assert table.event("POWER_CANCELLED") == {
        "type": "POWER_CANCELLED",
        "playerId": 0,
        "powerType": power,
        "audience": None,
    }
    assert table.state.open_power is None
    assert [table.hand(seat) for seat in range(3)] == [list(hand) for hand in HANDS[:3]]
    assert table.turn == 1


@pytest.mark.parametrize("card", ["7h", "9h", "Kh"])
def test_the_activator_drops_out_during_the_reveal_and_the_card_is_hidden_at_once(card: str) -> None:
    table = with_open_power(card, 3)
    if card != "Kh":
        table.do(0, "use_power", position=0, targetSeat=1, targetPosition=0)
    table.do(0, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED", "CARD_HIDDEN", "TURN_STARTED"]
    assert table.faces(0) == {}
    assert table.turn == 1


@pytest.mark.parametrize("card", ["7h", "9h", "Jh"])
def test_somebody_else_drops_out_while_the_activator_chooses_and_nothing_happens(card: str) -> None:
    table = with_open_power(card, 3).do(1, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED"]
    assert table.stage == "power_choice"
    assert table.do(1, "reconnected").stage == "power_choice"


def test_somebody_drops_out_out_of_turn_and_nothing_happens() -> None:
    table = arranged(3).do(0, "draw", source="deck").do(1, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED"]
    assert table.stage == "holding_deck_card"
    assert rules.next_deadline(table.state) is None


@pytest.mark.parametrize("card", ["7h", "9h", "Jh"])
def test_the_power_of_a_silent_player_who_was_gone_before_is_cancelled_after_60_seconds(card: str) -> None:
    table = arranged(deck=(card, "Ad")).do(0, "disconnected").let_time_pass(50)
    table.do(0, "draw", source="deck").do(0, "discard")
    assert table.stage == "power_choice"
    assert rules.next_deadline(table.state) == 1060.0
    assert table.wait(9.9).event_types == []
    assert table.wait(0.1).event_types == ["POWER_CANCELLED", "TURN_STARTED"]
    assert table.turn == 1


def test_the_return_of_a_gone_activator_keeps_the_window_open() -> None:
    table = arranged(deck=("7h", "Ad")).do(0, "disconnected").do(0, "draw", source="deck").do(0, "discard")
    assert table.do(0, "reconnected").event_types == ["PLAYER_RECONNECTED"]
    assert table.stage == "power_choice"
    assert rules.next_deadline(table.state) is None


# --- the wait in `playing` --------------------------------------------------------------------------------------------


def test_the_game_waits_60_seconds_for_the_player_on_turn() -> None:
    table = arranged(3).do(0, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED"]
    assert rules.next_deadline(table.state) == 1060.0
    assert table.wait(59.9).event_types == []
    assert table.wait(0.1).event_types == ["TURN_FORFEITED", "TURN_STARTED"]
    assert table.event("TURN_FORFEITED")["reason"] == "timeout"
    assert table.turn == 1
    assert not any(player.has_taken_final_turn for player in table.state.players)


def test_then_a_held_card_goes_on_the_discard_pile_without_power() -> None:
    table = arranged(3, deck=("Kh", "Ad")).do(0, "draw", source="deck").do(0, "disconnected").wait(60)
    assert table.state.discard == ("6h", "Kh")
    assert table.state.held_card is None
    assert table.event("TURN_FORFEITED")["card"] == "Kh"
    assert table.event_types == ["TURN_FORFEITED", "TURN_STARTED"]


def test_who_returns_in_time_goes_on_playing() -> None:
    table = arranged(3).do(0, "draw", source="deck").do(0, "disconnected").let_time_pass(59).do(0, "reconnected")
    assert table.turn == 0
    assert rules.next_deadline(table.state) is None
    assert table.wait(600).stage == "holding_deck_card"


def test_the_time_counts_from_the_disconnection_not_from_the_turn() -> None:
    table = arranged(3).do(1, "disconnected").let_time_pass(40)
    table.do(0, "draw", source="deck").do(0, "discard")
    assert table.turn == 1
    assert rules.next_deadline(table.state) == 1060.0
    assert table.wait(20).turn == 2


def test_a_turn_that_reaches_a_player_gone_for_60_seconds_is_skipped_at_once() -> None:
    table = arranged(3).do(1, "disconnected").let_time_pass(60).do(0, "draw", source="deck").do(0, "discard")
    assert table.event_types == ["CARD_DISCARDED", "TURN_FORFEITED", "TURN_STARTED"]
    assert table.event("TURN_FORFEITED")["playerId"] == 1
    assert table.turn == 2


def test_several_absent_players_are_skipped_in_one_go() -> None:
    table = arranged(4).do(1, "disconnected").do(2, "disconnected").let_time_pass(60)
    table.do(0, "draw", source="deck").do(0, "discard")
    assert table.event_types == ["CARD_DISCARDED", "TURN_FORFEITED", "TURN_FORFEITED", "TURN_STARTED"]
    assert table.turn == 3


def test_the_turn_comes_back_to_the_only_player_who_is_there() -> None:
    table = arranged(3).do(1, "disconnected").do(2, "disconnected").let_time_pass(60)
    table.do(0, "draw", source="deck").do(0, "discard")
    assert table.turn == 0
    assert table.stage == "awaiting_draw"


def test_a_request_after_the_wait_finds_the_turn_passed_though_no_clock_ran() -> None:
    table = arranged(3).do(0, "disconnected").let_time_pass(60)
    assert table.view(1)["currentTurnPlayerId"] == 1
    assert table.refusal(0, "draw", source="deck") == "not_your_turn"
    assert table.do(1, "draw", source="deck").event_types[:2] == ["TURN_FORFEITED", "TURN_STARTED"]


def test_a_late_settlement_skips_everybody_whose_time_is_over_by_then() -> None:
    table = arranged(3).do(0, "disconnected").let_time_pass(30).do(1, "disconnected").let_time_pass(60)
    assert table.wait(0).event_types == ["TURN_FORFEITED", "TURN_FORFEITED", "TURN_STARTED"]
    assert table.turn == 2


def test_nobody_is_connected_and_nothing_is_skipped() -> None:
    table = arranged().do(0, "disconnected").do(1, "disconnected")
    assert rules.next_deadline(table.state) is None
    assert table.wait(100_000).event_types == []
    assert table.turn == 0


def test_everybody_is_gone_and_the_end_of_a_turn_still_passes_it_on() -> None:
    table = with_open_power("7h", connected=[True, False]).let_time_pass(1000).do(0, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED", "POWER_CANCELLED", "TURN_STARTED"]
    assert table.turn == 1


def test_the_first_to_return_to_an_empty_table_need_not_wait_again() -> None:
    table = arranged().do(0, "disconnected").do(1, "disconnected").let_time_pass(100).do(1, "reconnected")
    assert table.event_types == ["PLAYER_RECONNECTED", "TURN_FORFEITED", "TURN_STARTED"]
    assert table.turn == 1


def test_the_player_on_turn_is_the_first_to_return_and_loses_nothing() -> None:
    table = arranged().do(0, "disconnected").do(1, "disconnected").let_time_pass(100).do(0, "reconnected")
    assert table.event_types == ["PLAYER_RECONNECTED"]
    assert table.turn == 0


def test_seat_0_was_gone_when_the_first_turn_came_and_is_waited_for() -> None:
    table = dealt(3).do(0, "disconnected").wait(10)
    assert table.turn == 0
    assert rules.next_deadline(table.state) == 1060.0
