"""Handing over, taking back, coming and going, through the smallest game; and JSON (rules 2 of the table)."""

from collections.abc import Callable

import pytest

from tabletop.rules import RuleViolation
from tabletop.table import TableRules
from tests.table.duels import Seating, SlowPlug, WidePlug, abandoned, against_bot, opened, over, started
from tests.tinygame.plug import DuelPlug

# --- hand_to_bot ------------------------------------------------------------------------------------------------------


def test_the_staff_hand_any_seat_to_a_bot_of_any_level() -> None:
    seating = started().do(None, "hand_to_bot", seatId="Ben", level="high")
    assert (seating.info(1).type, seating.info(1).bot_level) == ("human", "high")
    [event] = seating.events
    assert event.audience is None
    assert event.to_json() == {"type": "seat_taken_over", "playerId": "Ben", "botLevel": "high"}


def test_a_person_hands_over_the_own_seat() -> None:
    seating = started().do(1, "hand_to_bot")
    assert seating.info(1).bot_level == "low", "the level that takes over"
    assert started().do(1, "hand_to_bot", seatId="Ben", level="high").info(1).bot_level == "high"


def test_nobody_hands_over_the_seat_of_another_who_is_not_late() -> None:
    seating = started()
    assert seating.refusal(0, "hand_to_bot", seatId="Ben") == "not_late_yet"
    for stranger in (9, True, "Ben"):
        assert seating.refusal(stranger, "hand_to_bot", seatId="Ben") == "player_not_in_game"
    assert seating.refusal(None, "hand_to_bot", seatId="Eve") == "no_such_person"
    assert seating.refusal(None, "hand_to_bot") == "player_not_in_game"


def test_a_seat_is_handed_over_once_to_a_level_there_is_and_only_while_the_game_is_played() -> None:
    assert started().refusal(0, "hand_to_bot", level="divine") == "invalid_request"
    assert started().do(0, "hand_to_bot").refusal(0, "hand_to_bot") == "played_by_bot"
    assert against_bot().refusal(None, "hand_to_bot", seatId="Bot") == "played_by_bot"
    assert opened().join("Ben").refusal(0, "hand_to_bot") == "game_not_started"
    for finished in (over(), abandoned()):
        assert finished.refusal(0, "hand_to_bot") == "no_takeover_now"


def test_where_presence_does_not_count_a_person_takes_the_seat_back_before_playing() -> None:
    seating = started(plug=SlowPlug()).do(0, "hand_to_bot")
    assert seating.refusal(0, "play", card=1) == "played_by_bot"
    with pytest.raises(RuleViolation) as refused:
        seating.rules.undo(seating.state, 0, seating.game, now=seating.now)
    assert refused.value.code == "played_by_bot"
    assert seating.do(0, "take_back").do(0, "play", card=1).event_types == ["card_played"]


# --- take_back --------------------------------------------------------------------------------------------------------


def test_the_person_takes_the_seat_back_and_plays_on() -> None:
    seating = started().do(0, "hand_to_bot")
    assert seating.bot_due is not None
    seating.do(0, "take_back")
    assert seating.info(0).bot_level is None
    assert not seating.bot_due
    assert seating.event_types == ["seat_taken_back", "player_reconnected"]
    assert seating.events[0].to_json()["playerId"] == "Ann"


def test_a_seat_no_bot_plays_for_a_person_is_not_taken_back() -> None:
    assert started().refusal(0, "take_back") == "not_played_by_bot"
    assert against_bot().refusal(1, "take_back") == "not_played_by_bot"
    assert started().refusal(None, "take_back") == "player_not_in_game"
    assert started().do(0, "hand_to_bot").refusal(1, "take_back") == "not_played_by_bot"


def test_after_the_end_no_seat_is_taken_back() -> None:
    finished = started().do(0, "hand_to_bot").with_little_left().wait(2.0).do(1, "play", card=4)
    assert finished.refusal(0, "take_back") == "game_over"
    assert abandoned().refusal(0, "take_back") == "game_abandoned"


# --- arrived, left ----------------------------------------------------------------------------------------------------


