"""The acceptance scenarios and edge cases of the feature this game completes, each by its own name."""

from typing import Any

import pytest

from cambio import rules
from tests.cambio.rules.table import HANDS, Table, arranged, with_open_power

# --- story 1: special powers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["7d", "8d"])
def test_story_1_scenario_1_discarding_a_7_or_8_lets_me_peek_at_one_of_my_own_cards(card: str) -> None:
    table = with_open_power(card)
    assert table.view(0)["openPower"]["powerType"] == "peek_own"
    assert table.do(0, "use_power", position=2).faces(0) == {(0, 2): "4h"}


@pytest.mark.parametrize("card", ["9d", "10d"])
def test_story_1_scenario_2_discarding_a_9_or_10_lets_me_peek_at_an_opponents_card(card: str) -> None:
    table = with_open_power(card, 3)
    assert table.view(0)["openPower"]["powerType"] == "peek_opponent"
    assert table.do(0, "use_power", targetSeat=2, targetPosition=1).faces(0) == {(2, 1): "3c"}


@pytest.mark.parametrize("card", ["Jd", "Qd"])
def test_story_1_scenario_3_discarding_a_jack_or_queen_lets_me_swap_blindly(card: str) -> None:
    table = with_open_power(card)
    assert table.view(0)["openPower"]["powerType"] == "blind_swap"
    table.do(0, "use_power", position=0, targetSeat=1, targetPosition=3)
    assert (table.hand(0)[0], table.hand(1)[3]) == ("5d", "2h")
    assert table.faces(0) == table.faces(1) == {}


def test_story_1_scenario_4_discarding_a_king_shows_me_one_of_my_cards_without_a_choice() -> None:
    table = with_open_power("Kd")
    assert table.view(0)["openPower"] == {
        "playerId": 0,
        "powerType": "look_own",
        "reveal": {"ownerId": 0, "position": 0, "card": "2h"},
    }


@pytest.mark.parametrize("ending", ["next event", "5 seconds"])
def test_story_1_scenario_5_the_card_is_hidden_at_the_next_event_or_after_5_seconds(ending: str) -> None:
    table = with_open_power("7d", 3).do(0, "use_power", position=0)
    table = table.wait(5) if ending == "5 seconds" else table.do(2, "disconnected")
    assert table.faces(0) == {}
    assert table.view(0)["openPower"] is None


@pytest.mark.parametrize("card", ["7d", "9d", "Jd"])
def test_story_1_scenario_6_skipping_ends_my_turn_without_the_power(card: str) -> None:
    table = with_open_power(card).do(0, "skip_power")
    assert "POWER_USED" not in table.event_types
    assert table.turn == 1


# --- story 2: the call and the final round ----------------------------------------------------------------------------


def test_story_2_scenario_1_calling_before_drawing_starts_the_final_round_and_ends_my_turn() -> None:
    table = arranged(3).do(0, "call_cambio")
    assert (table.state.phase, table.state.cambio_caller_id, table.turn) == ("final_round", 0, 1)


def play_final_round(table: Table) -> list[int]:
    order = []
    while not rules.is_over(table.state):
        order.append(table.state.current)
        table.do(order[-1], "draw", source="deck").do(order[-1], "discard")
    return order


def test_story_2_scenario_2_each_other_player_gets_exactly_one_final_turn_in_order() -> None:
    assert play_final_round(arranged(4, turn=2).do(2, "call_cambio")) == [3, 0, 1]


def test_story_2_scenario_3_after_my_final_turn_the_next_player_takes_theirs() -> None:
    table = arranged(3).do(0, "call_cambio").do(1, "draw", source="deck").do(1, "discard")
    assert (table.state.phase, table.turn) == ("final_round", 2)


def test_story_2_scenario_4_after_the_last_final_turn_all_cards_are_revealed() -> None:
    table = arranged(3).do(0, "call_cambio")
    play_final_round(table)
    assert table.state.phase == "completed"
    assert all(len(table.faces(seat)) == 12 for seat in range(3))


def test_story_2_scenario_5_a_second_call_is_an_error() -> None:
    assert arranged(3).do(0, "call_cambio").refusal(1, "call_cambio") == "cambio_already_called"


# --- story 3: scoring -------------------------------------------------------------------------------------------------


