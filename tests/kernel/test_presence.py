"""Presence: a reload is no absence, an empty seat is, and a killed process leaves no rows behind."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tabletop import clock
from tabletop.live import presence
from tabletop.models import Deadline, Presence
from tabletop.rules import Step
from tabletop.table import Table, TableRules
from tests.kernel.conftest import logged_moves
from tests.tinygame import services
from tests.tinygame.models import DuelGame
from tests.tinygame.plug import DuelPlug
from tests.tinygame.rules import State

StateOf = Callable[[DuelGame], State]
HERE, THERE = uuid.uuid4(), uuid.uuid4()
pytestmark = pytest.mark.django_db


def arrive(duel: DuelGame, *, now: float, process: uuid.UUID = HERE) -> None:
    presence.arrive(services.engine, duel.pk, 0, process=process, now=now)


def leave(duel: DuelGame, *, now: float, process: uuid.UUID = HERE) -> None:
    presence.leave(services.engine, duel.pk, 0, process=process, now=now)


def test_an_arrival_that_changes_nothing_is_no_event(duel: DuelGame) -> None:
    arrive(duel, now=100)
    assert not logged_moves().exists()


def test_a_seat_without_a_socket_for_longer_than_the_grace_is_away(duel: DuelGame, state_of: StateOf) -> None:
    arrive(duel, now=100)
    leave(duel, now=110)
    clock.tick(now=110 + presence.GRACE_SECONDS - 0.1)
    assert state_of(duel).connected == (True, True)
    clock.tick(now=110 + presence.GRACE_SECONDS + 0.1)
    assert state_of(duel).connected == (False, True)
    assert not Deadline.objects.filter(task__startswith=presence.AWAY).exists()


def test_a_reload_within_the_grace_is_no_event(duel: DuelGame) -> None:
    arrive(duel, now=100)
    leave(duel, now=110)
    arrive(duel, now=111)
    clock.tick(now=120)
    assert not logged_moves().exists()


def test_coming_back_later_is_an_event(duel: DuelGame, state_of: StateOf) -> None:
    arrive(duel, now=100)
    leave(duel, now=110)
    clock.tick(now=115)
    arrive(duel, now=120)
    assert state_of(duel).connected == (True, True)
    assert [action.payload["type"] for action in logged_moves()] == ["left", "arrived"]


def test_a_seat_with_a_socket_in_another_process_is_here(duel: DuelGame) -> None:
    arrive(duel, now=100, process=HERE)
    arrive(duel, now=100, process=THERE)
    leave(duel, now=110, process=HERE)
    assert not Deadline.objects.filter(task__startswith=presence.AWAY).exists()


def test_an_absence_is_dropped_if_the_seat_is_back_when_the_clock_asks(duel: DuelGame) -> None:
    """A socket opens in another process after the clock has claimed the absence."""
    arrive(duel, now=100)
    leave(duel, now=110)
    [claimed] = clock.claim_due(now=114)
    arrive(duel, now=114, process=THERE)
    clock.fire(claimed, now=114)
    assert not logged_moves().exists()


def test_sockets_of_a_killed_process_are_swept_up(duel: DuelGame, state_of: StateOf) -> None:
    arrive(duel, now=100)
    presence.reconcile({("duel", duel.pk, 0)}, process=HERE, now=105)
    presence.sweep(now=105 + presence.STALE_SECONDS - 1)
    assert Presence.objects.exists()
    swept_at = 105 + presence.STALE_SECONDS + 1
    presence.sweep(now=swept_at)
    assert not Presence.objects.exists()
    clock.tick(now=swept_at + presence.GRACE_SECONDS + 1)
    assert state_of(duel).connected == (False, True)


def test_a_living_process_whose_rows_were_swept_up_brings_its_seats_back(duel: DuelGame, state_of: StateOf) -> None:
    """The database was down for longer than rows stay fresh, while the sockets stayed open."""
    arrive(duel, now=100)
    presence.sweep(now=200)
    clock.tick(now=210)
    assert state_of(duel).connected == (False, True)
    presence.reconcile({("duel", duel.pk, 0)}, process=HERE, now=211)
    assert state_of(duel).connected == (True, True)
    assert Presence.objects.count() == 1


def test_a_goodbye_that_failed_is_made_up_for(duel: DuelGame, state_of: StateOf) -> None:
    arrive(duel, now=100)
    presence.reconcile(set(), process=HERE, now=110)
    assert not Presence.objects.exists()
    clock.tick(now=114)
    assert state_of(duel).connected == (False, True)


def test_a_page_that_polls_keeps_its_seat_until_it_stops(duel: DuelGame, state_of: StateOf) -> None:
    for now in (100, 103, 106):
        presence.record_poll(services.engine, duel.pk, 0, now=now)
    presence.sweep(now=110)
    assert Presence.objects.count() == 1
    presence.sweep(now=130)
    clock.tick(now=134)
    assert state_of(duel).connected == (False, True)
    presence.record_poll(services.engine, duel.pk, 0, now=140)
    assert state_of(duel).connected == (True, True)


def test_where_the_rules_do_not_ask_who_is_away_nothing_waits_for_it(duel: DuelGame) -> None:
    engine = replace(services.engine, follows_presence=False)
    presence.arrive(engine, duel.pk, 0, process=HERE, now=100)
    assert presence.is_present(engine, duel.pk, 0, now=101)
    presence.leave(engine, duel.pk, 0, process=HERE, now=110)
    assert not presence.is_present(engine, duel.pk, 0, now=111)
    assert not Deadline.objects.filter(task__startswith=presence.AWAY).exists()


def test_what_the_rules_refuse_is_not_tried_for_ever(duel: DuelGame) -> None:
    class RefusingRules(TableRules):
        def apply(self, *arguments: Any, **options: Any) -> Step[Table]:
            raise self.refusal("game_over")

    engine = replace(services.engine, rules=RefusingRules(DuelPlug()))
    leave(duel, now=100)
    presence.confirm_absence(engine, Deadline.objects.get(task="away:0"), now=104)
    assert not Deadline.objects.filter(task="away:0").exists()


def test_seats_named_by_words_and_by_numbers_come_back_as_they_were() -> None:
    for seat in (0, 3, "Ann", "3", 'a "quoted" name'):
        assert presence.decode_seat(presence.encode_seat(seat)) == seat
