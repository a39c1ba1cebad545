"""The site's time goes on when clocks are set, and is the same in all processes."""

import time
from functools import partial
from types import SimpleNamespace

import pytest

from tabletop import timebase
from tabletop.models import SiteTime
from tabletop.timebase import JUMP_SECONDS, NOTES_AFTER, TimeBase

HOUR = 3600.0
START = 1_900_000_000.0
about = partial(pytest.approx, rel=0, abs=0.05)
"""A millionth of the time since 1970 would be half an hour."""

pytestmark = pytest.mark.django_db


class Clocks:
    """The database's clock, which can be set, and the one of the computer that nobody can set."""

    def __init__(self) -> None:
        self.wall, self.count = START, 1000.0

    def go_on(self, seconds: float) -> None:
        self.wall += seconds
        self.count += seconds


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    clocks = Clocks()
    read = timebase._read
    monkeypatch.setattr(timebase, "_read", lambda: (clocks.wall, *read()[1:]))
    monkeypatch.setattr(timebase, "steady", lambda: clocks.count)
    monkeypatch.setattr(timebase, "time", SimpleNamespace(time=lambda: clocks.wall))
    return clocks


def process(clocks: Clocks) -> TimeBase:
    """One that has noted its time."""
    base = TimeBase()
    for _round in range(NOTES_AFTER + 1):
        base.keep()
        clocks.go_on(1)
    return base


def test_the_databases_clock_is_read_as_it_is() -> None:
    clock, ahead, latest = timebase._read()
    assert abs(clock - time.time()) < 60
    assert (ahead, latest) == (0, 0)


def test_without_a_jump_the_sites_time_is_that_of_the_clock(clocks: Clocks) -> None:
    base = process(clocks)
    clocks.go_on(100)
    base.keep()
    assert base.now() == about(clocks.wall)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_jump_of_the_clock_is_none_of_the_sites_time(clocks: Clocks, jump: float) -> None:
    base = process(clocks)
    before = base.now()
    clocks.wall += jump
    for _round in range(5):
        clocks.go_on(1)
        base.keep()
    assert base.now() == about(before + 5)
    assert process(clocks).now() == about(base.now()), "one that starts later counts the same"


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_two_processes_hold_the_same_time_through_a_jump(clocks: Clocks, jump: float) -> None:
    one, two = process(clocks), process(clocks)
    one.keep()
    before = one.now()
    clocks.wall += jump
    for base in (two, one, two, one):
        base.keep()
    assert one.now() == about(before)
    assert two.now() == about(before)
    assert SiteTime.objects.get().ahead == about(-jump)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_process_that_has_just_started_holds_its_time_through_a_jump(clocks: Clocks, jump: float) -> None:
    base = TimeBase()
    base.keep()
    clocks.go_on(1)
    clocks.wall += jump
    base.keep()
    assert base.now() == about(START + 1)
    assert SiteTime.objects.get().ahead == about(-jump)


@pytest.fixture
def slow_starter(clocks: Clocks, monkeypatch: pytest.MonkeyPatch) -> TimeBase:
    """A process whose first look took ten seconds."""
    read, base = timebase._read, TimeBase()

    def read_slowly() -> tuple[float, float, float]:
        found = read()
        clocks.go_on(10)
        return found

    monkeypatch.setattr(timebase, "_read", read_slowly)
    base.keep()
    monkeypatch.setattr(timebase, "_read", read)
    return base


def test_a_first_look_that_took_long_is_corrected_by_the_next(clocks: Clocks, slow_starter: TimeBase) -> None:
    slow_starter.keep()
    assert slow_starter.now() == about(clocks.wall)
    assert SiteTime.objects.get().ahead == 0, "nobody else's time has changed"


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_jump_after_a_first_look_that_took_long_is_none_of_the_sites_time(
    clocks: Clocks, slow_starter: TimeBase, jump: float
) -> None:
    before = slow_starter.now()
    clocks.wall += jump
    slow_starter.keep()
    assert slow_starter.now() == about(before)
    assert SiteTime.objects.get().ahead == pytest.approx(-jump, rel=0, abs=30), "as far as it could tell"


def test_a_newcomer_between_the_jump_and_its_discovery_yields_to_those_who_know(clocks: Clocks) -> None:
    old = process(clocks)
    before = old.now()
    clocks.wall += HOUR
    newcomer = TimeBase()
    newcomer.keep()
    old.keep()
    newcomer.keep()
    assert newcomer.now() == about(before)
    assert old.now() == about(before)


def test_a_clock_that_was_set_back_while_nobody_counted_does_not_take_time_back(clocks: Clocks) -> None:
    base = process(clocks)
    latest = base.now()
    base._noted_at = 0
    base.keep()
    clocks.go_on(60)
    clocks.wall -= HOUR
    later = process(clocks)
    assert later.now() == about(latest + NOTES_AFTER + 1)


def test_a_process_that_was_away_while_others_counted_takes_their_time(clocks: Clocks) -> None:
    paused, other = process(clocks), process(clocks)
    clocks.go_on(HOUR)
    other.keep()
    count = clocks.count
    # The count of a computer that is stopped stands still.
    clocks.count -= HOUR
    paused._noted_at = clocks.count
    paused.keep()
    assert paused.now() == about(clocks.wall)
    clocks.count = count
    assert SiteTime.objects.get().ahead == 0


def test_a_small_difference_is_made_up_for_little_by_little(clocks: Clocks) -> None:
    base = process(clocks)
    clocks.wall += 1
    base.keep()
    assert clocks.wall - 1 < base.now() < clocks.wall - 0.9
    for _round in range(200):
        clocks.go_on(1)
        base.keep()
    assert base.now() == about(clocks.wall)
    assert JUMP_SECONDS > 1
