"""After 300 seconds without any person a table of Cambio is closed (rules 2.6 of the table)."""

from cambio.plug import table
from tests.cambio.table.seating import Seating, arranged, opened


def abandoned() -> Seating:
    return arranged((None, "easy", None)).do(2, "left").do(0, "left").wait(300.0)


def test_300_seconds_after_the_last_person_left_the_table_is_closed() -> None:
    seating = arranged((None, None)).do(1, "left")
    seating.now += 10.0
    seating.do(0, "left")
    assert table.next_deadline(seating.state) == seating.now + 300.0
    assert seating.wait(299.9).events == ()
    assert seating.wait(0.1).event_types == ["game_abandoned"]
    assert [event.audience for event in seating.events] == [None]
    assert (seating.is_over, table.next_deadline(seating.state)) == (True, None)


def test_a_player_who_returns_in_time_keeps_the_table_open() -> None:
    seating = arranged((None, None)).do(1, "left").do(0, "left").wait(299.0).do(1, "arrived")
    assert seating.state.abandon_at is None
    assert not seating.wait(1000.0).is_over


def test_a_closed_table_stays_as_it_was_and_takes_nothing() -> None:
    seating = abandoned()
    before = seating.state
    assert seating.do(0, "arrived").state == before
    assert seating.do(1, "left").state == before
    assert seating.do(0, "leave").state == before
    assert seating.wait(1000.0).state == before
    for seat, type, fields in (
        (0, "draw", {"source": "deck"}),
        (0, "call_cambio", {}),
        (0, "start", {}),
        (None, "join", {"seatId": "id-new"}),
        (0, "remove_bot", {"seatId": "id-Teo"}),
    ):
        assert seating.refusal(seat, type, **fields) == "game_abandoned"
    assert seating.refusal(None, "hand_to_bot", seatId="id-Ines", level="hard") == "invalid_action"
    assert seating.refusal(7, "draw", source="deck") == "player_not_in_game"


def test_a_closed_table_offers_nothing_shows_no_card_and_has_no_result() -> None:
    seating = abandoned()
    for seat in (0, 1, 2, None):
        seen = seating.view(seat)
        assert (seen["abandoned"], seen["currentTurnPlayerId"], seen["availableActions"]) == (True, None, [])
        assert all(card["face"] is None for player in seen["players"] for card in player["cards"])
    assert [table.legal_actions(seating.state, seat, now=seating.now) for seat in (0, 1, 2)] == [[], [], []]
    assert (table.players_to_act(seating.state), table.result(seating.state)) == ((), None)


def test_a_request_after_the_time_finds_the_table_closed_though_no_clock_ran() -> None:
    seating = arranged((None, None)).do(1, "left").do(0, "left")
    seating.now += 300.0
    assert seating.view(0)["abandoned"]
    assert seating.refusal(0, "draw", source="deck") == "game_abandoned"
    assert seating.do(0, "arrived").event_types == ["game_abandoned"]


def test_a_bot_on_turn_stops_playing() -> None:
    seating = arranged((None, "easy"), turn=1).do(0, "left")
    seating.now += 300.0
    assert seating.wait(0.0).event_types == ["game_abandoned"]
    assert (seating.state.bot_due, seating.wait(60.0).events) == (None, ())


def test_where_nobody_ever_came_the_game_is_closed_too() -> None:
    seating = opened().join("Teo")
    for seat in (0, 1):
        seating.do(seat, "left")
    # A program may start it without a socket.
    seating.do(0, "start").wait(10.0)
    assert seating.game.phase == "playing"
    assert seating.wait(300.0).event_types == ["game_abandoned"]


def test_a_waiting_room_is_not_closed() -> None:
    seating = opened().join("Teo").do(0, "left").do(1, "left")
    assert table.next_deadline(seating.state) is None
    assert not seating.wait(100_000.0).is_over


def test_a_game_that_bots_play_for_everybody_is_not_closed() -> None:
    seating = arranged((None, "easy")).do(0, "left").do(None, "hand_to_bot", seatId="id-Ines", level="easy")
    assert seating.state.abandon_at is None


def test_in_the_final_round_nobody_is_waited_for() -> None:
    seating = arranged((None, None, None), phase="final_round", caller=0, turn=1)
    seating.do(2, "left").do(0, "left").do(1, "left")
    assert (seating.is_over, seating.state.abandoned) == (True, False)
