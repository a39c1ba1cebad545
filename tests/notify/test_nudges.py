"""A nudge reaches who is away by mail, under the rules of the mails about turns."""

import time
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from tabletop.accounts.models import User
from tabletop.live import presence
from tabletop.notify.models import Notice
from tabletop.rules import RuleViolation
from tests.notify.conftest import send_due
from tests.tinygame import services as tinygame
from tests.tinygame import store
from tests.tinygame.models import DuelGame
from tests.tinygame.plug import Settings

Nudge = Callable[..., None]


@pytest.fixture
def duel(mara: User) -> DuelGame:
    """Mara is on turn, without haste."""
    juno = User.objects.create(display_name="Juno", is_guest=True)
    settings = Settings(turn_seconds=100_000)
    return tinygame.start_duel(people=[mara, juno], now=time.time(), settings=settings)


@pytest.fixture
def nudge(duel: DuelGame) -> Nudge:
    def nudge(*, after: float) -> None:
        tinygame.tables.act(game_id=duel.pk, seat=1, action={"type": "nudge"}, now=time.time() + after)

    return nudge


def test_who_is_away_gets_a_mail_that_tells_the_table_alone(nudge: Nudge, duel: DuelGame) -> None:
    nudge(after=31)
    assert send_due() == 1
    (message,) = mail.outbox
    assert message.to == ["mara@example.com"]
    assert message.subject == f"You are awaited: Duel {duel.room_code}"
    assert f"/duel/{duel.pk}/" in str(message.body)
    assert "Juno" not in f"{message.subject} {message.body}"


def test_who_is_there_has_moved_or_wants_no_mail_gets_none(nudge: Nudge, duel: DuelGame, mara: User) -> None:
    nudge(after=31)
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        presence.arrive(tinygame.engine, duel.pk, 0, process=uuid4(), now=time.time())
    assert send_due() == 0
    assert not Notice.objects.exists()
    User.objects.filter(pk=mara.pk).update(notify_by_mail=False)
    nudge(after=100)
    assert not Notice.objects.exists()


def test_the_mail_of_a_nudge_after_which_the_turn_was_played_is_not_sent(nudge: Nudge, duel: DuelGame) -> None:
    nudge(after=31)
    card = min(store.load(duel.pk).state.game.hands[0])
    tinygame.move(game_id=duel.pk, seat=0, action={"type": "play", "card": card})
    assert send_due() == 0


def test_nudges_within_an_hour_are_one_mail_and_a_refused_one_is_none(nudge: Nudge) -> None:
    with pytest.raises(RuleViolation):
        nudge(after=10)
    assert not Notice.objects.exists()
    evening = timezone.now() + timedelta(hours=1)
    for minute, mails in ((59, 1), (61, 1), (118, 1), (120, 2), (121, 2)):
        with time_machine.travel(evening.replace(minute=0) + timedelta(minutes=minute), tick=False):
            nudge(after=0)
        assert Notice.objects.count() == mails, minute
