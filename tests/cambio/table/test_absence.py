"""People who are away: the wait, the bot that takes over, and the return (rules 9.2)."""

import pytest

from cambio.bots.memory import recall
from cambio.plug import table
from tests.cambio.table.seating import arranged, opened


def test_a_bot_takes_over_a_seat_that_stays_away_for_a_minute() -> None:
    seating = arranged((None, None), takeover=True).do(0, "left")
    assert table.next_deadline(seating.state) == seating.now + 60.0
    assert seating.wait(59.9).events == ()
    seating.wait(0.1)
    assert seating.event("seat_taken_over") == {"type": "seat_taken_over", "playerId": "id-Ines", "botLevel": "medium"}
    assert seating.turn == 0
    assert seating.wait(1.0).event_types == ["CARD_DRAWN", "CARD_DRAWN"]


def test_the_seat_stays_the_persons() -> None:
    seating = arranged((None, None), takeover=True).do(0, "left").wait(60.0)
    seen = seating.view(1)["players"][0]
    assert (seen["type"], seen["botLevel"], seen["isConnected"]) == ("human", "medium", False)


def test_a_bot_takes_over_out_of_turn_too() -> None:
    seating = arranged((None, None, None), takeover=True).do(2, "left").wait(60.0)
    assert seating.event_types == ["seat_taken_over"]
    assert seating.turn == 0


def test_where_no_takeover_is_allowed_the_turn_is_given_up() -> None:
    seating = arranged((None, None)).do(0, "left").wait(60.0)
    assert seating.event_types == ["TURN_FORFEITED", "TURN_STARTED"]
    assert seating.state.seats[0].bot_level is None


def test_the_seat_is_given_back_on_return() -> None:
    seating = arranged((None, None), takeover=True).do(0, "left").wait(60.0)
    seating.do(0, "arrived")
    assert seating.event_types == ["PLAYER_RECONNECTED"]
    assert seating.event("PLAYER_RECONNECTED")["playerId"] == "id-Ines"
    assert seating.state.seats[0].bot_level is None
    assert seating.state.bot_due is None
    assert seating.view(0)["players"][0]["isConnected"]
    assert seating.do(0, "draw", source="deck").event_types == ["CARD_DRAWN", "CARD_DRAWN"]


def test_a_second_word_of_the_same_absence_changes_nothing() -> None:
    seating = arranged((None, None), takeover=True).do(0, "left").wait(60.0)
    before = seating.state
    assert seating.do(0, "left").state == before
    assert seating.do(0, "leave").state == before
    seating.do(0, "arrived").do(0, "arrived")
    assert seating.events == ()


def test_a_player_who_leaves_again_has_another_minute() -> None:
    seating = arranged((None, None), takeover=True).do(0, "left").wait(60.0).do(0, "arrived")
    seating.wait(10.0).do(0, "left")
    assert table.next_deadline(seating.state) == seating.now + 60.0


def test_the_person_takes_up_the_card_the_bot_holds() -> None:
    seating = arranged((None, None), takeover=True).do(0, "left").wait(60.0).wait(1.0)
    seating.do(0, "arrived")
    assert seating.view(0)["heldCard"]["playerId"] == "id-Ines"
    assert seating.do(0, "discard").event_types[0] == "CARD_DISCARDED"


def test_the_bot_remembers_what_the_seat_was_shown_before() -> None:
    seating = opened(takeover=True).join("Teo").do(0, "start")
    hand = seating.game.players[0].hand
    assert recall(seating.state.seats[0].bot_memory, players=2).hands[0] == ("?", "?", hand[2], hand[3])


def test_nobody_remembers_for_people_where_no_takeover_is_allowed() -> None:
    seating = opened().join("Teo").do(0, "start")
    assert [bytes(info.bot_memory) for info in seating.state.seats] == [b"null", b"null"]


def test_in_the_final_round_no_bot_takes_over() -> None:
    seating = arranged((None, None, None), takeover=True, phase="final_round", caller=2).do(1, "left")
    assert table.next_deadline(seating.state) is None
    seating.wait(100.0)
    assert seating.events == ()
    seating.do(0, "draw", source="deck").do(0, "discard")
    assert "TURN_FORFEITED" in seating.event_types
    assert seating.is_over


def test_a_bot_that_took_over_before_plays_the_last_turn_too() -> None:
    seating = arranged((None, None, None), takeover=True).do(1, "left").wait(60.0).do(0, "call_cambio")
    assert (seating.turn, seating.event_types) == (1, ["CAMBIO_CALLED", "TURN_STARTED"])
    assert seating.let_bots_play().turn == 2


