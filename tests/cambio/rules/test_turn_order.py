"""Rules 3.2 and 6.6: whose turn it is."""

import pytest

from cambio import rules
from tests.cambio.rules.table import Table, arranged, dealt, with_open_power


def take_simple_turn(table: Table) -> None:
    seat = table.state.current
    table.do(seat, "draw", source="discard").do(seat, "swap", position=0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round_in_ascending_order_from_seat_0(players: int) -> None:
    table = dealt(players).wait(10)
    seen = []
    for _turn in range(2 * players + 1):
        seen.append(table.turn)
        take_simple_turn(table)
    assert seen == [*range(players), *range(players), 0]


def test_the_turn_passes_after_a_swap() -> None:
    table = arranged(3).do(0, "draw", source="deck").do(0, "swap", position=0)
    assert table.turn == 1


def test_the_turn_passes_after_a_discard_without_power() -> None:
    table = arranged(3).do(0, "draw", source="deck").do(0, "discard")
    assert table.turn == 1


def test_the_turn_passes_when_a_power_is_resolved() -> None:
    table = with_open_power("Jh", 3).do(0, "use_power", position=0, targetSeat=2, targetPosition=0)
    assert table.turn == 1


def test_the_turn_passes_when_a_power_is_skipped() -> None:
    assert with_open_power("Jh", 3).do(0, "skip_power").turn == 1


def test_the_turn_passes_when_a_power_is_cancelled() -> None:
    assert with_open_power("Jh", 3).do(0, "disconnected").turn == 1


def test_the_turn_passes_when_cambio_is_called() -> None:
    assert arranged(3).do(0, "call_cambio").turn == 1


def test_the_turn_passes_when_it_is_forfeited() -> None:
    assert arranged(3).do(0, "disconnected").wait(60).turn == 1


def test_everybody_is_told_whose_turn_starts() -> None:
    table = arranged(3, turn=2).do(2, "draw", source="deck").do(2, "discard")
    assert table.event("TURN_STARTED") == {"type": "TURN_STARTED", "playerId": 0, "phase": "playing", "audience": None}


def test_before_drawing_one_may_draw_from_either_pile_or_call() -> None:
    table = arranged(3, turn=1)
    assert table.menu(1) == [
        {"type": "draw", "source": "deck"},
        {"type": "draw", "source": "discard"},
        {"type": "call_cambio"},
    ]
    assert table.view(1)["availableActions"] == ["draw_from_deck", "draw_from_discard", "call_cambio"]
    assert rules.players_to_act(table.state) == (1,)


@pytest.mark.parametrize("seat", [0, 2])
def test_players_out_of_turn_have_no_action(seat: int) -> None:
    table = arranged(3, turn=1)
    assert table.menu(seat) == []
    assert table.view(seat)["availableActions"] == []
    assert table.refusal(seat, "draw", source="deck") == "not_your_turn"


def test_strangers_have_no_action() -> None:
    table = arranged()
    for stranger in (-1, 2, "0", True, None, 0.0):
        assert table.refusal(stranger, "draw", source="deck") == "player_not_in_game"
        assert rules.legal_actions(table.state, stranger, now=0.0) == []  # type: ignore[arg-type]
