"""Tidying up, once a day or by `manage.py tidy`: what nobody needs any more goes. Finished games stay.

Deserted waiting tables go sooner, for they keep their hosts from opening others.

Rows go in batches with a commit each, so that no lock is held for long, and a move waits for one batch at most.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any
from uuid import UUID

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import close_old_connections, connection, transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils import timezone

from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.database import take_time
from tabletop.engine import UnknownGame
from tabletop.games import all_games
from tabletop.models import ChairWish, DailyRun, HeldSeat, Presence, Removal
from tabletop.notify.models import Notice
from tabletop.tables.entrance import old_entry_keys
from tabletop.tables.finished_tables import lock_finished
from tabletop.tables.services import TableServices
from tabletop.talk.models import Remark

BATCH = 500
PAUSE_SECONDS = 0.1
"""After each batch, for those who wait to write."""
POLL_SECONDS = 60.0
FIRST_AFTER_SECONDS = 900.0
"""After the start of a process: people whose pages an outage or a restore has cut off come back to their tables."""
DAY_SECONDS = 24 * 3600.0
WISHES_STAY = 30 * DAY_SECONDS
DESERTED_EVERY_SECONDS = 300.0
TIDY, DESERTED = "tidy", "deserted"

EMPTY_GUESTS_STAY = timedelta(days=30)
# Rules 4.1 of the table.
DESERTED_TABLES_STAY = timedelta(minutes=30)
DESERTED_SLOW_TABLES_STAY = timedelta(days=14)
SENT_MAILS_STAY = timedelta(days=30)
OTHER_MAILS_STAY = timedelta(days=90)
"""Lost ones and those that were given up."""
SIGNED_OUT_DEVICES_STAY = timedelta(days=1)
NOBODYS_APPS = frozenset(
    {"accounts", "admin", "auth", "notify", "talk", "account", "mfa", "usersessions", "socialaccount"}
)
"""Apps whose rows about a guest are no reason to keep the guest."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Chore:
    name: str
    """In the plural, as the command says it."""
    count: Callable[[], int]
    """How many there are to go now."""
    take: Callable[[], int]
    """Takes a batch away, with its own commits; returns how many went, 0 when there is nothing left to do."""


def chores() -> Iterator[Chore]:
    """Tables first: guests who only sat there may go too."""
    yield from deserted_tables()
    yield _rows("guests without anything", empty_guests)
    yield _rows("expired sessions", lambda: Session.objects.filter(expire_date__lt=timezone.now()))
    yield _rows("devices that are signed out", signed_out_devices)
    yield _rows("old mails", old_mails)
    yield _rows("people who may sit down again", lambda: Removal.objects.filter(until__lt=timebase.now()))
    yield _rows("seats that were kept", lambda: HeldSeat.objects.filter(until__lt=timebase.now() - DAY_SECONDS))
    yield _rows("old wishes for a chair", lambda: ChairWish.objects.filter(asked_at__lt=timebase.now() - WISHES_STAY))
    yield _rows("old quick words", old_quick_words)
    yield _rows("old keys of requests", lambda: old_entry_keys(now=time.time()))


def deserted_tables() -> Iterator[Chore]:
    for game in all_games():
        if game.tables is not None:
            yield _deserted_tables(game.slug, game.tables)


def tidy_up(
    *,
    tell: Callable[[str, int], None],
    pause: Callable[[], bool] = lambda: False,
    find: Callable[[], Iterator[Chore]] = chores,
) -> None:
    """Does all chores, or those until `pause` says that it is enough; tells of each how many went.

    Locks at most BATCH rows at a time.
    """
    for chore in find():
        gone, is_enough = 0, False
        while not is_enough and (batch := chore.take()):
            gone += batch
            is_enough = pause()
        tell(chore.name, gone)
        if is_enough:
            return


# --- rows that go by themselves ---------------------------------------------------------------------------------------


def _rows(name: str, find: Callable[[], QuerySet[Any]]) -> Chore:
    def take() -> int:
        with transaction.atomic():
            found = find().order_by()
            if connection.features.has_select_for_update_skip_locked:
                found = found.select_for_update(skip_locked=True, of=("self",))
            locked = [row.pk for row in found.only("pk")[:BATCH]]
            # Asked again under the lock: a guest may just have sat down.
            going = list(find().filter(pk__in=locked).values_list("pk", flat=True))
            find().model._default_manager.filter(pk__in=going).delete()
        return len(going)

    return Chore(name=name, count=lambda: find().count(), take=take)


def empty_guests() -> QuerySet[User]:
    """Guests who came long ago and have no seat, no deck and nothing else; those whom staff have locked out stay."""
    before = timezone.now() - EMPTY_GUESTS_STAY
    guests = User.objects.filter(is_guest=True, is_staff=False, date_joined__lt=before)
    guests = guests.filter(Q(last_login__isnull=True) | Q(last_login__lt=before))
    guests = guests.filter(Q(is_active=True) | Q(deleted_at__isnull=False))
    for model, column in _belongings():
        guests = guests.filter(~Exists(model._default_manager.filter(**{column: OuterRef("pk")})))
    return guests


def _belongings() -> Iterator[tuple[type[Model], str]]:
    """Every model with rows of a person, and the column that names the person: a new game is heeded by itself."""
    for relation in User._meta.get_fields(include_hidden=True):
        if relation.auto_created and not relation.concrete:
            model: Any = relation.related_model
            if model._meta.app_label not in NOBODYS_APPS and not model._meta.auto_created:
                yield model, relation.field.name  # type: ignore[union-attr] # a relation of another model


