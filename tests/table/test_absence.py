"""Takeover, abandonment and time while nobody is there, through the smallest game (rules 2.5, 2.6 of the table)."""

from collections.abc import Callable

import msgspec
import pytest

from tests.table.duels import Seating, SlowPlug, abandoned, against_bot, over, started

PATIENT = 10_000.0
"""Seconds for a turn, where the clock of the game is not what a test is about."""


def patient(*, takeover: bool = True) -> Seating:
    return started(takeover=takeover, turn_seconds=PATIENT)


# --- takeover ---------------------------------------------------------------------------------------------------------


def test_a_bot_takes_over_after_a_minute() -> None:
    seating = patient().do(1, "left")
    assert seating.rules.next_deadline(seating.state) == seating.now + 60.0
    assert seating.wait(59.9).events == ()
    assert seating.wait(0.1).event_types == ["seat_taken_over"]
    assert seating.events[0].to_json() == {"type": "seat_taken_over", "playerId": "Ben", "botLevel": "low"}
    assert (seating.info(1).type, seating.info(1).bot_level) == ("human", "low")


def test_a_seat_is_taken_over_once_though_its_person_stays_away() -> None:
    seating = patient().do(1, "left").wait(60.0)
    assert seating.wait(1000.0).events == ()
    assert seating.rules.next_deadline(seating.state) == seating.game.due


def test_where_the_table_does_not_allow_it_no_bot_takes_over() -> None:
    seating = patient(takeover=False).do(1, "left")
    assert seating.wait(1000.0).events == ()
    assert seating.info(1).bot_level is None


def test_a_person_who_is_back_in_time_keeps_the_seat() -> None:
    seating = patient().do(1, "left").wait(59.0).do(1, "arrived")
    assert seating.wait(60.0).events == ()


def test_a_bot_that_took_over_plays_and_gives_the_seat_back() -> None:
    seating = patient().do(0, "play", card=2).do(1, "left").wait(60.0)
    assert seating.wait(2.0).event_types == ["card_played", "trick_taken"]
    assert seating.game.hands == ((1, 3), (5, 6))
    assert seating.bot_due == seating.now + 2.0, "it has taken the trick and leads"
    seating.do(1, "arrived")
    assert seating.event_types == ["player_reconnected"]
    assert seating.info(1).bot_level is None
    assert not seating.bot_due
    assert seating.do(1, "play", card=5).event_types == ["card_played"]


def test_a_person_who_is_heard_to_leave_again_stays_taken_over() -> None:
    seating = patient().do(1, "left").wait(60.0)
    before = seating.state
    assert seating.do(1, "left").state == before
    assert seating.do(1, "leave").state == before


def test_a_bot_plays_on_at_once_for_who_leaves_and_gives_the_seat_back() -> None:
    seating = patient().do(1, "leave", handsOver=True)
    assert seating.event_types == ["seat_taken_over"]
    assert (seating.info(1).type, seating.info(1).bot_level) == ("human", "low")
    before = seating.state
    assert seating.do(1, "left").state == before, "the page that was left is closed"
    assert seating.do(1, "arrived").event_types == ["player_reconnected"]
    assert seating.info(1).bot_level is None


@pytest.mark.parametrize(
    "make", [lambda: patient(takeover=False), lambda: patient().do(0, "left"), lambda: patient().do(0, "hand_to_bot")]
)
def test_where_no_bot_may_play_on_or_nobody_else_is_there_who_leaves_is_away(make: Callable[[], Seating]) -> None:
    seating = make().do(1, "leave", handsOver=True)
    assert seating.event_types == ["player_disconnected"]
    assert seating.info(1).bot_level is None


def test_in_the_log_of_older_games_leaving_is_absence() -> None:
    assert patient().do(1, "leave").event_types == ["player_disconnected"]


def test_a_request_after_the_minute_finds_the_bot_though_no_clock_ran() -> None:
    seating = patient().do(1, "left")
    seating.now += 60.0
    seats = seating.rules.view(seating.state, 0, now=seating.now)["seats"]
    assert [seat["botLevel"] for seat in seats] == [None, "low"]
    assert seating.do(0, "play", card=1).event_types == ["seat_taken_over", "card_played"]


def test_while_nobody_is_there_no_bot_takes_over() -> None:
    seating = patient().do(1, "left").do(0, "left").wait(200.0)
    assert [info.bot_level for info in seating.state.seats] == [None, None]
    assert seating.do(0, "arrived").event_types == ["player_reconnected", "seat_taken_over"], (
        "with somebody there the time counts"
    )


def test_a_bot_that_takes_over_knows_what_the_seat_was_shown_before() -> None:
    seating = patient().do(0, "redraw", card=1).do(0, "play", card=2)
    told = msgspec.json.decode(seating.info(1).bot_memory)
    assert [event["type"] for event in told] == ["game_started", "card_redrawn", "card_played"]
    assert "card" not in told[1], "what the other one has drawn is nothing for this seat"
    assert "card" in msgspec.json.decode(seating.info(0).bot_memory)[1]


