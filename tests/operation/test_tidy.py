"""Tidying up: what goes, what stays, and that several processes tidy once a day between them."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.utils import timezone

from deckbuilder.services import create_deck
from imperial import services as imperial
from imperial.plug import Clock
from tabletop.accounts.models import User
from tabletop.live.presence import POLLING
from tabletop.models import ChairWish, DailyRun, Deadline, Presence, SiteTime
from tabletop.notify.models import Notice
from tabletop.operation import tidy
from tabletop.timebase import ROW
from tests.kit.racers import racers
from tests.tinygame import services
from tests.tinygame.models import DuelGame, DuelSeat

__all__ = ["racers"]  # a fixture

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
NOTHING = {
    "deserted tables of cambio": 0,
    "deserted tables of imperial": 0,
    "deserted tables of duel": 0,
    "guests without anything": 0,
    "expired sessions": 0,
    "devices that are signed out": 0,
    "old mails": 0,
    "old keys of requests": 0,
    "people who may sit down again": 0,
    "seats that were kept": 0,
    "old wishes for a chair": 0,
    "old quick words": 0,
}


def tidied(*options: str) -> dict[str, int]:
    """What the command said, by what it is about."""
    told = StringIO()
    call_command("tidy", *options, stdout=told)
    lines = (line.rpartition(": ") for line in told.getvalue().splitlines() if ": " in line)
    return {name: int(count) for name, _colon, count in lines}


def guest(name: str, *, days_ago: float = 31, **columns: Any) -> User:
    return User.objects.create(display_name=name, is_guest=True, date_joined=timezone.now() - days_ago * DAY, **columns)


def names_left() -> set[str]:
    return set(User.objects.values_list("display_name", flat=True))


def waiting_table(person: User, *, minutes_ago: float) -> DuelGame:
    game_id = services.tables.create_table(person=person).game_id
    DuelGame.objects.filter(pk=game_id).update(updated_at=timezone.now() - timedelta(minutes=minutes_ago))
    return DuelGame.objects.get(pk=game_id)


def test_guests_without_anything_go_after_30_days_and_nobody_else() -> None:
    now = timezone.now()
    guest("Empty")
    guest("New", days_ago=29)
    guest("Back", last_login=now - 3 * DAY)
    guest("Locked out", is_active=False)
    guest("Erased", is_active=False, deleted_at=now - 40 * DAY)
    guest("Staff", is_staff=True)
    User.objects.create_user("ada@example.org", display_name="Account", date_joined=now - 400 * DAY)
    create_deck(person=guest("Deck"), name="Mine")
    services.start_duel(people=[guest("Seated"), guest("Too")])
    assert tidied("--dry-run") == NOTHING | {"guests without anything": 2}
    assert {"Empty", "Erased"} < names_left()
    assert tidied() == NOTHING | {"guests without anything": 2}
    assert names_left() == {"New", "Back", "Locked out", "Staff", "Account", "Deck", "Seated", "Too"}


def test_a_guest_with_a_seat_in_a_finished_game_stays_and_so_does_the_game() -> None:
    duel = services.start_duel(people=[guest("Juno"), guest("Mara")])
    DuelGame.objects.update(completed_at=timezone.now() - 300 * DAY, updated_at=timezone.now() - 300 * DAY)
    assert tidied() == NOTHING
    assert names_left() == {"Juno", "Mara"}
    assert DuelSeat.objects.filter(game=duel.pk, user__isnull=False).count() == 2


def test_a_guest_who_has_mail_only_goes_with_it() -> None:
    Notice.objects.create(task="a", recipient=guest("Empty"), subject="s", body="b")
    assert tidied()["guests without anything"] == 1
    assert not Notice.objects.exists()


def test_a_waiting_table_goes_after_30_minutes_without_anybody() -> None:
    person = guest("Juno", days_ago=1)
    old = waiting_table(person, minutes_ago=31)
    new, watched = waiting_table(person, minutes_ago=29), waiting_table(person, minutes_ago=31)
    Presence.objects.create(game_slug="duel", game_id=watched.pk, seat="0", process=POLLING, seen_at=time.time())
    running = services.start_duel(people=[guest("Ada", days_ago=1), guest("Bea", days_ago=1)])
    long_ago = timezone.now() - 9 * DAY
    DuelGame.objects.filter(pk=running.pk).update(updated_at=long_ago, started_at=None)
    Deadline.set(game_slug="duel", game_id=old.pk, task="settle", due_at=time.time() + 99)
    assert tidied("--dry-run") == NOTHING | {"deserted tables of duel": 1}
    assert DuelGame.objects.count() == 4
    assert tidied() == NOTHING | {"deserted tables of duel": 1}
    assert set(DuelGame.objects.values_list("pk", flat=True)) == {new.pk, watched.pk, running.pk}
    assert not Deadline.objects.filter(game_id=old.pk).exists()


@pytest.mark.parametrize("ahead", [-3600.0, 3600.0], ids=["forwards", "back"])
def test_no_table_goes_early_when_a_clock_is_set(ahead: float) -> None:
    """It was changed a minute ago: before the clock was set forwards by an hour, or after it was set back."""
    SiteTime.objects.update_or_create(pk=ROW, defaults={"ahead": ahead})
    person = guest("Juno", days_ago=1)
    fresh = waiting_table(person, minutes_ago=61 if ahead < 0 else 1)
    old = waiting_table(person, minutes_ago=91 if ahead < 0 else 31)
    assert tidied("--dry-run")["deserted tables of duel"] == 1
    assert tidied()["deserted tables of duel"] == 1
    assert DuelGame.objects.filter(pk=fresh.pk).exists()
    assert not DuelGame.objects.filter(pk=old.pk).exists()


def test_a_device_goes_with_its_session() -> None:
    now = timezone.now()
    ada = User.objects.create_user("ada@example.org", display_name="Ada")
    for key, expires in (("old", now - DAY), ("new", now + DAY)):
        Session.objects.create(session_key=key, session_data="", expire_date=expires)
    for key, days in (("old", 9), ("new", 9), ("gone", 9), ("just signing in", 0)):
        seen = now - days * DAY
        UserSession.objects.create(user=ada, session_key=key, ip="203.0.113.9", created_at=seen, last_seen_at=seen)
    assert tidied("--dry-run") == NOTHING | {"expired sessions": 1, "devices that are signed out": 2}
    assert tidied() == NOTHING | {"expired sessions": 1, "devices that are signed out": 2}
    assert set(UserSession.objects.values_list("session_key", flat=True)) == {"new", "just signing in"}


@pytest.mark.parametrize(
    ("clock", "days", "goes"),
    [
        (None, 1, True),
        (Clock(increment=30, banked=900), 1, True),
        (Clock(increment=12 * 3600, banked=3 * 86400), 13, False),
        (Clock(increment=12 * 3600, banked=3 * 86400), 15, True),
        (Clock(increment=2 * 86400, banked=0), 13, False),
    ],
)
def test_a_waiting_table_with_a_clock_of_days_stays_14_days(clock: Clock | None, days: int, goes: bool) -> None:
    call_command("seed_setups", stdout=StringIO())
    entry = imperial.create_table(person=guest("Juno", days_ago=1), player_count=2, clock=clock)
    games = imperial.engine.store.games._default_manager.filter(pk=entry.game_id)
    games.update(updated_at=timezone.now() - days * DAY)
    assert tidied()["deserted tables of imperial"] == goes
    assert games.exists() is not goes


def test_a_guest_who_only_sat_at_a_deserted_table_goes_with_it() -> None:
    waiting_table(guest("Juno"), minutes_ago=99)
    assert tidied() == NOTHING | {"deserted tables of duel": 1, "guests without anything": 1}


def test_a_wish_for_a_chair_goes_after_30_days() -> None:
    now, game_id = time.time(), UUID(int=1)
    for name, days in (("Eve", 31), ("Ben", 29)):
        wish = ChairWish(
            game_slug="duel", game_id=game_id, person=guest(name), asked_at=now - days * DAY.total_seconds()
        )
        wish.save()
    assert tidied() == NOTHING | {"old wishes for a chair": 1}
    assert [wish.person.display_name for wish in ChairWish.objects.all()] == ["Ben"]


def test_sessions_go_when_they_have_run_out_and_mails_when_they_are_old() -> None:
    now = timezone.now()
    for key, expires in (("old", now - DAY), ("new", now + DAY)):
        Session.objects.create(session_key=key, session_data="", expire_date=expires)

    def mail(task: str, *, written: int, sent: int | None = None) -> None:
        sent_at, at = None if sent is None else now - sent * DAY, now - written * DAY
        Notice.objects.create(task=task, subject="s", body="", sent_at=sent_at, created_at=at, claimed_at=at)

    mail("sent long ago", written=40, sent=31)
    mail("sent", written=40, sent=29)
    mail("lost long ago", written=91)
    mail("lost", written=89)
    assert tidied("--dry-run") == NOTHING | {"expired sessions": 1, "old mails": 2}
    assert (Session.objects.count(), Notice.objects.count()) == (2, 4)
    assert tidied() == NOTHING | {"expired sessions": 1, "old mails": 2}
    assert Session.objects.get().session_key == "new"
    assert set(Notice.objects.values_list("task", flat=True)) == {"sent", "lost"}


@pytest.mark.django_db(transaction=True)
def test_rows_go_in_batches_with_a_commit_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidy, "BATCH", 4)
    for number in range(10):
        guest(f"Guest {number}")
    left: list[int] = []
    told: dict[str, int] = {}

    def pause() -> bool:
        assert not connection.in_atomic_block
        left.append(User.objects.count())
        return False

    tidy.tidy_up(tell=lambda name, count: told.update({name: count}), pause=pause)
    assert left == [6, 2, 0]
    assert told == NOTHING | {"guests without anything": 10}


@pytest.mark.django_db(transaction=True)
def test_tidying_up_ends_after_a_batch_when_the_process_is_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidy, "BATCH", 4)
    for number in range(10):
        guest(f"Guest {number}")
    Session.objects.create(session_key="old", session_data="", expire_date=timezone.now() - DAY)
    tidy.tidy_up(tell=lambda name, count: None, pause=lambda: True)
    assert (User.objects.count(), Session.objects.count()) == (6, 1)


def test_tables_that_staff_have_closed_are_not_looked_at() -> None:
    table = waiting_table(guest("Juno", days_ago=1), minutes_ago=99)
    assert tidy._waiting(services.tables) == [table.pk]
    DuelGame.objects.update(abandoned=True)
    assert tidy._waiting(services.tables) == []


def test_of_many_processes_one_tidies_up_and_again_a_day_later() -> None:
    now = time.time()
    assert [tidy.claim_day(now=now + second) for second in (0, 1, 3600, 86_000)] == [True, False, False, False]
    assert [tidy.claim_day(now=now + 86_401) for _time in range(2)] == [True, False]
    assert DailyRun.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_processes_that_ask_at_once_one_tidies_up(racers: Callable[[int], Callable[..., list[Any]]]) -> None:
    now = time.time()
    outcomes = racers(6)(lambda _index: tidy.claim_day(now=now))
    assert sorted(map(str, outcomes)) == ["False"] * 5 + ["True"]


@contextmanager
def tidying_thread() -> Iterator[None]:
    stop = threading.Event()
    thread = threading.Thread(target=tidy.run, args=(stop,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


@pytest.mark.django_db(transaction=True)
def test_the_thread_beside_the_clock_tidies_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidy, "FIRST_AFTER_SECONDS", 0.0)
    guest("Empty")
    deadline = time.monotonic() + 60
    with tidying_thread():
        while User.objects.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
    assert not User.objects.exists()
    assert not tidy.claim_day(now=time.time())


@pytest.mark.django_db(transaction=True)
def test_the_thread_waits_until_people_have_come_back_to_their_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tidy.FIRST_AFTER_SECONDS == 900
    monkeypatch.setattr(tidy, "POLL_SECONDS", 0.01)
    asked, due = threading.Semaphore(0), tidy.is_due

    def noted(*, now: float) -> bool:
        asked.release()
        return due(now=now)

    monkeypatch.setattr(tidy, "is_due", noted)
    guest("Empty")
    with tidying_thread():
        for _time in range(3):
            assert asked.acquire(timeout=60)
    assert User.objects.exists()
    assert tidy.claim_day(now=time.time())


def test_what_belongs_to_a_person_is_found_in_every_game() -> None:
    found = {model._meta.label for model, _column in tidy._belongings()}
    assert found >= {"cambio.Player", "imperial.PlayerInfo", "deckbuilder.DeckState", "tinygame.DuelSeat"}
    assert not {label for label in found if label.startswith(("notify.", "accounts.", "admin."))}


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_sits_down_meanwhile_keeps_the_seat(racers: Callable[[int], Callable[..., list[Any]]]) -> None:
    chore = next(chore for chore in tidy.chores() if chore.name == "guests without anything")
    race = racers(2)
    for number in range(8):
        host = guest(f"Host {number}", days_ago=1)
        table = services.tables.create_table(person=host).game_id
        juno = guest("Juno")

        def one_of_both(index: int, table: UUID = table, juno: User = juno) -> object:
            return services.tables.join_table(game_id=table, person=juno) if index else chore.take()

        gone, joined = race(one_of_both)
        seated = DuelSeat.objects.filter(game=table, user=juno).exists()
        assert (gone, User.objects.filter(pk=juno.pk).exists(), seated) in ((0, True, True), (1, False, False))
        assert isinstance(joined, IntegrityError) is not seated
        assert not DuelSeat.objects.filter(user__isnull=True).exists()
        User.objects.filter(pk=juno.pk).update(date_joined=timezone.now())
