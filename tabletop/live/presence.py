"""Who is at the table: a seat is present while any process has an open socket for it.

A reload closes one socket and opens another, so a seat is away only after GRACE_SECONDS without a socket. A killed
process leaves rows behind; they go stale, and the clock deletes them.
"""

import logging
from uuid import UUID

import msgspec
from django.db.models import QuerySet

from tabletop import play
from tabletop.engine import Engine, Move
from tabletop.games import get_engine
from tabletop.models import Deadline, Presence
from tabletop.rules import Json, RuleViolation, Seat

GRACE_SECONDS = 3.0
STALE_SECONDS = 15.0
AWAY = "away:"
"""Prefix of the deadline tasks that check an absence; the encoded seat follows."""
ARRIVED: Json = {"type": "arrived"}
LEFT: Json = {"type": "left"}
POLLING = UUID(int=0)
"""The process id of all pages without a socket."""

log = logging.getLogger(__name__)


def arrive(engine: Engine, game_id: UUID, seat: Seat, *, process: UUID, now: float) -> None:
    """Records a seat's first socket in this process, cancels its absence check and tells the rules.

    Locks the game row and announces like `play.submit` where the game follows presence. Raises UnknownGame; an action
    that the rules refuse is only logged.
    """
    Presence.objects.bulk_create(
        [Presence(game_slug=engine.slug, game_id=game_id, seat=encode_seat(seat), process=process, seen_at=now)],
        update_conflicts=True,
        unique_fields=["game_slug", "game_id", "seat", "process"],
        update_fields=["seen_at"],
    )
    if engine.follows_presence:
        Deadline.objects.filter(game_slug=engine.slug, game_id=game_id, task=AWAY + encode_seat(seat)).delete()
    _apply(engine, game_id, seat, ARRIVED, present=True, now=now)


def leave(engine: Engine, game_id: UUID, seat: Seat, *, process: UUID, now: float) -> None:
    """Deletes the row of a seat's last socket in this process and schedules an absence check.

    Locks and announces nothing: the seat counts as present until the check.
    """
    _rows(engine, game_id, encode_seat(seat)).filter(process=process).delete()
    _schedule_absence_check(engine, game_id, encode_seat(seat), now=now)


def record_poll(engine: Engine, game_id: UUID, seat: Seat, *, now: float) -> None:
    """Keeps a seat present while its page polls instead of using a socket; its first poll is like `arrive`."""
    if not _rows(engine, game_id, encode_seat(seat)).filter(process=POLLING).update(seen_at=now):
        arrive(engine, game_id, seat, process=POLLING, now=now)


def reconcile(connected: set[tuple[str, UUID, Seat]], *, process: UUID, now: float) -> None:
    """Makes the rows of a process agree with its sockets: (slug, game id, seat) of each.

    Locks, raises and announces like `arrive` and `leave`, seat by seat.
    """
    Presence.objects.filter(process=process).update(seen_at=now)
    rows = {(row.game_slug, row.game_id, decode_seat(row.seat)) for row in Presence.objects.filter(process=process)}
    for slug, game_id, seat in rows - connected:
        leave(get_engine(slug), game_id, seat, process=process, now=now)
    for slug, game_id, seat in connected - rows:
        arrive(get_engine(slug), game_id, seat, process=process, now=now)


def sweep(*, now: float) -> None:
    """Deletes the rows of killed processes and of pages that stopped polling, and schedules absence checks.

    Locks and announces nothing; of several processes only the one that deletes a row schedules its check.
    """
    stale = Presence.objects.filter(seen_at__lt=now - STALE_SECONDS)
    for row in list(stale):
        if stale.filter(pk=row.pk).delete()[0]:
            _schedule_absence_check(get_engine(row.game_slug), row.game_id, row.seat, now=now)


def confirm_absence(engine: Engine, deadline: Deadline, *, now: float) -> None:
    """Applies `left` if the seat is still empty at the end of its grace period, and deletes the deadline.

    Locks, raises and announces like `arrive`.
    """
    seat = decode_seat(deadline.task.removeprefix(AWAY))
    _apply(engine, deadline.game_id, seat, LEFT, present=False, now=now)
    deadline.remove_unless_moved()


def is_present(engine: Engine, game_id: UUID, seat: Seat, *, now: float) -> bool:
    """Whether any process has seen a socket of this seat lately."""
    return _rows(engine, game_id, encode_seat(seat)).filter(seen_at__gte=now - STALE_SECONDS).exists()


def encode_seat(seat: Seat) -> str:
    return msgspec.json.encode(seat).decode()


def decode_seat(text: str) -> Seat:
    return msgspec.json.decode(text, type=int | str)


def _apply(engine: Engine, game_id: UUID, seat: Seat, action: Json, *, present: bool, now: float) -> None:
    """Makes the action if the seat is still `present`, or still absent.

    Locks and announces like `play.submit`. Raises UnknownGame; an action that the rules refuse is only logged.
    """
    if not engine.follows_presence:
        return

    def is_still_true() -> bool:
        # Checked under the game's lock: of a simultaneous arrival and absence the later one wins.
        return is_present(engine, game_id, seat, now=now) is present

    try:
        play.submit(engine, game_id, Move(seat=seat, action=action, only_if=is_still_true), now=now)
    except RuleViolation as refusal:
        # Not retried: a finished game may refuse it for good.
        log.info("the rules do not take %s of seat %s: %s", action, seat, refusal)


def _rows(engine: Engine, game_id: UUID, seat: str) -> QuerySet[Presence]:
    return Presence.objects.filter(game_slug=engine.slug, game_id=game_id, seat=seat)


def _schedule_absence_check(engine: Engine, game_id: UUID, seat: str, *, now: float) -> None:
    """Writes the deadline after which a seat without a socket counts as away; locks and announces nothing."""
    if engine.follows_presence and not _rows(engine, game_id, seat).exists():
        Deadline.set(game_slug=engine.slug, game_id=game_id, task=AWAY + seat, due_at=now + GRACE_SECONDS)
