"""A mail tells those who are away that a seat at the next table is kept for them: over days, where it finds them."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
import time_machine
from django.core import mail
from msgspec.structs import replace

from imperial import services
from imperial.plug import Clock
from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.models import Watcher
from tabletop.notify.models import Notice
from tabletop.notify.services import send_due
from tabletop.table.series import SLOW_HOLD_SECONDS
from tests.imperial.kit import NAMES, START, act, begun, game_of, guest, member, position, random_states

pytestmark = pytest.mark.django_db
DAY = 24 * 3600
SLOW, EVENING = Clock(increment=DAY, banked=9 * DAY), Clock(increment=30, banked=900)


@pytest.fixture
def moved() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def wanted_again(clock: Clock) -> tuple[list[User], UUID, str]:
    """The people of a finished game of which the first has opened the next table, the game and the table's code."""
    persons = [member(name) for name in NAMES[:3]]
    game_id = begun(persons, clock=clock)
    position(game_id, replace(random_states(3, seed=1)[-1], timer=game_of(game_id).timer))
    Notice.objects.all().delete()
    return persons, game_id, services.rematch(game_id=game_id, person=persons[0]).room_code


def mailed() -> list[str]:
    mail.outbox.clear()
    send_due()
    return sorted(message.to[0].partition("@")[0] for message in mail.outbox)


def test_who_has_not_answered_after_a_while_is_mailed_once(moved: time_machine.Traveller) -> None:
    persons, game_id, code = wanted_again(SLOW)
    services.rematch(game_id=game_id, person=persons[1])
    assert mailed() == [], "whoever is here answers on the page"
    moved.shift(timedelta(minutes=3))
    assert mailed() == ["nils"]
    (message,) = mail.outbox
    assert message.subject == f"Play again: Imperial {code}"
    assert f"/t/{code}/" in str(message.body)
    assert f"is kept for you for {SLOW_HOLD_SECONDS / DAY:.0f} days." in str(message.body)
    assert not any(name in f"{message.subject} {message.body}" for name in NAMES)
    assert mailed() == []


def test_who_declines_or_wants_no_mail_gets_none(moved: time_machine.Traveller) -> None:
    persons, game_id, _code = wanted_again(SLOW)
    services.tables.decline(game_id=game_id, person=persons[1])
    User.objects.filter(pk=persons[2].pk).update(notify_by_mail=False)
    moved.shift(timedelta(minutes=3))
    assert mailed() == []


def test_for_a_seat_that_is_kept_for_a_minute_a_mail_would_come_too_late(moved: time_machine.Traveller) -> None:
    wanted_again(EVENING)
    assert not Notice.objects.exists()


def test_no_more_chairs_are_kept_than_the_next_table_has() -> None:
    persons, watchers = [member(name) for name in NAMES[:3]], [guest("Ines"), guest("Kim")]
    game_id = services.create_table(person=persons[0], player_count=5).game_id
    for person in persons[1:]:
        services.join_table(game_id=game_id, person=person)
    act(game_id, NAMES[0], "start")
    for watcher in watchers:
        row = {"game_slug": "imperial", "game_id": game_id, "person": watcher, "process": uuid4()}
        Watcher.objects.create(seen_at=timebase.now(), **row)
        services.tables.ask_for_chair(game_id=game_id, person=watcher)
    position(game_id, replace(random_states(3, seed=1)[-1], timer=game_of(game_id).timer))
    next_id = services.rematch(game_id=game_id, person=persons[0]).game_id
    opened = services.engine.store.load(next_id).state
    assert (opened.max_players, len(opened.series.held)) == (5, 4)
    assert len(opened.series.held) + len(opened.seats) <= opened.max_players
    for person in persons[1:]:
        assert services.rematch(game_id=game_id, person=person).game_id == next_id
