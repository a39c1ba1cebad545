"""Rules 8: the call and the final round."""

from typing import Any

import pytest

from cambio import rules
from tests.cambio.rules.table import HANDS, Table, arranged, dealt, with_open_power


def take_turn(table: Table) -> int:
    seat = table.state.current
    table.do(seat, "draw", source="discard").do(seat, "swap", position=0)
    return seat


def final_turns(table: Table) -> list[int]:
    seats = []
    while not rules.is_over(table.state):
        seats.append(take_turn(table))
    return seats


def flags(table: Table) -> list[bool]:
    return [player.has_taken_final_turn for player in table.state.players]


def test_the_very_first_turn_qualifies() -> None:
    table = dealt(3).wait(10).do(0, "call_cambio")
    assert table.state.phase == "final_round"


def test_the_call_starts_the_final_round_and_ends_the_callers_turn_without_a_card() -> None:
    table = arranged(3, turn=1).do(1, "call_cambio")
    assert table.event_types == ["CAMBIO_CALLED", "TURN_STARTED"]
    assert table.event("CAMBIO_CALLED") == {
        "type": "CAMBIO_CALLED",
        "callerId": 1,
        "phase": "final_round",
        "remainingTurns": 2,
        "audience": None,
    }
    assert table.event("TURN_STARTED") == {
        "type": "TURN_STARTED",
        "playerId": 2,
        "phase": "final_round",
        "audience": None,
    }
    assert table.state.cambio_caller_id == 1
    assert flags(table) == [False, True, False]
    assert table.hand(1) == list(HANDS[1])
    assert table.view(0)["finalRoundRemaining"] == 2


def test_only_on_ones_own_turn() -> None:
    assert arranged(3).refusal(1, "call_cambio") == "not_your_turn"


@pytest.mark.parametrize("source", ["deck", "discard"])
def test_not_after_drawing(source: str) -> None:
    assert arranged().do(0, "draw", source=source).refusal(0, "call_cambio") == "cambio_after_draw"


@pytest.mark.parametrize("card", ["7h", "9h", "Jh", "Kh"])
def test_not_while_a_power_is_open(card: str) -> None:
    assert with_open_power(card).refusal(0, "call_cambio") == "power_pending"


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_second_call_is_refused_from_every_seat_on_every_turn(seat: int) -> None:
    table = arranged(3).do(0, "call_cambio")
    assert table.turn == 1
    assert table.refusal(seat, "call_cambio") == "cambio_already_called"
    table.do(1, "draw", source="deck")
    assert table.refusal(seat, "call_cambio") == "cambio_already_called"


def test_in_the_final_round_the_call_is_not_on_the_menu() -> None:
    table = arranged(3).do(0, "call_cambio")
    assert table.menu(1) == [{"type": "draw", "source": "deck"}, {"type": "draw", "source": "discard"}]
    assert "call_cambio" not in table.view(1)["availableActions"]


@pytest.mark.parametrize(
    ("players", "caller", "turns"),
    [
        (2, 0, [1]),
        (2, 1, [0]),
        (3, 0, [1, 2]),
        (3, 1, [2, 0]),
        (3, 2, [0, 1]),
        (4, 0, [1, 2, 3]),
        (4, 1, [2, 3, 0]),
        (4, 2, [3, 0, 1]),
        (4, 3, [0, 1, 2]),
    ],
)
def test_every_other_player_gets_exactly_one_turn_in_cyclic_order(players: int, caller: int, turns: list[int]) -> None:
    table = arranged(players, turn=caller).do(caller, "call_cambio")
    assert final_turns(table) == turns
    assert table.state.phase == "completed"


@pytest.mark.parametrize("caller", range(4))
def test_the_caller_never_acts_again(caller: int) -> None:
    table = arranged(4, turn=caller).do(caller, "call_cambio")
    while not rules.is_over(table.state):
        assert table.menu(caller) == []
        assert table.refusal(caller, "draw", source="deck") == "not_your_turn"
        take_turn(table)


