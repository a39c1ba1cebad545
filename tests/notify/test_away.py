"""A mail about a turn is sent only to a player who is away from the table at the time of sending."""

import time
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.core import mail

from tabletop.accounts.models import User
from tabletop.live import presence
from tabletop.notify import services
from tests.notify.conftest import a_minute_later, send_due
from tests.tinygame import services as tinygame
from tests.tinygame import store
from tests.tinygame.models import DuelGame

Tell = Callable[..., None]
SOCKET = uuid4()


def comes(duel: DuelGame, *, seat: int = 0) -> None:
    presence.arrive(tinygame.engine, duel.pk, seat, process=SOCKET, now=time.time())


def polls(duel: DuelGame) -> None:
    presence.record_poll(tinygame.engine, duel.pk, 0, now=time.time())


def goes(duel: DuelGame) -> None:
    presence.leave(tinygame.engine, duel.pk, 0, process=SOCKET, now=time.time())


def plays(duel: DuelGame) -> None:
    card = min(store.load(duel.pk).state.game.hands[0])
    tinygame.move(game_id=duel.pk, seat=0, action={"type": "play", "card": card})


@pytest.mark.parametrize("is_there", [comes, polls], ids=["socket", "polling"])
def test_who_is_at_the_table_gets_no_mail(tell: Tell, duel: DuelGame, is_there: Callable[[DuelGame], None]) -> None:
    tell()
    with a_minute_later():
        is_there(duel)
        assert services.send_due() == 0
        goes(duel)
    assert send_due() == 0, "an old turn is no news"
    assert mail.outbox == []


def test_a_turn_that_was_not_mailed_can_be_told_again(tell: Tell, duel: DuelGame) -> None:
    tell()
    with a_minute_later():
        comes(duel)
        assert services.send_due() == 0
        goes(duel)
        tell()
        assert send_due() == 1
        tell()
        assert send_due() == 0


def test_who_was_at_the_table_when_the_turn_came_and_has_left_gets_it(tell: Tell, duel: DuelGame) -> None:
    comes(duel)
    tell()
    goes(duel)
    assert send_due() == 1


def test_a_page_of_a_server_that_was_killed_is_nobody(tell: Tell, duel: DuelGame) -> None:
    comes(duel)
    tell()
    assert send_due() == 1, "its sockets have not been heard of for a minute"


def test_another_player_at_the_table_is_not_the_one_who_is_awaited(tell: Tell, duel: DuelGame) -> None:
    tell()
    with a_minute_later():
        comes(duel, seat=1)
        assert services.send_due() == 1


def test_who_is_away_is_told_at_once(tell: Tell) -> None:
    tell()
    assert services.send_due() == 1


def test_who_has_acted_before_the_mailer_ran_gets_no_mail(tell: Tell, duel: DuelGame) -> None:
    tell()
    plays(duel)
    assert services.send_due() == 0


def test_who_has_lost_the_seat_gets_no_mail(tell: Tell, duel: DuelGame) -> None:
    tell()
    duel.players.filter(place=0).update(user=User.objects.create(display_name="Nils", is_guest=True))
    assert send_due() == 0


def test_a_table_that_is_gone_calls_nobody(tell: Tell, duel: DuelGame) -> None:
    tell()
    DuelGame.objects.all().delete()
    assert send_due() == 0
