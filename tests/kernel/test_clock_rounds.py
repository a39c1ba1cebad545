"""The rounds of a clock: which deadlines it takes, how it goes on, what it cleans up."""

import threading
import uuid
from collections.abc import Callable
from typing import Any

import pytest

from tabletop import clock
from tabletop.accounts.models import User
from tabletop.live import presence
from tabletop.models import ClockBeat, Deadline, Presence
from tests.tinygame import services
from tests.tinygame.models import DuelGame
from tests.tinygame.rules import State

pytestmark = pytest.mark.django_db
StateOf = Callable[[DuelGame], State]


def settle_at(duel: DuelGame, due_at: float) -> None:
    Deadline.set(game_slug="duel", game_id=duel.pk, task="settle", due_at=due_at)


def test_a_deadline_fires_at_its_very_moment(duel: DuelGame, state_of: StateOf) -> None:
    assert clock.tick(now=state_of(duel).due) == 1
    assert state_of(duel).led is not None


def test_a_full_round_takes_the_earliest_deadlines(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "BATCH", 2)
    duels = [services.start_duel(people=people) for _number in range(3)]
    for duel, due_at in zip(duels, (30.0, 10.0, 20.0), strict=True):
        settle_at(duel, due_at)
    assert [deadline.game_id for deadline in clock.claim_due(now=40.0)] == [duels[1].pk, duels[2].pk]
    assert [deadline.game_id for deadline in clock.claim_due(now=40.0)] == [duels[0].pk]


def test_a_deadline_that_is_too_early_is_moved_to_where_the_rules_have_it(duel: DuelGame, state_of: StateOf) -> None:
    before = state_of(duel)
    settle_at(duel, before.due - 10)
    clock.tick(now=before.due - 5)
    deadline = Deadline.objects.get(game_id=duel.pk)
    assert (deadline.due_at, deadline.leased_until) == (before.due, 0)
    assert state_of(duel) == before


def test_a_deadline_set_anew_while_the_last_one_fires_is_not_removed(duel: DuelGame, state_of: StateOf) -> None:
    for _turn in range(6):
        clock.tick(now=state_of(duel).due)
    settle_at(duel, 1.0)
    [claimed] = clock.claim_due(now=2.0)
    settle_at(duel, 3.0)
    clock.fire(claimed, now=2.0)
    assert Deadline.objects.get(game_id=duel.pk).due_at == 3.0


class Stop(threading.Event):
    """Stops the clock after a number of rounds, and notes the pauses between them."""

    def __init__(self, *, rounds: int) -> None:
        super().__init__()
        self.rounds, self.pauses = rounds, 0

    def is_set(self) -> bool:
        self.rounds -= 1
        return self.rounds < 0

    def wait(self, timeout: float | None = None) -> bool:
        self.pauses += 1
        return False


def run(monkeypatch: pytest.MonkeyPatch, rounds: list[int | Exception]) -> int:
    """Runs the clock through these rounds and returns how often it has paused."""
    stop, left = Stop(rounds=len(rounds)), list(rounds)

    def tick(*, now: float) -> int:
        fired = left.pop(0)
        if isinstance(fired, Exception):
            raise fired
        return fired

    monkeypatch.setattr(clock, "tick", tick)
    monkeypatch.setattr(clock, "close_old_connections", lambda: None)
    clock.run(stop)
    assert not left
    return stop.pauses


def test_a_clock_outlives_a_round_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, [OSError("the database is down"), 0]) == 2


def test_a_clock_pauses_only_when_nothing_more_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, [clock.BATCH, clock.BATCH - 1]) == 1


def test_a_beat_that_failed_is_tried_again_with_the_next_round(monkeypatch: pytest.MonkeyPatch) -> None:
    beats: list[float] = []

    def beat(_process: uuid.UUID, *, now: float) -> None:
        beats.append(now)
        if len(beats) == 1:
            raise OSError("the database is down")

    monkeypatch.setattr(clock, "beat", beat)
    monkeypatch.setattr(clock, "tick", lambda *, now: 0)
    monkeypatch.setattr(clock, "close_old_connections", lambda: None)
    clock.run(Stop(rounds=3))
    assert len(beats) == 2


def test_a_beat_deletes_old_beats_and_stale_presence(duel: DuelGame) -> None:
    old, process = uuid.uuid4(), uuid.uuid4()
    clock.beat(old, now=1000.0)
    presence.arrive(services.engine, duel.pk, 0, process=uuid.uuid4(), now=1000.0)
    clock.beat(process, now=1000.0 + 101 * clock.BEAT_SECONDS)
    beats: list[Any] = list(ClockBeat.objects.values_list("process", flat=True))
    assert beats == [process]
    assert not Presence.objects.exists()
