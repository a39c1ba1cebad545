"""A mail tells whoever is awaited and away that little of the clock is left: once a turn."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from imperial import services
from imperial.plug import Clock
from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.live import presence
from tabletop.notify.models import Notice
from tabletop.notify.services import send_due
from tests.imperial.kit import NAMES, START, act, begun, guest, member, seat

pytestmark = pytest.mark.django_db
HOUR = 3600
DAY = 24 * HOUR
TEN_DAYS = Clock(increment=DAY, banked=9 * DAY)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as moved:
        yield moved


def at_table(number: int = 2, *, clock: Clock | None = TEN_DAYS) -> UUID:
    """A game that has just begun; the mails about the first turn are out."""
    game_id = begun([member(name) for name in NAMES[:number]], clock=clock)
    send_due()
    mail.outbox.clear()
    return game_id


def go(clock: time_machine.Traveller, **time: float) -> list[str]:
    """Who has got a mail when so much time has passed."""
    mail.outbox.clear()
    clock.shift(timedelta(**time))
    for _round in range(3):
        send_due()
    return sorted(message.to[0].partition("@")[0] for message in mail.outbox)


def test_who_is_awaited_is_told_when_a_tenth_of_the_time_is_left_and_once(clock: time_machine.Traveller) -> None:
    at_table()
    assert go(clock, days=8, hours=23) == []
    assert go(clock, hours=1, minutes=1) == ["juno", "mara"]
    assert {message.subject.partition(":")[0] for message in mail.outbox} == {"Your time runs out"}
    assert go(clock, hours=12) == []
    assert go(clock, days=3) == []


def test_who_has_moved_is_there_or_wants_no_mail_is_not_told(clock: time_machine.Traveller) -> None:
    game_id = at_table(4)
    act(game_id, "Juno", "bid", amount=4, now=START + 10)
    User.objects.filter(display_name="Mara").update(notify_by_mail=False)
    clock.shift(timedelta(days=9))
    presence.arrive(services.engine, game_id, seat(game_id, "Nils"), process=uuid4(), now=timebase.now())
    assert go(clock, seconds=10) == ["olga"]


def test_an_hour_is_left_at_least(clock: time_machine.Traveller) -> None:
    at_table(clock=Clock(increment=HOUR, banked=HOUR))
    assert go(clock, minutes=59) == []
    assert go(clock, minutes=1, seconds=1) == ["juno", "mara"]


@pytest.mark.parametrize("kept", [None, Clock(increment=600, banked=1800)], ids=["no clock", "half an hour"])
def test_a_live_game_and_one_without_a_clock_send_none(clock: time_machine.Traveller, kept: Clock | None) -> None:
    at_table(clock=kept)
    assert not Notice.objects.filter(task__startswith="reminder:").exists()
    assert go(clock, days=20) == []


def test_a_clock_that_stands_still_reminds_nobody_until_it_runs_again(clock: time_machine.Traveller) -> None:
    game_id = at_table()
    clock.shift(timedelta(days=8))
    act(game_id, "Juno", "pause", now=timebase.now())
    assert go(clock, days=2) == []
    assert go(clock, days=2) == []
    act(game_id, "Juno", "resume", now=timebase.now())
    assert go(clock, hours=22) == []
    assert go(clock, hours=3) == ["juno", "mara"]
    assert go(clock, hours=5) == []


def test_the_own_next_task_has_its_own_time(clock: time_machine.Traveller) -> None:
    """Nobody else has moved since: the mail that waited for the former task waits on."""
    game_id = at_table()
    act(game_id, "Mara", "bid", amount=2, now=START)
    clock.shift(timedelta(days=4))
    act(game_id, "Juno", "bid", amount=6, now=timebase.now())  # closes the round, and is the first to buy
    # Six days are left in the bank, and a day comes on top: one day before that.
    assert go(clock, days=5, hours=23) == []
    assert go(clock, hours=2) == ["juno"]


def test_who_starts_is_reminded_where_nobody_else_wants_mail(clock: time_machine.Traveller) -> None:
    game_id = begun([member("Juno"), guest("Mara")], clock=TEN_DAYS)
    assert go(clock, days=8, hours=23) == []
    assert go(clock, hours=1, minutes=1) == ["juno"]
    assert mail.outbox[0].subject.startswith("Your time runs out")
    assert seat(game_id, "Juno") == str(Notice.objects.get().seat)


def test_who_was_reminded_is_reminded_of_the_own_next_task_too(clock: time_machine.Traveller) -> None:
    game_id = at_table()
    act(game_id, "Mara", "bid", amount=2, now=START)
    assert go(clock, days=9, hours=1) == ["juno"]
    act(game_id, "Juno", "bid", amount=6, now=timebase.now())
    # 23 hours are left in the bank, and a day comes on top: one day before that.
    assert go(clock, hours=22) == []
    assert go(clock, hours=2) == ["juno"]
    assert go(clock, days=2) == []


def test_a_seat_that_a_bot_plays_is_not_reminded(clock: time_machine.Traveller) -> None:
    game_id = at_table()
    act(game_id, "Mara", "bid", amount=2, now=START)
    act(game_id, "Juno", "hand_to_bot", now=START)
    assert go(clock, days=9, hours=1) == []


def test_reminders_cost_a_move_no_statement(clock: time_machine.Traveller) -> None:
    counts = []
    for kept in (None, TEN_DAYS):
        User.objects.all().delete()
        game_id = at_table(3, clock=kept)
        for name in NAMES[:2]:
            act(game_id, name, "bid", amount=2)
        with CaptureQueriesContext(connection) as statements:
            act(game_id, "Nils", "bid", amount=6)
            act(game_id, "Nils", "bid_buy", accept=True)
        counts.append(len(statements))
    assert counts[0] == counts[1]
