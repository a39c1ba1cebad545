"""The table around a game: seats, the host, starting, and bots that take their time."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from imperial import bots, rules
from imperial.plug import Clock, Settings, chance_key, table
from imperial.rules import Bid
from tabletop.rules import RuleViolation
from tabletop.table import AddBot, HandToBot, Join, Leave, RemoveBot, Start, Table, TakeBack
from tests.imperial.rules.contract import late_setup_data

SETUP = json.dumps(late_setup_data())


def opened(*, seats: int = 3, clock: Clock | None = None) -> Table:
    return table.new_table(seat_id="Ann", max_players=seats, settings=Settings(setup=SETUP, clock=clock))


def after(state: Table, *steps: tuple[str | None, Any], now: float = 0.0) -> Table:
    for seat, action in steps:
        state, _events = table.apply(state, seat, action, now=now, shuffle=list)
    return state


def refused(state: Table, seat: str | None, action: Any) -> str:
    with pytest.raises(RuleViolation) as refusal:
        table.apply(state, seat, action, now=0, shuffle=list)
    assert refusal.value.message.endswith(".")
    return refusal.value.code


BEN, BOT = (None, Join(seat_id="Ben")), ("Ann", AddBot(seat_id="Cleo", level="random"))
START = ("Ann", Start())


def names(state: Table) -> list[str]:
    return [info.seat_id for info in state.seats]


def test_the_person_who_opens_the_table_is_host_and_others_come_until_it_is_full() -> None:
    state = after(opened(), BEN, BOT)
    assert (names(state), state.host) == (["Ann", "Ben", "Cleo"], "Ann")
    assert refused(state, None, Join(seat_id="Dan")) == "game_full"


@pytest.mark.parametrize("count", [1, 7])
def test_a_table_has_two_to_six_seats(count: int) -> None:
    with pytest.raises(RuleViolation, match="invalid_player_count"):
        opened(seats=count)


def test_nobody_sits_down_twice() -> None:
    state = after(opened(), BEN)
    assert refused(state, "Ben", Join(seat_id="Dan")) == "already_in_game"
    assert refused(state, None, Join(seat_id="Ben")) == "already_in_game"


def test_if_the_host_goes_the_next_person_is_host_and_never_a_bot() -> None:
    state = after(opened(), BOT, BEN, ("Ann", Leave()))
    assert (names(state), state.host) == (["Cleo", "Ben"], "Ben")
    assert after(state, ("Ben", Leave())).host is None


def test_the_host_alone_brings_bots_sends_them_away_and_starts() -> None:
    state = after(opened(), BEN)
    for action in (AddBot(seat_id="Dan", level="random"), RemoveBot(seat_id="Cleo"), Start()):
        assert refused(state, "Ben", action) == "not_host"
    assert names(after(state, BOT, ("Ann", RemoveBot(seat_id="Cleo")))) == ["Ann", "Ben"]
    assert refused(state, "Ann", RemoveBot(seat_id="Ben")) == "no_such_bot"
    assert refused(opened(), "Ann", Start()) == "invalid_player_count"


def test_after_the_start_nobody_comes_goes_or_starts_again() -> None:
    state = after(opened(), BEN, START)
    for seat, action in ((None, Join(seat_id="Dan")), ("Ben", Leave()), START):
        assert refused(state, seat, action) == "game_already_started"


def test_before_the_start_there_are_no_moves() -> None:
    state = after(opened(), BEN)
    for action in (Bid(amount=1), HandToBot(), TakeBack()):
        assert refused(state, "Ben", action) == "game_not_started"
    assert table.legal_actions(state, "Ben", now=0) == [Leave()]
    assert table.players_to_act(state) == ()


def test_the_clock_of_the_table_is_the_clock_of_the_game() -> None:
    state = after(opened(clock=Clock(increment=3, banked=40)), BEN, START, now=5.0)
    assert state.game is not None
    assert (state.game.timer.increment, state.game.timer.last_move) == (3, 5000)
    assert [player.banked for player in state.game.player_info.values()] == [40, 40]
    for clock in (Clock(increment=-1, banked=0), Clock(increment=0, banked=10**9)):
        with pytest.raises(RuleViolation, match="invalid_clock"):
            opened(clock=clock)


def test_a_table_names_its_setup_as_the_game_does() -> None:
    waiting = after(opened(), BEN)
    running = after(waiting, START)
    assert running.game is not None
    named = rules.view(running.game, "Ann")["setup"]
    assert [table.view(state, "Ann", now=0)["setup"] for state in (waiting, running)] == [named, named]


def test_a_bot_that_thinks_is_not_held_up_by_others() -> None:
    state = after(opened(), BEN, BOT, START, now=10.0)
    assert state.bot_due == 10 + table.plug.bot_pauses[0]
    assert after(state, ("Ben", Bid(amount=1)), now=11.0).bot_due == state.bot_due


def test_a_bot_acts_once_and_the_next_one_takes_its_own_time() -> None:
    other = ("Ann", AddBot(seat_id="Dora", level="random"))
    state = after(opened(), BOT, other, START)
    due = table.next_deadline(state)
    assert due is not None
    assert table.settle(state, now=due - 0.1, shuffle=list) == (state, ())
    settled, events = table.settle(state, now=due, shuffle=list)
    assert [event.to_json()["type"] for event in events] == ["bid_placed"]
    assert table.players_to_act(settled) == ("Ann", "Dora")
    assert settled.bot_due == due + table.plug.bot_pauses[0]


def test_a_bot_that_fails_does_the_first_thing_that_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one place where a test breaks a bot: people who wait must never wait for ever."""

    def broken(*_arguments: object, **_options: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(bots, "choose", broken)
    state = after(opened(), BOT, START)
    settled, _events = table.settle(state, now=100.0, shuffle=list)
    assert settled.game is not None
    assert settled.game.player_info["Cleo"].bid == 0


def test_a_bot_chooses_alike_whatever_others_have_bid() -> None:
    worlds = [after(opened(), BEN, BOT, START, ("Ben", Bid(amount=amount))) for amount in (0, 3)]
    menu = table.legal_actions(worlds[0], "Cleo", now=0)
    choices = [table.plug.bot_choice(world, 2, menu, list) for world in worlds if world.game is not None]
    assert choices[0] == choices[1]


def test_a_seat_is_resigned_and_taken_back() -> None:
    state = after(opened(), BEN, START, ("Ben", HandToBot()), now=4.0)
    assert state.bot_due == 4 + table.plug.bot_pauses[0]
    assert refused(state, "Ben", HandToBot()) == "played_by_bot"
    back = after(state, ("Ben", TakeBack()))
    assert back.bot_due is None
    assert refused(back, "Ben", TakeBack()) == "not_played_by_bot"


def test_staff_hand_seats_over_and_players_only_late_ones() -> None:
    state = after(opened(), BEN, BOT, START)
    assert refused(state, "Ann", HandToBot(seat_id="Ben")) == "not_late_yet"
    assert refused(state, None, HandToBot(seat_id="Dan")) == "no_such_person"
    assert refused(state, None, HandToBot(seat_id="Cleo")) == "played_by_bot"
    assert refused(state, "Cleo", TakeBack()) == "not_played_by_bot"
    handed = after(state, (None, HandToBot(seat_id="Ben")))
    assert handed.seats[1].bot_level is not None


def test_when_the_game_is_over_seats_stay_as_they_are() -> None:
    state = after(opened(), BEN, START)
    assert state.game is not None
    over = replace(state, game=replace(state.game, mode="game-over"))
    for seat, action in (("Ben", HandToBot()), (None, HandToBot(seat_id="Ben"))):
        assert refused(over, seat, action) == "game_over"
    assert refused(over, None, Join(seat_id="Dan")) == "game_over"
    assert refused(over, "Ben", Bid(amount=1)) == "wrong_mode"


def test_chance_belongs_to_the_turn_and_not_to_the_number_of_the_action() -> None:
    state = after(opened(), BEN)
    assert chance_key(state) == "start"
    begun = after(state, START)
    assert chance_key(begun) == "1"
    bid = after(begun, ("Ben", Bid(amount=1)))
    assert chance_key(bid) == "2"
    back, _events = table.undo(bid, "Ben", begun.game, now=0)
    assert chance_key(back) == "1"


@pytest.mark.parametrize(("clock", "seconds"), [(Clock(increment=60, banked=600), 660), (None, 3 * 24 * 3600)])
def test_who_has_no_time_left_is_helped_out_by_the_host_or_by_most_of_the_others(
    clock: Clock | None, seconds: int
) -> None:
    state = after(opened(seats=4, clock=clock), BEN, (None, Join(seat_id="Dan")), (None, Join(seat_id="Eva")), START)
    assert set(state.game.players_to_act) == {"Ann", "Ben", "Dan", "Eva"}, "everybody bids"
    early, late = seconds - 1, seconds + 1
    with pytest.raises(RuleViolation, match="not_late_yet"):
        after(state, ("Ann", HandToBot(seat_id="Ben")), now=early)
    assert after(state, ("Ann", HandToBot(seat_id="Ben")), now=late).seats[1].bot_level == bots.DEFAULT
    one = after(state, ("Ben", HandToBot(seat_id="Ann")), now=late)
    assert one.seats[0].bot_level is None
    assert after(one, ("Dan", HandToBot(seat_id="Ann")), now=late).seats[0].bot_level == bots.DEFAULT


def test_while_the_clock_stands_still_nobodys_time_runs_out() -> None:
    state = after(opened(clock=Clock(increment=60, banked=600)), BEN, START)
    state = after(state, ("Ben", rules.Pause()), now=1.0)
    with pytest.raises(RuleViolation, match="not_late_yet"):
        after(state, ("Ann", HandToBot(seat_id="Ben")), now=5000)