def test_where_no_bot_can_take_over_nothing_is_remembered_for_a_person() -> None:
    seating = patient(takeover=False).do(0, "play", card=2)
    assert [bytes(info.bot_memory) for info in seating.state.seats] == [b"null", b"null"]
    bot = against_bot().do(0, "play", card=2)
    assert bytes(bot.info(0).bot_memory) == b"null"
    assert [event["type"] for event in msgspec.json.decode(bot.info(1).bot_memory)] == ["game_started", "card_played"]


def test_after_the_end_nobody_is_missed() -> None:
    seating = over(takeover=True).do(0, "left").do(1, "left")
    assert seating.rules.next_deadline(seating.state) is None
    assert seating.wait(1000.0).events == ()
    assert not seating.state.abandoned


# --- abandonment ------------------------------------------------------------------------------------------------------


def test_a_table_without_people_is_abandoned_after_five_minutes() -> None:
    seating = started().do(1, "left")
    seating.now += 5.0
    seating.do(0, "left")
    assert seating.rules.next_deadline(seating.state) == seating.now + 300.0
    assert seating.wait(299.9).events == ()
    assert seating.wait(0.1).event_types == ["game_abandoned"]
    assert seating.rules.is_over(seating.state)
    assert seating.rules.players_to_act(seating.state) == ()
    assert seating.rules.result(seating.state) is None
    assert seating.rules.next_deadline(seating.state) is None
    assert seating.wait(1000.0).events == ()


def test_an_abandoned_table_offers_nothing() -> None:
    seating = abandoned()
    seen = seating.rules.view(seating.state, 0, now=seating.now)
    assert (seen["abandoned"], seen["turn"], seen["mayRedraw"], seen["mayUndo"]) == (True, None, False, False)
    assert [list(seating.rules.legal_actions(seating.state, seat, now=seating.now)) for seat in (0, 1)] == [[], []]


def test_a_person_who_is_back_in_time_keeps_the_table_open() -> None:
    seating = started().do(0, "left").do(1, "left").wait(299.0).do(1, "arrived")
    assert seating.state.abandon_at is None
    assert not seating.wait(1.0).state.abandoned


@pytest.mark.parametrize("sign_of_life", [True, False])
def test_a_person_who_plays_without_a_socket_is_there(sign_of_life: bool) -> None:
    seating = started().do(0, "left").do(1, "left").wait(200.0)
    if sign_of_life:
        seating.do(0, "play", card=1)
    else:
        seating.do(0, "leave")
    assert seating.state.abandon_at == (seating.now + 300.0 if sign_of_life else seating.now + 100.0)


def test_bots_are_nobody() -> None:
    seating = against_bot().do(0, "left")
    assert seating.state.abandon_at == seating.now + 300.0
    assert seating.wait(300.0).event_types == ["game_abandoned"]


def test_a_game_that_all_people_have_handed_to_bots_is_played_to_its_end() -> None:
    seating = started().do(0, "hand_to_bot").do(1, "hand_to_bot", level="high").do(0, "left").do(1, "left")
    assert seating.state.abandon_at is None
    for _turn in range(6):
        seating.wait(2.0)
    assert seating.rules.is_over(seating.state)
    assert not seating.state.abandoned
    assert seating.rules.result(seating.state) == {"winner": 1}


# --- time -------------------------------------------------------------------------------------------------------------


def test_while_nobody_is_there_no_turn_is_lost() -> None:
    seating = started().do(0, "left").do(1, "left")
    before = seating.game
    seating.wait(200.0)
    assert (seating.events, seating.game) == ((), before)
    seating.do(0, "arrived")
    assert (seating.event_types, seating.game.due) == (["player_reconnected"], seating.now + 30.0)


def test_with_one_person_there_the_time_of_the_other_runs() -> None:
    seating = started().do(0, "left").wait(30.0)
    assert (seating.event_types, seating.game.led) == (["card_played"], 1)


# --- takeover of a seat whose time has run out ------------------------------------------------------------------------


class LatePlug(SlowPlug):
    """Duel over days: a bot takes over a seat that takes too long."""

    takes_over_late = True


def test_where_presence_does_not_count_a_bot_takes_over_who_takes_too_long() -> None:
    seating = started(plug=LatePlug(), takeover=True, turn_seconds=PATIENT)
    assert seating.rules.next_deadline(seating.state) == seating.now + 120.0
    assert seating.wait(119.0).events == ()
    assert seating.wait(1.0).event_types == ["seat_taken_over"]
    assert [info.bot_level for info in seating.state.seats] == ["low", None]
    assert seating.do(0, "take_back").event_types[0] == "seat_taken_back"


def test_each_turn_has_the_whole_time_before_a_bot_takes_over() -> None:
    seating = started(plug=LatePlug(), takeover=True, turn_seconds=PATIENT).wait(100.0).do(0, "play", card=1)
    assert seating.wait(119.0).events == ()
    assert seating.wait(1.0).events[0].to_json()["playerId"] == "Ben"


def test_where_the_table_does_not_allow_it_nobody_is_taken_over_for_being_late() -> None:
    assert started(plug=LatePlug(), turn_seconds=PATIENT).wait(1000.0).events == ()