def final_position(**options: Any) -> Table:
    return arranged(3, turn=2, phase="final_round", caller=0, final_turns_taken=[1], **options)


def test_a_final_turn_is_a_complete_normal_turn() -> None:
    for source in ("deck", "discard"):
        table = final_position().do(2, "draw", source=source).do(2, "swap", position=0)
        assert rules.is_over(table.state)
    assert rules.is_over(final_position().do(2, "draw", source="deck").do(2, "discard").state)


def test_the_flag_becomes_true_when_the_turn_ends_not_before() -> None:
    table = arranged(3, turn=1, phase="final_round", caller=0).do(1, "draw", source="deck")
    assert flags(table) == [True, False, False]
    table.do(1, "swap", position=0)
    assert flags(table) == [True, True, False]
    assert table.view(2)["finalRoundRemaining"] == 1


@pytest.mark.parametrize("card", ["7h", "9h", "Jh"])
def test_the_game_does_not_end_before_the_power_of_the_last_turn_is_closed(card: str) -> None:
    table = final_position(deck=(card,)).do(2, "draw", source="deck").do(2, "discard")
    assert table.state.phase == "final_round"
    assert flags(table) == [True, True, False]
    assert table.do(2, "skip_power").state.phase == "completed"
    assert table.event_types == ["POWER_SKIPPED", "GAME_COMPLETED"]


def test_a_blind_swap_in_the_last_turn_changes_the_result() -> None:
    hands = (("Kh", "Kd", "Kc", "Ah"), ("2d", "2c", "2s", "3d"), ("Ac", "Ad", "As", "10h"))
    table = final_position(deck=("Jh",), hands=hands).do(2, "draw", source="deck").do(2, "discard")
    table.do(2, "use_power", position=3, targetSeat=0, targetPosition=0)
    assert table.event_types == ["POWER_USED", "SWAP_COMPLETED", "GAME_COMPLETED"]
    assert table.state.winner_id == 2
    assert [line["finalScore"] for line in table.event("GAME_COMPLETED")["scores"]] == [22, 9, 3]


def test_when_the_last_flag_is_set_scoring_follows_at_once_and_no_turn_starts() -> None:
    table = final_position().do(2, "draw", source="deck").do(2, "swap", position=0)
    assert table.event_types == ["CARD_SWAPPED", "GAME_COMPLETED"]
    assert table.turn is None
    assert table.view(0)["stage"] is None
    assert flags(table) == [True, True, True]
    assert table.view(0)["finalRoundRemaining"] is None


def test_a_final_reveal_ends_the_game_when_it_closes() -> None:
    table = final_position(deck=("Kh",)).do(2, "draw", source="deck").do(2, "discard")
    assert table.state.phase == "final_round"
    assert table.wait(5).event_types == ["CARD_HIDDEN", "GAME_COMPLETED"]


def test_the_deck_is_reshuffled_in_the_final_round_too() -> None:
    table = final_position(deck=(), discard=("6h", "6d")).do(2, "draw", source="deck")
    assert table.event_types[0] == "DECK_RESHUFFLED"


ALL_ACTIONS: list[dict[str, Any]] = [
    {"type": "confirm_initial_view"},
    {"type": "draw", "source": "deck"},
    {"type": "swap", "position": 0},
    {"type": "discard"},
    {"type": "use_power", "position": 0},
    {"type": "skip_power"},
    {"type": "dismiss_reveal"},
    {"type": "call_cambio"},
]


@pytest.mark.parametrize("action", ALL_ACTIONS, ids=str)
@pytest.mark.parametrize("seat", [0, 1])
def test_no_action_is_accepted_on_a_completed_game(action: dict[str, Any], seat: int) -> None:
    table = arranged().do(0, "call_cambio")
    take_turn(table)
    assert table.refusal(seat, **action) == "game_already_completed"
    assert table.menu(seat) == []
    assert rules.players_to_act(table.state) == ()
    assert rules.next_deadline(table.state) is None
