"""The site's time: one for all processes, and steady when a computer's clock is set.

Deadlines, the log and presence are counted in it. Each process counts on by itself, with a clock that nobody can set.
What they have in common is the database's clock and how far the site's time is ahead of it (`SiteTime`): when the
database's clock jumps, that is changed, and no deadline has to be. See decision 009.
"""

import logging
import threading
import time

from django.db import Error, close_old_connections, connection

from tabletop.models import SiteTime

KEEP_SECONDS = 1.0
JUMP_SECONDS = 5.0
"""A smaller difference is a drift of clocks, and is made up for little by little."""
MOST_DRIFT_SECONDS = 0.01
"""Made up for in one round: time goes on forwards."""
SLOW_SECONDS = 0.5
"""What took longer to read says little about the moment."""
NOTE_SECONDS = 5.0
NOTES_AFTER = 3
"""Rounds after which a process tells others its time: one that starts just after a jump does not know of it."""
ROW = 1

log = logging.getLogger(__name__)


def steady() -> float:
    """A clock that nobody can set and that goes on while the computer sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class TimeBase:
    """The count of one process."""

    def __init__(self) -> None:
        self._lead: float | None = None
        self._ahead = 0.0
        self._doubt = 0.0
        """By how many seconds its count may be off since a slow look, until a quick one."""
        self._rounds = 0
        self._noted_at = 0.0

    def now(self) -> float:
        """In seconds since 1970, as far as the database's clock was right; the wall's in a process that keeps none."""
        return time.time() if self._lead is None else steady() + self._lead

    def keep(self) -> None:
        """Compares the count with the database's clock, and changes what the site's time is ahead of it after a jump.

        Reads one row, and writes it every few seconds. Raises what the database raises.
        """
        began_at = steady()
        clock, ahead, latest = _read()
        mine, took = self.now(), steady() - began_at
        if took > SLOW_SECONDS and self._lead is not None:
            return
        self._rounds += 1
        off = clock + ahead - mine
        # Others have counted on while this process could not, or have decided already.
        is_behind = self._lead is not None and latest > mine + JUMP_SECONDS
        has_jumped = abs(off) >= JUMP_SECONDS + self._doubt
        is_vague = self._lead is None or (self._doubt > 0 and not has_jumped)
        if is_vague or is_behind or ahead != self._ahead:
            self._adopt(clock + ahead, latest, ahead)
            self._doubt = took if took > SLOW_SECONDS else 0.0
        elif has_jumped:
            self._hold(off)
        elif self._lead is not None:
            self._lead += min(max(off, -MOST_DRIFT_SECONDS), MOST_DRIFT_SECONDS)
        if self._rounds >= NOTES_AFTER and steady() - self._noted_at >= NOTE_SECONDS:
            self._noted_at = steady()
            SiteTime.objects.filter(pk=ROW, latest__lt=self.now()).update(latest=self.now())

    def _adopt(self, site_time: float, latest: float, ahead: float) -> None:
        """A newcomer's: the database's clock may have been set back while nobody counted."""
        self._lead, self._ahead = site_time - steady(), ahead
        if latest - site_time >= JUMP_SECONDS:
            self._lead = latest - steady()
            self._hold(site_time - latest)

    def _hold(self, jumped: float) -> None:
        """Keeps the site's time as it is, though the database's clock has jumped; one process is quicker."""
        log.warning("the database's clock has jumped by %.1f seconds; deadlines stay as they are", jumped)
        changed = SiteTime.objects.filter(pk=ROW, ahead=self._ahead).update(ahead=self._ahead - jumped)
        if changed:
            self._ahead -= jumped


def _read() -> tuple[float, float, float]:
    """The database's clock, how far the site's time is ahead of it, and the latest time that was noted."""
    has_clock = connection.vendor == "postgresql"
    clock = "extract(epoch FROM clock_timestamp())::float8" if has_clock else "NULL"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {clock}, ahead, latest FROM {SiteTime._meta.db_table} WHERE id = {ROW}")  # noqa: S608
        found = cursor.fetchone()
    if found is None:
        SiteTime.objects.bulk_create([SiteTime(pk=ROW)], ignore_conflicts=True)
        return _read()
    # SQLite has the clock of this computer.
    return found[0] if has_clock else time.time(), found[1], found[2]


def ask() -> float:
    """The site's time by the database alone, for a process that keeps none; just after a jump that is not known yet."""
    clock, ahead, _latest = _read()
    return clock + ahead


_base = TimeBase()
now = _base.now
keep = _base.keep


def compare() -> None:
    """As `keep`, but without a database time is counted on."""
    try:
        keep()
    except Error:
        log.debug("the database does not answer: time is counted on without it")
    close_old_connections()


def run(stop: threading.Event) -> None:
    """Keeps the time of this process until `stop` is set."""
    while not stop.wait(KEEP_SECONDS):
        compare()