def signed_out_devices() -> QuerySet[UserSession]:
    """Those whose session is gone or has run out; one that is just signing in may not have stored it yet."""
    now = timezone.now()
    sessions = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gte=now)
    return UserSession.objects.filter(~Exists(sessions), last_seen_at__lt=now - SIGNED_OUT_DEVICES_STAY)


def old_mails() -> QuerySet[Notice]:
    now = timezone.now()
    sent = Q(sent_at__lt=now - SENT_MAILS_STAY)
    return Notice.objects.filter(sent | Q(sent_at__isnull=True, created_at__lt=now - OTHER_MAILS_STAY))


def old_quick_words() -> QuerySet[Remark]:
    """They were shown for a moment; texts stay with their table."""
    return Remark.objects.filter(at__lt=timebase.now() - DAY_SECONDS).exclude(word="")


# --- waiting tables ---------------------------------------------------------------------------------------------------


def _deserted_tables(slug: str, services: TableServices) -> Chore:
    def count() -> int:
        return sum(_is_deserted(services, game_id) for game_id in _waiting(services))

    def take() -> int:
        closed = (game_id for game_id in _waiting(services) if close_if_deserted(services, game_id))
        return sum(1 for _game_id in islice(closed, BATCH))

    return Chore(name=f"deserted tables of {slug}", count=count, take=take)


def _surely_now() -> datetime:
    """The earliest that it can be: rows carry the wall's time, and after a jump of that the site's is another.

    A table that was changed before the wall's clock was set forwards, or after it was set back, looks older than it is.
    """
    return datetime.fromtimestamp(min(time.time(), timebase.now(), timebase.ask()), tz=UTC)


def _waiting(services: TableServices) -> list[UUID]:
    """Tables that wait for players and have not changed for a while, the oldest first."""
    games: Any = services.engine.store.games
    before = _surely_now() - DESERTED_TABLES_STAY
    waiting = games._default_manager.filter(started_at=None, completed_at=None, abandoned=False, updated_at__lt=before)
    return list(waiting.order_by("updated_at").values_list("pk", flat=True))


def close_if_deserted(services: TableServices, game_id: UUID) -> bool:
    """Closes a waiting table at which nobody has been for long, as it is closed when the last person leaves.

    Locks and announces like `remove_table`, in a transaction of its own.
    """
    with transaction.atomic():
        lock_finished(services.engine, game_id)
        if not _is_deserted(services, game_id, for_update=True):
            return False
        services.remove_table(game_id=game_id)
    return True


def _is_deserted(services: TableServices, game_id: UUID, *, for_update: bool = False) -> bool:
    slug = services.engine.slug
    if Presence.objects.filter(game_slug=slug, game_id=game_id).exists():
        return False
    try:
        loaded = services.engine.store.load(game_id, for_update=for_update)
    except UnknownGame:
        return False
    stay = DESERTED_TABLES_STAY
    if services.rules.plug.takes_days(loaded.state.settings):
        stay = DESERTED_SLOW_TABLES_STAY
    is_waiting = loaded.state.game is None and not loaded.state.abandoned
    return is_waiting and loaded.row.updated_at < _surely_now() - stay


# --- in their time ----------------------------------------------------------------------------------------------------


def is_due(*, now: float) -> bool:
    """Whether nobody has tidied up today."""
    return _is_due(TIDY, now=now, every=DAY_SECONDS)


def claim_day(*, now: float) -> bool:
    """Whether this process tidies up today: one of all that ask, and again a day later."""
    return _claim(TIDY, now=now, every=DAY_SECONDS)


def claim_deserted(*, now: float) -> bool:
    """Whether this process closes deserted tables now: one of all that ask, and again some minutes later."""
    return _claim(DESERTED, now=now, every=DESERTED_EVERY_SECONDS)


def _is_due(name: str, *, now: float, every: float) -> bool:
    return not DailyRun.objects.filter(name=name, at__gt=now - every).exists()


def _claim(name: str, *, now: float, every: float) -> bool:
    if not _is_due(name, now=now, every=every):
        return False
    DailyRun.objects.bulk_create([DailyRun(name=name, at=0.0)], ignore_conflicts=True)
    return DailyRun.objects.filter(name=name, at__lte=now - every).update(at=now) == 1


def run(stop: threading.Event) -> None:
    """Tidies up once a day until `stop` is set, and closes deserted tables every few minutes.

    What fails is logged, and tried again the next time.
    """
    take_time()
    begins_at = time.monotonic() + FIRST_AFTER_SECONDS
    while not stop.is_set():
        try:
            now, has_begun = timebase.now(), time.monotonic() >= begins_at
            if is_due(now=now) and has_begun and claim_day(now=now):
                tidy_up(tell=_log, pause=lambda: stop.wait(PAUSE_SECONDS))
            if has_begun and claim_deserted(now=now):
                tidy_up(tell=_log, pause=lambda: stop.wait(PAUSE_SECONDS), find=deserted_tables)
        except Exception:
            log.exception("tidying up failed")
        close_old_connections()
        stop.wait(POLL_SECONDS)


def _log(name: str, gone: int) -> None:
    if gone:
        log.info("%s removed: %s", name, gone)
