"""The rows of presence: fresh while a page is open, stale after it, never lost to a race."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tabletop.accounts.models import User
from tabletop.live import presence
from tabletop.models import Deadline, Presence
from tests.tinygame import services
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db
HERE = uuid.uuid4()


def arrive(duel: DuelGame, *, now: float) -> None:
    presence.arrive(services.engine, duel.pk, 0, process=HERE, now=now)


def leave(duel: DuelGame, *, now: float) -> None:
    presence.leave(services.engine, duel.pk, 0, process=HERE, now=now)


def test_a_seat_that_arrives_again_is_fresh(duel: DuelGame) -> None:
    arrive(duel, now=100)
    arrive(duel, now=200)
    assert Presence.objects.get().seen_at == 200


def test_a_seat_that_is_back_is_not_checked_for_absence(duel: DuelGame) -> None:
    arrive(duel, now=100)
    leave(duel, now=110)
    assert Deadline.objects.filter(task="away:0").exists()
    arrive(duel, now=111)
    assert not Deadline.objects.filter(task="away:0").exists()


def test_a_seat_with_a_stale_row_is_not_present(duel: DuelGame) -> None:
    arrive(duel, now=100)
    for now, here in ((100 + presence.STALE_SECONDS, True), (101 + presence.STALE_SECONDS, False)):
        assert presence.is_present(services.engine, duel.pk, 0, now=now) is here


def test_every_poll_keeps_the_seat_fresh(duel: DuelGame) -> None:
    for now in (100, 110):
        presence.record_poll(services.engine, duel.pk, 0, now=now)
    presence.sweep(now=110 + presence.STALE_SECONDS)
    assert Presence.objects.get().seen_at == 110


def test_a_page_that_polls_takes_its_seat_and_a_spectator_none(duel: DuelGame, people: list[User]) -> None:
    address = reverse("duel:parts", args=[duel.pk])
    Client().get(address)
    assert not Presence.objects.exists()
    client = Client()
    client.force_login(people[1])
    client.get(address)
    row = Presence.objects.get()
    assert (row.seat, row.process) == ("1", presence.POLLING)


def test_a_row_that_is_refreshed_while_stale_rows_are_swept_stays(
    duel: DuelGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrive(duel, now=100)

    def refresh_meanwhile(rows: Any) -> list[Presence]:
        stale = [*rows]
        Presence.objects.update(seen_at=200)
        return stale

    monkeypatch.setattr(presence, "list", refresh_meanwhile, raising=False)
    presence.sweep(now=200)
    assert Presence.objects.exists()
    assert not Deadline.objects.filter(task="away:0").exists()


def test_an_absence_that_begins_anew_while_the_last_one_is_confirmed_is_checked_again(duel: DuelGame) -> None:
    leave(duel, now=100)
    claimed = Deadline.objects.get(task="away:0")
    leave(duel, now=102)
    presence.confirm_absence(services.engine, claimed, now=104)
    assert Deadline.objects.get(task="away:0").due_at == 102 + presence.GRACE_SECONDS
