"""A bot that sits down in the middle of a turn, and a person who comes back in the middle of one (rules 9.2, 18)."""

from typing import Any

import pytest
from msgspec.structs import replace

from cambio.plug import table
from tabletop.table import Choices
from tests.cambio.table.seating import Seating, arranged


def left(*levels: str | None, **position: Any) -> Seating:
    """Ines, whose turn it is, has been away for a minute, and a bot plays for her."""
    return arranged(levels or (None, None), takeover=True, **position).do(0, "left").wait(60.0)


def test_the_bot_finishes_a_turn_with_the_card_the_person_held() -> None:
    seating = left(held="6c")
    assert (seating.event_types, seating.turn) == (["seat_taken_over"], 0)
    assert seating.wait(3.0).event_types[0] in ("CARD_SWAPPED", "CARD_DISCARDED")
    assert seating.game.held_card is None


def test_the_bot_must_swap_a_card_the_person_took_from_the_pile() -> None:
    seating = left(held="Qc", held_from="discard")
    assert seating.wait(3.0).event_types == ["CARD_SWAPPED", "TURN_STARTED"]
    assert seating.turn == 1


def test_a_power_pending_when_the_person_leaves_is_cancelled_and_not_the_bots() -> None:
    seating = arranged((None, None), takeover=True, held="7c").do(0, "discard").do(0, "left")
    assert seating.event_types == ["PLAYER_DISCONNECTED", "POWER_CANCELLED", "TURN_STARTED"]
    assert seating.wait(60.0).event_types == ["seat_taken_over"]
    assert (seating.game.open_power, seating.turn) == (None, 1)


@pytest.mark.parametrize("card", ["7c", "9c", "Jc"])
def test_a_power_opened_without_a_socket_is_the_bots_when_it_takes_over(card: str) -> None:
    """Rules 9.1: who is flagged as away may still act; a minute after the disconnection the bot sits down."""
    seating = arranged((None, None), takeover=True, held=card).do(0, "left")
    seating.wait(59.0).do(0, "discard").wait(1.0)
    assert (seating.event_types, seating.game.open_power is not None) == (["seat_taken_over"], True)
    assert seating.let_bots_play().turn == 1
    assert seating.game.open_power is None


def test_who_comes_back_while_the_bot_chooses_finds_the_choice_open() -> None:
    seating = left(held="Jc")
    seating.do(None, "hand_to_bot", seatId="id-Teo", level="easy")
    while seating.game.open_power is None:
        assert seating.turn == 0
        seating.wait(0.5)
    assert seating.do(0, "arrived").state.bot_due is None
    assert seating.do(0, "skip_power").event_types == ["POWER_SKIPPED", "TURN_STARTED"]


def looking(*levels: str | None) -> Seating:
    """Teo, a person, is looking at one of his cards; a bot plays for Ines."""
    seating = arranged(levels, takeover=True, turn=1, held="7c").do(0, "left").wait(60.0)
    return seating.do(1, "discard").do(1, "use_power", position=0)


def test_a_person_who_takes_the_seat_back_is_the_next_event_and_ends_a_reveal() -> None:
    seating = looking(None, None, None).do(0, "arrived")
    assert seating.event_types == ["PLAYER_RECONNECTED", "CARD_HIDDEN", "TURN_STARTED"]
    assert (seating.game.open_power, seating.turn) == (None, 2)


def test_a_person_who_takes_the_seat_back_ends_the_reveal_of_the_own_bot() -> None:
    seating = left(None, None, held="8c")
    while seating.game.peek_expires_at is None:
        assert seating.turn == 0
        seating.wait(0.5)
    assert seating.do(0, "arrived").event_types == ["PLAYER_RECONNECTED", "CARD_HIDDEN", "TURN_STARTED"]


def test_a_bot_that_takes_over_is_the_next_event_and_ends_a_reveal() -> None:
    seating = arranged((None, None, None), takeover=True, turn=1, held="7c").do(0, "left").wait(58.0)
    seating.do(1, "discard").do(1, "use_power", position=0)
    assert seating.wait(2.0).event_types == ["seat_taken_over", "CARD_HIDDEN", "TURN_STARTED"]
    assert (seating.game.open_power, seating.turn) == (None, 2)
    by_staff = looking(None, None, None).do(None, "hand_to_bot", seatId="id-Mara", level="easy")
    assert by_staff.event_types == ["seat_taken_over", "CARD_HIDDEN", "TURN_STARTED"]


def test_when_the_first_one_is_back_the_time_of_the_others_counts_at_once() -> None:
    """Teo and Mara left; nobody was replaced while only the bot in Ines's seat was there."""
    seating = arranged((None, None, None), takeover=True).do(0, "left").wait(60.0)
    seating.do(1, "left").do(2, "left").wait(100.0)
    assert [info.bot_level for info in seating.state.seats] == ["medium", None, None]
    assert seating.do(0, "arrived").event_types == ["PLAYER_RECONNECTED", "seat_taken_over", "seat_taken_over"]
    due = table.next_deadline(seating.state)
    assert due is None or due > seating.now


def test_where_the_host_did_not_allow_it_no_bot_ever_sits_down() -> None:
    seating = arranged((None, None, None)).do(0, "left")
    for _minute in range(5):
        seating.wait(60.0)
        assert [info.bot_level for info in seating.state.seats] == [None, None, None]
        if seating.turn is not None:
            seating.do(seating.turn, "draw", source="deck").do(seating.turn, "swap", position=0)


def with_a_hand_to_call_with() -> Seating:
    """Ines has seen all four of her cards, which are worth two points together, and it is her turn."""
    hands = (("5h", "4h", "Kh", "Kd"), ("9h", "9d", "9c", "9s"))
    seating = arranged((None, None), hands=hands, deck=("Ah", "6h", "Ad", "6d", "6c", "6s"))
    seating.state = replace(seating.state, choices=Choices(turn_clock=30))
    for place in (0, 1):
        seating.do(0, "draw", source="deck").do(0, "swap", position=place)
        seating.do(1, "draw", source="deck").do(1, "discard")
    return seating


def test_a_bot_that_plays_one_turn_for_want_of_time_does_not_call_cambio() -> None:
    """The seat stays with its person, and so does the risk of the call."""
    for_good = with_a_hand_to_call_with().do(0, "hand_to_bot").let_bots_play()
    assert (for_good.game.phase, for_good.turn) == ("final_round", 1)
    seating = with_a_hand_to_call_with().wait(30.0)
    assert (seating.event_types, seating.turn) == (["turn_timed_out"], 0)
    assert (seating.let_bots_play().game.phase, seating.turn) == ("playing", 1)
