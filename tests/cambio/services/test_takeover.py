"""Bots that play for people, with tables and clock: they sit down, play, and give the seat back."""

from uuid import UUID

import pytest

from cambio import rules
from cambio.models import GameSession, Player, SpecialPower, Turn
from cambio.plug import table
from cambio.replay import verify
from cambio.services import engine
from tabletop import clock
from tabletop.engine import Move
from tabletop.models import Deadline
from tabletop.play import submit
from tests.cambio.kit import START, act, dealt, game_of, people, position, settle_at, state_of

pytestmark = pytest.mark.django_db


def playing(*, takeover: bool, players: int = 2) -> UUID:
    game_id = dealt(people(players), takeover=takeover)
    settle_at(game_id, START + 10)
    return game_id


def presence(game_id: UUID, seat: int, kind: str, *, now: float) -> None:
    submit(engine, game_id, Move(seat=seat, action={"type": kind}), now=now)


def hold(game_id: UUID, card: str) -> None:
    hands = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]
    position(game_id, rules.arrange(hands, ["2c"], ["2d", "3d"], held=card, held_from="deck"))


def let_clock_run(game_id: UUID, *, until: float) -> None:
    """Fires every deadline of the game in its time."""
    while (deadline := Deadline.objects.filter(game_id=game_id, due_at__lte=until).first()) is not None:
        clock.tick(now=deadline.due_at)


def level(game_id: UUID, seat: int) -> str | None:
    return Player.objects.get(game_session=game_id, turn_order=seat).bot_difficulty


def test_a_bot_sits_down_after_a_minute_plays_and_gives_the_seat_back() -> None:
    game_id = playing(takeover=True)
    presence(game_id, 0, "left", now=START + 20)
    let_clock_run(game_id, until=START + 79)
    assert level(game_id, 0) is None
    let_clock_run(game_id, until=START + 80)
    assert level(game_id, 0) == "medium"
    let_clock_run(game_id, until=START + 110)
    assert Turn.objects.filter(game_session=game_id, player__turn_order=0).exists()
    assert game_of(game_id).current_turn_player_id == 1
    presence(game_id, 0, "arrived", now=START + 111)
    assert level(game_id, 0) is None
    assert Player.objects.get(game_session=game_id, turn_order=0).is_connected
    verify(GameSession.objects.get(pk=game_id))


def test_where_the_host_did_not_allow_it_the_turn_is_given_up() -> None:
    game_id = playing(takeover=False)
    presence(game_id, 0, "left", now=START + 20)
    let_clock_run(game_id, until=START + 80)
    assert level(game_id, 0) is None
    assert Turn.objects.get(game_session=game_id).action == "forfeit"
    assert game_of(game_id).current_turn_player_id == 1


@pytest.mark.parametrize("card", ["7c", "9c", "Qc"])
def test_a_power_pending_when_its_person_leaves_is_cancelled_and_the_game_goes_on(card: str) -> None:
    game_id = playing(takeover=True)
    hold(game_id, card)
    act(game_id, 0, "discard", now=START + 11)
    presence(game_id, 0, "left", now=START + 12)
    power = Turn.objects.get(game_session=game_id, action="power")
    assert power.metadata == {"status": "cancelled"}
    assert not SpecialPower.objects.exists()
    assert game_of(game_id).current_turn_player_id == 1
    let_clock_run(game_id, until=START + 72)
    assert level(game_id, 0) == "medium"


def test_a_king_on_show_when_its_person_leaves_is_hidden_and_the_look_stays_recorded() -> None:
    game_id = playing(takeover=True)
    hold(game_id, "Kc")
    act(game_id, 0, "discard", now=START + 11)
    presence(game_id, 0, "left", now=START + 12)
    assert SpecialPower.objects.get(game_session=game_id).power_type == "look_own"
    assert (game_of(game_id).open_power, game_of(game_id).current_turn_player_id) == (None, 1)


def test_a_game_in_which_one_person_plays_on_with_bots_comes_to_its_end() -> None:
    """Three of four leave; the last one draws and swaps, and calls when nothing else helps."""
    game_id = playing(takeover=True, players=4)
    now = START + 20
    for seat in (1, 2, 3):
        presence(game_id, seat, "left", now=now)
    for turn in range(40):
        now += 100
        let_clock_run(game_id, until=now)
        if table.is_over(state_of(game_id)):
            break
        assert game_of(game_id).current_turn_player_id == 0, "only the person is waited for"
        if turn == 6 and game_of(game_id).phase == "playing":
            act(game_id, 0, "call_cambio", now=now)
        else:
            act(game_id, 0, "draw", source="discard", now=now)
            act(game_id, 0, "swap", position=turn % 4, now=now)
    assert game_of(game_id).phase == "completed"
    verify(GameSession.objects.get(pk=game_id))


def test_who_leaves_a_game_is_followed_by_a_bot_at_once_and_comes_back_to_the_seat() -> None:
    game_id = playing(takeover=True)
    act(game_id, 0, "leave", now=START + 20)
    assert level(game_id, 0) == "medium"
    presence(game_id, 0, "left", now=START + 24)
    presence(game_id, 0, "arrived", now=START + 30)
    assert level(game_id, 0) is None
    verify(GameSession.objects.get(pk=game_id))


def test_in_the_final_round_and_where_no_bot_may_take_over_who_leaves_is_away() -> None:
    game_id = playing(takeover=False)
    act(game_id, 0, "leave", now=START + 20)
    assert (level(game_id, 0), game_of(game_id).players[0].is_connected) == (None, False)
    final = playing(takeover=True, players=3)
    act(final, 0, "call_cambio", now=START + 20)
    act(final, 2, "leave", now=START + 21)
    assert (level(final, 2), game_of(final).players[2].is_connected) == (None, False)
