"""Rules 6.2: exchanging the held card for one of one's own."""

import pytest

from tests.cambio.rules.table import HANDS, arranged


@pytest.mark.parametrize("position", range(4))
def test_the_held_card_goes_to_the_position_and_the_card_there_on_the_discard_pile(position: int) -> None:
    table = arranged().do(0, "draw", source="deck").do(0, "swap", position=position)
    expected = list(HANDS[0])
    outgoing, expected[position] = expected[position], "Ah"
    assert table.hand(0) == expected
    assert table.state.discard == ("6h", outgoing)
    assert table.state.held_card is None


def test_the_turn_ends() -> None:
    table = arranged().do(0, "draw", source="deck").do(0, "swap", position=1)
    assert table.event_types == ["CARD_SWAPPED", "TURN_STARTED"]
    assert table.turn == 1
    assert table.stage == "awaiting_draw"


@pytest.mark.parametrize("source", ["deck", "discard"])
def test_the_outgoing_face_is_public_the_incoming_one_is_not_named(source: str) -> None:
    table = arranged().do(0, "draw", source=source).do(0, "swap", position=1)
    assert table.event("CARD_SWAPPED") == {
        "type": "CARD_SWAPPED",
        "playerId": 0,
        "position": 1,
        "discardedCard": "3h",
        "incomingFrom": source,
        "audience": None,
    }


def test_the_incoming_card_lies_face_down() -> None:
    table = arranged().do(0, "draw", source="deck").do(0, "swap", position=1)
    assert table.faces(0) == table.faces(1) == {}
    assert "Ah" not in str(table.view(0))


@pytest.mark.parametrize("card", ["7h", "9h", "Jh", "Qh", "Kh"])
def test_no_power_is_triggered_whatever_the_outgoing_card_is(card: str) -> None:
    table = arranged(hands=((card, "3h", "4h", "5h"), HANDS[1]))
    table.do(0, "draw", source="deck").do(0, "swap", position=0)
    assert table.state.discard[-1] == card
    assert table.state.open_power is None
    assert table.turn == 1


@pytest.mark.parametrize("position", [-1, 4, 10**30])
def test_a_position_outside_the_hand_is_refused(position: int) -> None:
    assert arranged().do(0, "draw", source="deck").refusal(0, "swap", position=position) == "invalid_card_position"


@pytest.mark.parametrize("position", [None, "1", True, 1.0, [1]])
def test_a_position_that_is_no_whole_number_is_no_move(position: object) -> None:
    assert arranged().do(0, "draw", source="deck").refusal(0, "swap", position=position) == "invalid_request"


def test_without_a_held_card_there_is_nothing_to_swap() -> None:
    assert arranged().refusal(0, "swap", position=0) == "no_card_drawn"
