"""Rules 20: mistakes others made with this game. (Traps 3, 4, 19 to 21 and 24: `tests/cambio/services`.)"""

import json

import pytest

from cambio import rules
from tests.cambio.rules.table import HANDS, Table, arranged, dealt, with_open_power


@pytest.mark.parametrize("source", ["deck", "discard"])
def test_trap_1_draw_swap_and_discard_work_in_the_final_round(source: str) -> None:
    table = arranged(3).do(0, "call_cambio").do(1, "draw", source=source).do(1, "swap", position=0)
    assert table.turn == 2
    assert table.do(2, "draw", source="deck").do(2, "discard").state.phase == "completed"


def test_trap_2_the_initial_view_ends_without_anybody_taking_a_turn() -> None:
    assert dealt().do(0, "confirm_initial_view").do(1, "confirm_initial_view").state.phase == "playing"
    assert dealt().wait(10).state.phase == "playing"


@pytest.mark.parametrize("caller", [0, 1, 2])
def test_trap_5_a_caller_tied_for_lowest_is_not_doubled_wherever_they_sit(caller: int) -> None:
    lines = rules.scores([["2h", "2d", "2c", "2s"], ["3h", "3d", "Ac", "As"], ["4h", "Ah", "Ad", "2c"]], caller)
    assert [line["final"] for line in lines] == [8, 8, 8]
    assert all(line["isWinner"] for line in lines)


def test_trap_6_the_lowest_is_looked_for_before_doubling() -> None:
    # Doubled first, the caller's 5 would be 10 and no longer the lowest.
    lines = rules.scores([["2h", "Ad", "Ac", "As"], ["2c", "2s", "2d", "Ah"]], 0)
    assert [line["final"] for line in lines] == [5, 7]


def test_trap_7_after_a_reshuffle_the_draw_goes_on_with_the_new_deck() -> None:
    table = arranged(deck=(), discard=("6h", "6d", "6c")).do(0, "draw", source="deck")
    assert table.view(0)["heldCard"]["card"] == "6h"


def test_trap_8_no_view_contains_the_deck_or_hidden_faces() -> None:
    table = arranged(4, deck=("Ah", "Ad"))
    for viewer in (0, 1, 2, 3, None):
        shown = json.dumps(table.view(viewer))
        assert not [card for card in ("Ah", "Ad", *sum(HANDS, ())) if f'"{card}"' in shown]


def test_trap_9_a_card_drawn_from_the_deck_is_told_and_shown_to_the_drawer_alone() -> None:
    table = arranged(3).do(0, "draw", source="deck")
    told = [("Ah" in json.dumps(event.to_json()), event.audience) for event in table.events]
    assert told == [(True, (0,)), (False, (1, 2))]
    assert [("Ah" in json.dumps(table.view(viewer))) for viewer in (0, 1, 2, None)] == [True, False, False, False]


def test_trap_10_a_player_id_in_the_body_is_no_identity() -> None:
    assert arranged().refusal(1, "draw", source="deck", playerId=0, player_id=0) == "not_your_turn"


@pytest.mark.parametrize("card", ["7h", "8h", "9h", "10h", "Jh", "Qh", "Kh"])
def test_trap_11_a_swapped_out_card_triggers_no_power(card: str) -> None:
    table = arranged(hands=((card, "3h", "4h", "5h"), HANDS[1])).do(0, "draw", source="deck").do(0, "swap", position=0)
    assert table.state.open_power is None
    assert table.turn == 1


def test_trap_12_a_card_taken_from_the_discard_pile_cannot_be_thrown_back() -> None:
    assert arranged().do(0, "draw", source="discard").refusal(0, "discard") == "must_swap_discard"


@pytest.mark.parametrize("card", ["7h", "9h", "Jh", "Kh"])
def test_trap_13_the_last_discard_does_not_end_the_game_before_its_power_is_closed(card: str) -> None:
    assert with_open_power(card, turn=1, phase="final_round", caller=0).state.phase == "final_round"


def test_trap_14_the_final_turn_flags_are_set_in_the_final_round_and_kept() -> None:
    table = arranged().do(0, "draw", source="deck").do(0, "discard")
    assert not any(player.has_taken_final_turn for player in table.state.players)
    table.do(1, "call_cambio").do(0, "draw", source="deck").do(0, "discard")
    assert table.state.phase == "completed"
    assert all(player.has_taken_final_turn for player in table.state.players)


def test_trap_15_no_timer_is_needed_for_the_5_and_the_10_seconds() -> None:
    table = dealt().let_time_pass(10)
    assert table.view(0)["phase"] == "playing"
    table = with_open_power("Kh").let_time_pass(5)
    assert table.faces(0) == {}
    assert table.view(1)["availableActions"] != []


def test_trap_16_nobody_is_asked_for_the_kings_position() -> None:
    table = with_open_power("Kh")
    assert table.stage == "power_reveal"
    assert "use_power" not in table.view(0)["availableActions"]


@pytest.mark.parametrize("card", ["7h", "9h", "Kh"])
def test_trap_17_neither_the_target_of_a_peek_nor_its_end_is_told_to_everybody(card: str) -> None:
    table = with_open_power(card, 3)
    events = list(table.events)
    if card != "Kh":
        events += table.do(0, "use_power", position=3, targetSeat=1, targetPosition=3).events
    events += table.do(0, "dismiss_reveal").events
    told = [event.to_json() for event in events]
    public = [event.to_json() for event in events if event.audience != (0,)]
    assert "POWER_USED" in [event["type"] for event in public]
    assert not [event for event in public if {"ownerId", "position", "targetPlayerId", "targetPosition"} & event.keys()]
    assert [event.keys() for event in told if event["type"] == "CARD_HIDDEN"] == [{"type", "ownerId", "position"}]


@pytest.mark.parametrize("phase", ["playing", "final_round"])
def test_trap_18_a_table_that_everybody_has_left_comes_to_rest(phase: str) -> None:
    table = arranged(3) if phase == "playing" else arranged(3, turn=1, phase="final_round", caller=0)
    for seat in range(3):
        table.do(seat, "disconnected")
    assert table.wait(1_000_000).state.phase == ("playing" if phase == "playing" else "completed")
    assert rules.next_deadline(table.state) is None


def test_trap_22_a_held_card_is_not_scored_and_an_absent_hand_is() -> None:
    table = arranged(turn=1, phase="final_round", caller=0, held="Qs").do(1, "disconnected")
    result = rules.result(table.state)
    assert result is not None
    assert [line["baseScore"] for line in result["scores"]] == [14, 14]


def test_trap_23_several_winners_leave_the_winner_open() -> None:
    table = arranged(3, turn=2, phase="final_round", caller=0, final_turns_taken=[1]).do(2, "disconnected")
    assert table.state.winner_id is None
    assert table.view(0)["winnerIds"] == [0, 1, 2]


def test_a_double_submission_of_a_discard_has_one_effect() -> None:
    powerless = arranged().do(0, "draw", source="deck").do(0, "discard")
    assert powerless.refusal(0, "discard") == "not_your_turn"
    assert with_open_power("7h").refusal(0, "discard") == "power_pending"


def test_a_double_submission_of_a_peek_has_one_effect() -> None:
    table: Table = with_open_power("7h").do(0, "use_power", position=0)
    assert table.refusal(0, "use_power", position=0) == "power_already_used"
