"""The turn clock of live tables: a bot plays a turn that takes too long, and after three in a row the seat."""

import pytest

from tabletop.table import Choices, NewTableChoices, TableRules
from tests.table.duels import ClockedPlug, Seating, opened
from tests.tinygame.plug import Settings

PATIENT = 10_000.0


def table(*, clock: int | None = 30) -> Seating:
    """Ann and Ben play; Ann is to lead. Each has three cards."""
    seating = opened(plug=ClockedPlug(), turn_seconds=PATIENT).join("Ben")
    return seating.do(0, "settings", turnClock=clock).do(0, "start")


def test_a_turn_that_takes_too_long_is_played_by_a_bot_and_the_seat_stays_the_persons() -> None:
    seating = table()
    assert seating.rules.next_deadline(seating.state) == seating.now + 30
    seating.wait(30)
    assert seating.event_types == ["turn_timed_out"]
    assert (seating.state.waits.lent, seating.info(0).bot_level) == ("Ann", None)
    assert seating.refusal(0, "play", card=1) == "time_is_over"
    seating.wait(2)
    assert seating.event_types == ["card_played"]
    assert (seating.game.turn, seating.state.waits.lent, seating.info(0).bot_level) == (1, None, None)
    assert seating.state.waits.due == seating.now + 30


def test_each_turn_has_the_whole_time() -> None:
    seating = table().wait(20).do(0, "play", card=1)
    assert seating.state.waits.due == seating.now + 30
    assert seating.wait(29).event_types == []


def test_after_three_in_a_row_a_bot_plays_the_seat_until_it_is_taken_back() -> None:
    seating = table()
    # Who takes a trick leads the next: Ben has the higher cards.
    for missed in (1, 2):
        seating.wait(30).wait(2)
        assert seating.state.waits.missed == {"Ann": missed}
        seating.do(1, "play", card=seating.game.hands[1][0])
        if seating.game.turn == 1:
            seating.do(1, "play", card=seating.game.hands[1][0])
    seating.wait(30)
    assert seating.event_types == ["turn_timed_out", "seat_taken_over"]
    assert (seating.info(0).bot_level, seating.state.waits.missed, seating.state.waits.due) == ("low", {}, None)
    assert seating.do(0, "take_back").event_types[0] == "seat_taken_back"
    assert seating.state.waits.due == seating.now + 30


def test_a_turn_in_time_begins_the_count_anew() -> None:
    seating = table().wait(30).wait(2)
    seating.do(1, "play", card=4).do(1, "play", card=5)
    assert seating.state.waits.missed == {"Ann": 1}
    seating.do(0, "play", card=2)
    assert seating.state.waits.missed == {}


def test_the_clock_stands_still_while_nobody_is_there() -> None:
    seating = table().do(1, "left").do(0, "left")
    assert seating.state.waits.due is None
    seating.wait(100).do(0, "arrived")
    assert seating.state.waits.due == seating.now + 30


def test_without_a_clock_nobody_is_hurried() -> None:
    seating = table(clock=None)
    assert seating.state.waits.due is None
    assert seating.wait(3600).event_types == []


def test_a_table_open_to_everybody_has_a_clock_unless_the_host_chooses_none() -> None:
    seating = opened(plug=ClockedPlug()).do(0, "settings", isOpen=True)
    assert seating.state.choices.turn_clock == 60
    seating.do(0, "settings", turnClock=None)
    assert seating.state.choices == Choices(is_open=True)


def test_a_clock_that_came_with_opening_the_table_goes_when_it_is_private_again() -> None:
    seating = opened(plug=ClockedPlug()).do(0, "settings", isOpen=True).do(0, "settings", isOpen=False)
    assert seating.state.choices == Choices()
    seating.do(0, "settings", isOpen=True, watching="nobody").do(0, "settings", isOpen=False, turnClock=60)
    assert seating.state.choices.turn_clock == 60, "chosen together"
    seating.do(0, "settings", isOpen=True).do(0, "settings", isOpen=False)
    assert seating.state.choices.turn_clock == 60, "it was there before"


def test_a_clock_that_the_host_chooses_stays_when_the_table_is_private_again() -> None:
    seating = opened(plug=ClockedPlug()).do(0, "settings", isOpen=True).do(0, "settings", turnClock=30)
    assert seating.do(0, "settings", isOpen=False).state.choices.turn_clock == 30
    confirmed = opened(plug=ClockedPlug()).do(0, "settings", isOpen=True).do(0, "settings", turnClock=60)
    assert confirmed.do(0, "settings", isOpen=False).state.choices.turn_clock == 60


def test_a_table_that_was_opened_to_everybody_from_the_first_loses_its_clock_too() -> None:
    usual = new_table(NewTableChoices(is_open=True, clock_is_chosen=False))
    assert usual.state.choices == Choices(is_open=True, turn_clock=60)
    begun = new_table(NewTableChoices(is_open=True, clock_is_chosen=False)).join("Ben").do(0, "start")
    assert (begun.state.choices.turn_clock, begun.state.waits.clock_of_opening) == (60, False)
    assert usual.do(0, "settings", isOpen=False).state.choices == Choices()


@pytest.mark.parametrize("clock", [30, 60])
def test_a_clock_that_was_chosen_with_the_table_stays_when_it_is_private_again(clock: int) -> None:
    for choices in (Choices(is_open=True, turn_clock=clock), NewTableChoices(is_open=True, turn_clock=clock)):
        seating = new_table(choices).do(0, "settings", isOpen=False)
        assert seating.state.choices == Choices(turn_clock=clock)
    assert new_table(NewTableChoices(is_open=True, turn_clock=None)).state.choices == Choices(is_open=True)


def new_table(choices: Choices) -> Seating:
    plug = ClockedPlug()
    table = TableRules(plug).new_table(seat_id="Ann", max_players=2, choices=choices, settings=Settings())
    return Seating(table, plug=plug)


@pytest.mark.parametrize("clock", [0, -30, 45, 3600])
def test_a_clock_that_the_game_does_not_offer_is_refused(clock: int) -> None:
    assert opened(plug=ClockedPlug()).refusal(0, "settings", turnClock=clock) == "invalid_clock"
    assert opened().refusal(0, "settings", turnClock=30) == "invalid_clock"


def test_who_waits_may_nudge_after_half_a_minute_and_once_a_minute() -> None:
    seating = table(clock=None).wait(29)
    assert seating.refusal(1, "nudge", seatId="Ann") == "too_early_to_nudge"
    seating.wait(1).do(1, "nudge", seatId="Ann")
    assert [event.to_json() for event in seating.events] == [{"type": "nudge", "playerId": "Ann", "byPlayerId": "Ben"}]
    seating.wait(59)
    assert seating.refusal(1, "nudge", seatId="Ann") == "too_early_to_nudge"
    assert seating.wait(1).do(1, "nudge", seatId="Ann").event_types == ["nudge"]


def test_nobody_nudges_who_is_not_awaited() -> None:
    seating = table(clock=None).wait(60)
    assert seating.refusal(1, "nudge", seatId="Ben") == "nobody_to_nudge"
    assert seating.refusal(0, "nudge", seatId="Ann") == "nobody_to_nudge"
    assert seating.refusal(None, "nudge", seatId="Ann") == "player_not_in_game"
    seating.do(1, "nudge", seatId="Ann").do(0, "play", card=1)
    assert seating.state.waits.nudged == {}