def finished(*hands: list[str], caller: int = 0) -> Table:
    """Everybody's last turn is over but that of the last seat, who draws and lets go of a 2."""
    last = len(hands) - 1
    table = Table(
        rules.arrange(
            hands, ["2s"], ["3s"], turn=last, phase="final_round", caller=caller, final_turns_taken=range(last)
        )
    )
    return table.do(last, "draw", source="deck").do(last, "discard")


FIFTEEN, TWELVE = ["10h", "2h", "2d", "Ah"], ["Kh", "3h", "7h", "2c"]


def test_story_3_independent_test_15_against_12_the_other_wins_and_the_caller_is_doubled() -> None:
    # Rules 10.3: a caller who is not the lowest is doubled, also one who is not the highest.
    lines = finished(FIFTEEN, TWELVE).event("GAME_COMPLETED")["scores"]
    assert [(line["baseScore"], line["finalScore"], line["isWinner"]) for line in lines] == [
        (15, 30, False),
        (12, 12, True),
    ]


def test_story_3_scenario_1_a_score_is_the_sum_of_the_card_values() -> None:
    assert finished(TWELVE, FIFTEEN).event("GAME_COMPLETED")["scores"][0]["baseScore"] == 0 + 3 + 7 + 2


def test_story_3_scenario_2_a_caller_who_is_not_lowest_has_the_score_doubled() -> None:
    line = finished(FIFTEEN, TWELVE).event("GAME_COMPLETED")["scores"][0]
    assert (line["penaltyApplied"], line["finalScore"]) == (True, 30)


def test_story_3_scenario_3_the_lowest_score_wins() -> None:
    assert finished(TWELVE, FIFTEEN).state.winner_id == 0


def test_story_3_scenario_4_the_result_has_all_cards_scores_penalties_and_the_winner() -> None:
    result = rules.result(finished(FIFTEEN, TWELVE).state)
    assert result is not None
    assert [line["cards"] for line in result["scores"]] == [FIFTEEN, TWELVE]
    assert result["winnerId"] == 1


def test_story_3_scenario_5_tied_players_are_co_winners() -> None:
    table = finished(TWELVE, ["10d", "2d", "Kd", "Kc"])
    assert table.state.winner_id is None
    assert table.event("GAME_COMPLETED")["winnerIds"] == [0, 1]


# --- edge cases -------------------------------------------------------------------------------------------------------


def test_edge_case_a_player_who_disconnects_in_the_final_round_forfeits_and_is_scored() -> None:
    table = arranged(3).do(0, "call_cambio").do(1, "disconnected")
    assert table.turn == 2
    table.do(2, "draw", source="deck").do(2, "discard")
    assert [line["cards"] for line in table.event("GAME_COMPLETED")["scores"]] == [list(hand) for hand in HANDS[:3]]


def test_edge_case_a_player_who_disconnects_during_a_power_loses_it_and_the_turn_ends() -> None:
    table = with_open_power("Jd").do(0, "disconnected")
    assert "POWER_CANCELLED" in table.event_types
    assert [table.hand(0), table.hand(1)] == [list(HANDS[0]), list(HANDS[1])]
    assert table.turn == 1


def test_edge_case_a_blind_swap_of_two_kings_is_carried_out() -> None:
    table = with_open_power("Jd", hands=(("Kh", "3h", "4h", "5h"), ("2d", "Kd", "4d", "5d")))
    table.do(0, "use_power", position=0, targetSeat=1, targetPosition=1)
    assert (table.hand(0)[0], table.hand(1)[1]) == ("Kd", "Kh")


def test_edge_case_all_have_the_same_score_and_all_win() -> None:
    assert arranged(4, phase="completed", caller=1).view(0)["winnerIds"] == [0, 1, 2, 3]


@pytest.mark.parametrize("position", [-1, 4, 99])
def test_edge_case_a_peek_at_an_invalid_position_is_an_error(position: int) -> None:
    assert with_open_power("7d").refusal(0, "use_power", position=position) == "invalid_card_position"
    fields: dict[str, Any] = {"targetSeat": 1, "targetPosition": position}
    assert with_open_power("9d").refusal(0, "use_power", **fields) == "invalid_card_position"


def test_edge_case_only_one_power_activation_per_discard() -> None:
    assert with_open_power("7d").do(0, "use_power", position=0).refusal(0, "use_power", position=1) == (
        "power_already_used"
    )