def test_everybody_sees_who_is_away_from_the_waiting_room() -> None:
    seating = opened().join("Ben").do(1, "left")
    left_at = seating.now
    assert seating.events[0].to_json() == {"type": "player_disconnected", "playerId": "Ben"}
    seating.now += 1.0
    assert seating.do(1, "left").events == ()
    assert seating.info(1).away_since == left_at
    assert seating.do(1, "arrived").event_types == ["player_reconnected"]
    assert (seating.info(1).away_since, seating.do(1, "arrived").events) == (None, ())


def test_a_person_who_left_the_waiting_room_is_away_from_the_game() -> None:
    seating = opened().join("Ben").do(1, "left")
    left_at = seating.now
    seating.now += 10.0
    seating.do(0, "start")
    assert seating.event_types == ["game_started", "player_disconnected"]
    assert (seating.game.away_since, seating.info(1).away_since) == ((None, left_at), None)


def test_the_game_hears_of_coming_and_going() -> None:
    seating = started().do(1, "left")
    assert (seating.event_types, seating.game.away_since) == (["player_disconnected"], (None, seating.now))
    assert seating.do(1, "left").events == ()
    assert (seating.do(1, "arrived").event_types, seating.game.away_since) == (["player_reconnected"], (None, None))
    assert seating.do(1, "arrived").events == ()


def test_where_presence_does_not_count_the_game_hears_nothing() -> None:
    seating = started(plug=SlowPlug())
    before = seating.state
    assert seating.do(1, "left").do(1, "arrived").state == before


def test_a_bot_neither_comes_nor_goes() -> None:
    waiting = opened().add_bot("Bot")
    before = waiting.state
    assert waiting.do(1, "left").do(1, "arrived").state == before
    playing = against_bot()
    before = playing.state
    assert playing.do(1, "left").do(1, "arrived").state == before


def test_a_late_word_about_a_seat_that_is_gone_is_ignored() -> None:
    seating = opened(plug=WidePlug()).join("Ben").do(1, "leave")
    before = seating.state
    for stranger in (1, None, "Ben"):
        assert seating.do(stranger, "left").do(stranger, "arrived").state == before


def test_an_abandoned_table_takes_no_notice_of_who_comes_and_goes() -> None:
    seating = abandoned()
    before = seating.state
    for type in ("arrived", "left", "leave"):
        assert seating.do(0, type).state == before
    assert seating.refusal(0, "play", card=1) == "game_abandoned"
    assert seating.refusal(9, "play", card=1) == "player_not_in_game"


# --- JSON -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "seating"),
    [
        ("start_game", "start", lambda: opened().join("Ben")),
        ("leave_game", "leave", lambda: opened().join("Ben")),
        ("resign", "hand_to_bot", started),
        ("disconnected", "left", started),
        ("reconnected", "arrived", lambda: started().do(0, "left")),
    ],
)
def test_an_old_name_is_read_and_the_present_one_written(old: str, new: str, seating: Callable[[], Seating]) -> None:
    by_old, by_new = seating().do(0, old), seating().do(0, new)
    assert by_old.event_types == by_new.event_types != []
    assert by_old.state == by_new.state
    rules = by_old.rules
    assert rules.action_to_json(rules.action_from_json({"type": old}))["type"] == new


@pytest.mark.parametrize(
    "action",
    [
        {"type": "join"},
        {"type": "join", "seatId": 7},
        {"type": "add_bot", "seatId": "Bot"},
        {"type": "add_bot", "seatId": "Bot", "level": 3},
        {"type": "remove_bot", "seatId": None},
        {"type": "hand_to_bot", "seatId": True},
        {"type": "dance"},
        {"type": ["join"]},
        {},
        None,
        "join",
    ],
)
def test_a_wrong_shape_is_an_invalid_request(action: object) -> None:
    with pytest.raises(RuleViolation) as refused:
        TableRules(DuelPlug()).action_from_json(action)
    assert refused.value.code == "invalid_request"


@pytest.mark.parametrize("seating", [opened, started, against_bot, over, abandoned], ids=lambda make: make.__name__)
def test_every_table_survives_json(seating: Callable[[], Seating]) -> None:
    table = seating()
    assert table.rules.from_json(table.rules.to_json(table.state)) == table.state
