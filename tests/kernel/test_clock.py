"""Deadlines fire without a request, in any number of processes; firing twice is harmless."""

import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from tabletop import clock
from tabletop.models import ClockBeat, Deadline
from tests.kernel.conftest import game_of, logged_moves
from tests.tinygame import rules, services
from tests.tinygame.models import DuelGame
from tests.tinygame.rules import State

StateOf = Callable[[DuelGame], State]


@pytest.mark.django_db
def test_nothing_happens_before_the_deadline(duel: DuelGame, state_of: StateOf) -> None:
    assert clock.tick(now=state_of(duel).due - 0.1) == 0
    assert not logged_moves().exists()


@pytest.mark.django_db
def test_a_deadline_takes_effect_through_the_write_path_and_the_next_one_is_set(
    duel: DuelGame, state_of: StateOf
) -> None:
    before = state_of(duel)
    assert clock.tick(now=before.due + 0.1) == 1
    after = state_of(duel)
    assert after.led == min(before.hands[0])
    deadline = Deadline.objects.get(game_id=duel.pk)
    assert (deadline.due_at, deadline.leased_until) == (after.due, 0)


@pytest.mark.django_db
def test_an_abandoned_game_plays_itself_to_the_end(duel: DuelGame, state_of: StateOf) -> None:
    for _turn in range(6):
        clock.tick(now=state_of(duel).due + 0.1)
    assert rules.is_over(state_of(duel))
    assert not Deadline.objects.exists()


@pytest.mark.django_db
def test_firing_twice_is_harmless(duel: DuelGame, state_of: StateOf) -> None:
    now = state_of(duel).due + 0.1
    [claimed] = clock.claim_due(now=now)
    clock.fire(claimed, now=now)
    after = state_of(duel)
    clock.fire(claimed, now=now)
    assert state_of(duel) == after
    assert logged_moves().count() == 1
    assert Deadline.objects.get().due_at == after.due


@pytest.mark.django_db
def test_a_crash_between_claim_and_effect_loses_nothing(duel: DuelGame, state_of: StateOf) -> None:
    before = state_of(duel)
    now = before.due + 0.1
    assert len(clock.claim_due(now=now)) == 1
    assert clock.tick(now=now + clock.LEASE_SECONDS - 1) == 0
    assert clock.tick(now=now + clock.LEASE_SECONDS + 1) == 1
    assert state_of(duel) != before


@pytest.mark.django_db
def test_a_deadline_that_moved_on_meanwhile_is_not_lost(duel: DuelGame, state_of: StateOf) -> None:
    state = state_of(duel)
    [claimed] = clock.claim_due(now=state.due + 0.1)
    services.move(game_id=duel.pk, seat=0, action={"type": "play", "card": state.hands[0][0]}, now=state.due - 1)
    clock.fire(claimed, now=state.due + 0.1)
    assert Deadline.objects.get().due_at == state_of(duel).due


@pytest.mark.django_db
def test_a_deadline_the_rules_no_longer_have_is_removed(duel: DuelGame, state_of: StateOf) -> None:
    while not rules.is_over(state := state_of(duel)):
        services.move(game_id=duel.pk, seat=state.turn, action={"type": "play", "card": min(state.hands[state.turn])})
    Deadline.set(game_slug="duel", game_id=duel.pk, task="settle", due_at=1.0)
    clock.tick(now=2.0)
    assert not Deadline.objects.exists()


@pytest.mark.django_db
def test_a_deadline_of_a_deleted_game_is_removed(duel: DuelGame, state_of: StateOf) -> None:
    due = state_of(duel).due
    duel.delete()
    clock.tick(now=due + 1)
    assert not Deadline.objects.exists()


@pytest.mark.django_db
def test_a_deadline_that_fails_does_not_keep_others_from_firing(duel: DuelGame, state_of: StateOf) -> None:
    due = state_of(duel).due
    Deadline.set(game_slug="no such game", game_id=uuid.uuid4(), task="settle", due_at=due - 5)
    assert clock.tick(now=due + 1) == 2
    assert state_of(duel).led is not None
    assert Deadline.objects.get(game_slug="no such game").leased_until == due + 1 + clock.LEASE_SECONDS


@pytest.mark.django_db(transaction=True)
def test_an_idle_clock_takes_no_lock(duel: DuelGame) -> None:
    with CaptureQueriesContext(connection) as captured:
        clock.tick(now=time.time())
    assert [query["sql"].split()[0] for query in captured.captured_queries] == ["SELECT"]


@pytest.mark.django_db(transaction=True)
def test_several_clocks_share_the_work(people: list[object]) -> None:
    duels = [services.start_duel(people=people) for _number in range(30)]  # type: ignore[arg-type]
    now = max(game_of(duel).due for duel in duels) + 0.1
    fired: list[int] = []

    def run_clock() -> None:
        count = 1
        while count:
            count = clock.tick(now=now)
            fired.append(count)
        connections.close_all()

    threads = [threading.Thread(target=run_clock, daemon=True) for _number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(fired) == len(duels)
    assert logged_moves().count() == len(duels)


@pytest.mark.django_db(transaction=True)
@pytest.mark.production_only
def test_a_row_another_clock_is_claiming_is_skipped_not_waited_for(duel: DuelGame, state_of: StateOf) -> None:
    due = state_of(duel).due
    seen: list[int] = []

    def other_clock() -> None:
        seen.append(clock.tick(now=due + 1))
        connections.close_all()

    with transaction.atomic():
        Deadline.objects.select_for_update().get(game_id=duel.pk)
        thread = threading.Thread(target=other_clock, daemon=True)
        thread.start()
        thread.join(timeout=60)
    assert seen == [0]


@pytest.mark.django_db(transaction=True)
def test_the_clock_command_fires_a_deadline_and_stops_when_asked(duel: DuelGame) -> None:
    Deadline.objects.update(due_at=time.time() - 1)
    DuelGame.objects.update(game=(duel.game or {}) | {"due": time.time() - 1})
    environment = os.environ | {"TEST_DATABASE_NAME": str(connection.settings_dict["NAME"])}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "clock", "--settings", "tests.attached_settings"], env=environment
    )
    try:
        deadline = time.monotonic() + 120
        while not logged_moves().exists():
            assert time.monotonic() < deadline, "the clock did not fire"
            time.sleep(0.1)
        assert clock.is_running(now=time.time())
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
    assert not ClockBeat.objects.exists()


@pytest.mark.django_db
def test_a_clock_that_stopped_long_ago_does_not_count(db: None) -> None:
    clock.beat(uuid.uuid4(), now=1000.0)
    assert clock.is_running(now=1010.0)
    assert not clock.is_running(now=1100.0)
