"""Bots at a table: the clock wakes them, they play a game to its end, and a bot that fails is logged."""

import json

import pytest

from imperial import bots, services, setups
from imperial.models import Game, ImperialAction
from imperial.plug import Clock, table
from imperial.replay import verify
from tabletop import clock
from tests.imperial.kit import START, act, begun, game_of, people, seat, state_of
from tests.imperial.rules.contract import late_setup_data

pytestmark = pytest.mark.django_db


def test_a_bot_acts_when_its_pause_is_over_and_the_clock_wakes_it() -> None:
    game_id = begun(people(1), bots=["random"])
    due = state_of(game_id).bot_due
    assert due is not None
    assert due > START
    assert clock.tick(now=due - 0.1) == 0
    assert game_of(game_id).player_info["Ottilie"].my_turn
    assert clock.tick(now=due) == 1
    assert not game_of(game_id).player_info["Ottilie"].my_turn
    assert state_of(game_id).bot_due is None
    verify(Game.objects.get(pk=game_id))


def test_no_bot_acts_while_the_clock_is_stopped() -> None:
    game_id = begun(people(1), bots=["random"], clock=Clock(increment=1, banked=60))
    act(game_id, "Juno", "pause")
    assert state_of(game_id).bot_due is None
    assert clock.tick(now=START + 100) == 1
    assert game_of(game_id).timer.pause
    act(game_id, "Juno", "resume", now=START + 200)
    assert state_of(game_id).bot_due is not None


def test_people_and_bots_play_the_auction_together() -> None:
    game_id, now = begun(people(1), bots=["random"] * 3), START
    while game_of(game_id).mode in ("bid", "buy-bid"):
        now += 1
        clock.tick(now=now)
        game = game_of(game_id)
        if game.mode == "bid" and game.player_info["Juno"].my_turn:
            act(game_id, "Juno", "bid", amount=0, now=now)
    assert game_of(game_id).mode == "proposal"
    verify(Game.objects.get(pk=game_id))


def test_a_person_and_sensible_bots_play_a_game_to_its_end() -> None:
    """On a board where the end is not far; the person takes taxes or the first thing on the menu."""
    setups.load(json.dumps(late_setup_data()))
    game_id, now = begun(people(1), bots=["sensible"] * 2, setup="late"), START
    juno = seat(game_id, "Juno")
    while not table.is_over(state := state_of(game_id)):
        now += 2
        if juno in table.players_to_act(state):
            menu = [table.action_to_json(action) for action in table.legal_actions(state, juno, now=now)]
            taxes = (action for action in menu if action.get("wheel_spot") == "Taxation")
            services.act(game_id=game_id, seat=juno, action=next(taxes, menu[0]), now=now)
        else:
            assert clock.tick(now=now) == 1, "a bot is never stuck"
    by_bots = ImperialAction.objects.filter(game=game_id, actor__isnull=True)
    assert by_bots.count() > 30
    verify(Game.objects.get(pk=game_id))


def test_a_bot_that_fails_is_logged_as_an_error_with_the_place_in_the_game(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_arguments: object, **_options: object) -> None:
        raise ZeroDivisionError("no idea")

    game_id = begun(people(1), bots=["random"])
    monkeypatch.setattr(bots, "choose", broken)
    due = state_of(game_id).bot_due
    assert due is not None
    assert clock.tick(now=due) == 1
    (record,) = (record for record in caplog.records if record.levelname == "ERROR")
    assert f"imperial {game_id}, action {Game.objects.get(pk=game_id).seq})" in record.getMessage()
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError
    assert record.exc_info[2] is not None
    # The game goes on with the first thing that is legal, and nothing of the failure is kept in it.
    assert game_of(game_id).player_info["Ottilie"].bid == 0
    assert [event["type"] for event in ImperialAction.objects.latest("seq").events] == ["bid_placed"]
    verify(Game.objects.get(pk=game_id))