def test_while_nobody_is_there_nobody_is_skipped_or_replaced() -> None:
    for takeover in (False, True):
        seating = arranged((None, "easy", None), takeover=takeover).do(2, "left").do(0, "left")
        before = seating.state
        assert seating.wait(299.0).state == before
        assert seating.view(0)["currentTurnPlayerId"] == "id-Ines"
        assert seating.view(0)["players"][0]["disconnectedAt"] == 1000.0


def test_a_player_who_returns_to_the_bots_finds_the_own_turn_waiting() -> None:
    seating = arranged((None, "easy")).do(0, "left").wait(299.0)
    seating.do(0, "arrived")
    assert (seating.event_types, seating.turn) == (["PLAYER_RECONNECTED"], 0)


def test_the_first_to_return_need_not_wait_for_the_others() -> None:
    seating = arranged((None, "easy", None)).do(2, "left").do(0, "left").wait(299.0)
    seating.do(2, "arrived")
    assert seating.event_types == ["PLAYER_RECONNECTED", "TURN_FORFEITED", "TURN_STARTED"]
    assert seating.turn == 1
    takeover = arranged((None, "easy", None), takeover=True).do(2, "left").do(0, "left")
    assert takeover.wait(299.0).do(2, "arrived").event_types == ["PLAYER_RECONNECTED", "seat_taken_over"]
    assert takeover.turn == 0


def test_bots_finish_their_turns_while_nobody_is_there_but_do_not_call() -> None:
    hands = (("2d", "3d", "4d", "5d"), ("Kh", "Kd", "Kc", "Ks"))
    watched, alone = arranged((None, "easy"), turn=1, hands=hands), arranged((None, "easy"), turn=1, hands=hands)
    assert "CAMBIO_CALLED" in watched.wait(1.0).event_types
    alone.do(0, "left").let_bots_play()
    assert (alone.turn, alone.game.phase) == (0, "playing")
    assert table.next_deadline(alone.state) == 1000.0 + 300.0


def test_a_bots_reveal_still_ends_while_nobody_is_there() -> None:
    seating = arranged((None, "medium"), turn=1, held="7c").do(0, "left").wait(1.0)
    assert seating.game.open_power is not None
    seating.wait(1.0)
    assert seating.game.peek_expires_at is not None
    assert table.next_deadline(seating.state) is not None
    seating.let_bots_play()
    assert seating.turn == 0


def test_a_person_without_a_socket_can_still_play_against_bots() -> None:
    """Rules 9.1: a request from a seat that is flagged as disconnected is judged like any other."""
    seating = arranged((None, "easy")).do(0, "left").wait(299.0)
    seating.do(0, "draw", source="deck").do(0, "discard")
    # A player who acts is there, socket or not: the time until the table is given up begins anew.
    assert seating.state.abandon_at == seating.now + 300.0
    assert seating.let_bots_play().turn == 0
    assert not seating.game.players[0].is_connected


def test_the_staff_hand_a_seat_to_a_bot() -> None:
    seating = arranged((None, None))
    seating.do(None, "hand_to_bot", seatId="id-Ines", level="hard")
    assert seating.event_types == ["seat_taken_over"]
    assert seating.state.seats[0].bot_level == "hard"
    assert seating.let_bots_play().turn == 1
    assert seating.do(0, "arrived").state.seats[0].bot_level is None


@pytest.mark.parametrize("seat", [1, 2])
def test_nobody_at_the_table_hands_the_seats_of_others_to_bots(seat: int) -> None:
    """Rules 2 of the table: a person may hand over the own seat, and that of another only when it is late."""
    levels = (None, None, None)
    assert arranged(levels).refusal(seat, "hand_to_bot", seatId="id-Ines", level="hard") == "not_late_yet"
    own = ("id-Ines", "id-Teo", "id-Mara")[seat]
    assert arranged(levels).do(seat, "hand_to_bot", seatId=own, level="hard").state.seats[seat].bot_level == "hard"
    assert arranged(levels).do(seat, "hand_to_bot").state.seats[seat].bot_level == "medium"


def test_only_a_persons_seat_in_a_running_game_is_handed_over() -> None:
    assert opened().join("Teo").refusal(None, "hand_to_bot", seatId="id-Ines", level="easy") == "invalid_action"
    assert arranged((None, "easy")).refusal(None, "hand_to_bot", seatId="id-Teo", level="hard") == "invalid_action"
    assert arranged((None, None)).refusal(None, "hand_to_bot", seatId="id-Mara", level="hard") == "no_such_person"
    over = arranged((None, None), phase="completed", caller=0)
    assert over.refusal(None, "hand_to_bot", seatId="id-Ines", level="hard") == "invalid_action"


def test_with_all_seats_in_the_hands_of_bots_the_game_is_played_to_its_end() -> None:
    seating = arranged((None, "easy")).do(0, "left").do(None, "hand_to_bot", seatId="id-Ines", level="easy")
    assert seating.let_bots_play().is_over
