from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings

from tabletop import play, timebase
from tabletop.accounts.models import User
from tabletop.engine import Engine, Loaded, UnknownGame
from tabletop.games import get_engine
from tabletop.live.presence import is_present
from tabletop.notify.models import Notice
from tabletop.rules import Seat

REMINDER = "reminder:"
"""Begins the task of a mail that tells that little time is left; its time ends it."""
AGAIN = "again:"
"""Begins the task of a mail that tells of a seat kept at a next table."""
NUDGE = "nudge:"
"""Begins the task of a mail that tells of a nudge."""
PAUSED_SECONDS = 3600.0
"""While a clock stands still, its reminders wait."""


def wants_mail(person: User) -> bool:
    return bool(settings.MAIL_AVAILABLE and person.is_active and person.notify_by_mail and person.email)


def reminder_task(game_slug: str, game_id: UUID, seat: Seat, at: float) -> str:
    """One time of one seat is mailed once."""
    return f"{REMINDER}{game_slug}:{game_id}:{seat}:{at:.0f}"


def people_nudged_by_mail(game_id: UUID, *, since: datetime) -> set[UUID | None]:
    """For whom a mail about a nudge at this table was queued after this time; one statement."""
    # By the index on the time: a game is not indexed.
    notices = Notice.objects.filter(created_at__gt=since, game_id=game_id, task__startswith=NUDGE)
    return set(notices.values_list("recipient", flat=True))


class Wait(NamedTuple):
    """What becomes of a mail that is due: it is sent, or waits for longer, perhaps for another task."""

    seconds: float
    task: str


def wait_for(notice: Notice) -> Wait | None:
    """How long the mail still waits; None if it does not apply any more: the player is there, or is not awaited."""
    if notice.recipient is not None and not wants_mail(notice.recipient):
        return None
    if notice.game_id is None:
        return Wait(0.0, notice.task)
    engine = get_engine(notice.game_slug)
    try:
        loaded = play.read(engine, notice.game_id)
    except UnknownGame:
        return None
    return _wait_at_table(notice, engine, loaded)


def _wait_at_table(notice: Notice, engine: Engine, loaded: Loaded[Any]) -> Wait | None:
    game_id: UUID = loaded.row.pk
    at_once = Wait(0.0, notice.task)
    if notice.seat is None:
        return at_once if _may_sit_down(engine, loaded, notice.recipient_id) else None
    if notice.task.startswith(AGAIN):
        return at_once if str(notice.seat) in loaded.state.series.held else None
    if not _is_awaited(notice, engine, loaded) or is_present(engine, game_id, notice.seat, now=timebase.now()):
        return None
    return _wait_of_reminder(notice, engine.rules, loaded.state) if notice.task.startswith(REMINDER) else at_once


def _may_sit_down(engine: Engine, loaded: Loaded[Any], person: UUID | None) -> bool:
    """A chair is still free, for somebody who has none, and the game is not over."""
    if engine.rules.is_over(loaded.state):
        return False
    return loaded.state.free_chairs > 0 and loaded.seat_of(person=person) is None


def _is_awaited(notice: Notice, engine: Engine, loaded: Loaded[Any]) -> bool:
    assert notice.seat is not None  # noqa: S101 - asked before
    sitter = loaded.sitters.get(notice.seat)
    is_theirs = sitter is not None and sitter.person == notice.recipient_id
    return is_theirs and notice.seat in engine.rules.players_to_act(loaded.state)


def _wait_of_reminder(notice: Notice, rules: Any, state: Any) -> Wait | None:
    """It may have been written for an earlier turn, or before the clock was stopped: it is about the present one."""
    place = rules.place(state, notice.seat)
    if place is None or state.seats[place].bot_level is not None:
        return None
    at = rules.plug.remind_at(state, place)
    if at is None:
        return Wait(PAUSED_SECONDS, notice.task)
    assert notice.game_id is not None and notice.seat is not None  # noqa: S101, PT018 - asked before
    return Wait(at - timebase.now(), reminder_task(notice.game_slug, notice.game_id, notice.seat, at))
