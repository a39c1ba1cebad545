"""Bots at the table: when they act, what they do, and what happens if they fail (rules 2.7 of the table)."""

from typing import Any

from msgspec.structs import replace

from tabletop.rules import Fault
from tests.table.duels import against_bot, started


def test_a_bot_acts_after_its_pause() -> None:
    seating = against_bot("high").do(0, "play", card=1)
    assert seating.bot_due == seating.rules.next_deadline(seating.state) == seating.now + 2.0
    assert seating.wait(1.9).events == ()
    assert seating.wait(0.1).event_types == ["card_played", "trick_taken"]
    assert seating.game.hands[1] == (4, 5), "it plays its highest card"
    assert seating.bot_due == seating.now + 2.0, "and leads after another pause"


def test_each_level_has_its_own_way() -> None:
    assert against_bot("low").do(0, "play", card=1).wait(2.0).game.hands[1] == (5, 6)


def test_a_bot_acts_once_for_each_pause_however_late_the_clock_is() -> None:
    seating = against_bot("high").do(0, "play", card=1).wait(20.0)
    assert seating.event_types == ["card_played", "trick_taken"]


def test_what_others_do_does_not_interrupt_a_bot_that_thinks() -> None:
    seating = against_bot().do(0, "play", card=1)
    due = seating.bot_due
    seating.now += 1.0
    assert seating.do(0, "left").do(0, "arrived").bot_due == due


def test_while_a_person_is_on_turn_no_bot_thinks() -> None:
    assert against_bot().bot_due is None
    assert started().do(1, "hand_to_bot").bot_due is None


def test_a_bot_whose_time_has_come_acts_before_what_a_person_does() -> None:
    seating = against_bot("low").do(0, "play", card=1)
    seating.now += 2.0
    assert seating.do(0, "left").event_types == ["card_played", "trick_taken", "player_disconnected"]


def test_a_bot_that_fails_does_the_first_thing_that_is_legal_and_the_failure_is_told() -> None:
    seating = against_bot("broken").do(0, "play", card=1).wait(2.0)
    fault, *events = seating.events
    assert isinstance(fault, Fault)
    assert isinstance(fault.error, ZeroDivisionError)
    assert [event.to_json()["type"] for event in events] == ["card_played", "trick_taken"]
    assert seating.game.hands[1] == (5, 6)


def test_a_bot_that_fails_to_learn_knows_what_it_knew_and_holds_nobody_up() -> None:
    seating = against_bot("low")
    knew = seating.state.seats[1].bot_memory

    def fail(*_arguments: Any) -> Any:
        raise ZeroDivisionError

    seating.rules.plug.remember = fail  # type: ignore[method-assign]
    seating.do(0, "play", card=1)
    assert [isinstance(event, Fault) for event in seating.events] == [False, True]
    seating.wait(2.0)
    assert [isinstance(event, Fault) for event in seating.events] == [False, False, True]
    assert seating.game.hands[1] == (5, 6), "it plays on"
    assert seating.state.seats[1].bot_memory == knew


def test_a_bot_that_asks_for_what_is_not_legal_fails() -> None:
    seating = against_bot("low").do(0, "play", card=1)
    cheating = replace(seating.state.seats[1], bot_level="high")
    seating.state = replace(seating.state, seats=(seating.state.seats[0], cheating))
    seating.rules.plug.bot_choice = lambda *arguments, **options: {"type": "play", "card": 8}  # type: ignore[method-assign]
    seating.wait(2.0)
    assert isinstance(seating.events[0], Fault)
    assert seating.game.hands[1] == (5, 6)


def test_after_an_undo_the_bot_thinks_anew() -> None:
    seating = against_bot()
    snapshot = seating.game
    seating.do(0, "play", card=1)
    seating.now += 1.0
    undone, events = seating.rules.undo(seating.state, 0, snapshot, now=seating.now)
    assert (undone.bot_due, [event.to_json()["type"] for event in events]) == (None, ["undone"])
    seating.state = undone
    assert seating.do(0, "play", card=1).bot_due == seating.now + 2.0
