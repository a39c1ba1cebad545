"""Fires deadlines without a request, in any number of processes at once.

A clock leases the deadlines that are due and applies them through the write path, which sets the next deadline in the
same transaction; stale deadlines are deleted here. After a crash the lease expires and another clock takes over. Firing
twice is harmless: settling a game in which nothing is due changes nothing.
"""

import logging
import threading
import time
import uuid

from django.db import close_old_connections, connection, transaction

from tabletop import play, timebase
from tabletop.engine import Engine, UnknownGame
from tabletop.games import get_engine
from tabletop.live import presence, watchers
from tabletop.models import ClockBeat, Deadline

POLL_SECONDS = 0.2
LEASE_SECONDS = 30.0
BEAT_SECONDS = 5.0
FAILURE_SECONDS = 1.0
"""The pause after a failed round."""
BATCH = 20

log = logging.getLogger(__name__)


def claim_due(*, now: float) -> list[Deadline]:
    """Leases up to BATCH deadlines. Locks their rows, skipping those that another clock has locked."""
    due = Deadline.objects.filter(due_at__lte=now, leased_until__lte=now).order_by("due_at")
    # Checked without a transaction first: an idle clock must not take SQLite's write lock five times a second.
    if not due.exists():
        return []
    with transaction.atomic():
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        claimed = list(due[:BATCH])
        Deadline.objects.filter(pk__in=[deadline.pk for deadline in claimed]).update(leased_until=now + LEASE_SECONDS)
    return claimed


def fire(deadline: Deadline, *, now: float) -> None:
    """Settles the game or confirms an absence; deletes the deadline of a game that no longer exists.

    Locks the game row and announces like `play.settle` and `presence.confirm_absence`. A game that does not exist
    raises nothing.
    """
    engine = get_engine(deadline.game_slug)
    try:
        if deadline.task == play.SETTLE["type"]:
            _settle(engine, deadline, now=now)
        else:
            presence.confirm_absence(engine, deadline, now=now)
    except UnknownGame:
        deadline.delete()


def _settle(engine: Engine, deadline: Deadline, *, now: float) -> None:
    """Deletes or moves a deadline that turned out stale; locks, raises and announces like `play.settle`."""
    receipt = play.settle(engine, deadline.game_id, now=now)
    due = engine.rules.next_deadline(receipt.state)
    if due is None:
        deadline.remove_unless_moved()
    elif due > now and not receipt.changed:
        deadline.move_unless_moved(due_at=due)


def tick(*, now: float) -> int:
    """Fires what is due now and returns the number of deadlines; a failed one is retried after its lease."""
    claimed = claim_due(now=now)
    for deadline in claimed:
        try:
            fire(deadline, now=now)
        except Exception:
            log.exception("a deadline failed and is retried when its lease expires")
    return len(claimed)


def run(stop: threading.Event) -> None:
    """Beats and ticks until `stop` is set; a failed round is logged, and the next one begins after a pause."""
    process = uuid.uuid4()
    next_beat = time.monotonic()
    while not stop.is_set():
        try:
            if time.monotonic() >= next_beat:
                beat(process, now=timebase.now())
                next_beat = time.monotonic() + BEAT_SECONDS
            pause = POLL_SECONDS if tick(now=timebase.now()) < BATCH else 0.0
        except Exception:
            # The database may be restarting.
            log.exception("a round of the clock failed")
            pause = FAILURE_SECONDS
        close_old_connections()
        if pause:
            stop.wait(pause)
    ClockBeat.objects.filter(process=process).delete()


def beat(process: uuid.UUID, *, now: float) -> None:
    """Records that this clock runs, and deletes old beats and stale presence; locks and announces nothing."""
    ClockBeat.objects.update_or_create(process=process, defaults={"at": now})
    ClockBeat.objects.filter(at__lt=now - 100 * BEAT_SECONDS).delete()
    presence.sweep(now=now)
    watchers.sweep(now=now)


def is_running(*, now: float) -> bool:
    return ClockBeat.objects.filter(at__gte=now - 3 * BEAT_SECONDS).exists()
