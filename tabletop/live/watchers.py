"""Who looks on at a table: a person is counted once, while any process has an open page of theirs without a seat.

A page that leaves is not told of at once: the process deletes its row with a heartbeat, after GRACE_SECONDS, so that a
reload does not show. The last page of a process takes the heartbeat along and is told of at once. A killed process
leaves rows behind; they go stale and count no more, and the clock deletes them.
"""

from collections.abc import Collection, Set
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tabletop.admission import WatchRoomFull
from tabletop.live.announce import is_watched
from tabletop.live.presence import GRACE_SECONDS, STALE_SECONDS
from tabletop.models import Watcher

MOST_WATCHERS = 50
"""At one table, until the game is over: every move is sent to each of them before the players' next one."""

known_counts: dict[str, int] = {}
"""How many look on at the tables that sockets of this process show, by topic, as it was read last."""


class Onlooker(NamedTuple):
    slug: str
    game_id: UUID
    person: UUID

    @property
    def topic(self) -> str:
        return f"{self.slug}:{self.game_id}"


class WatchRoom(NamedTuple):
    """The watchers of a table as one person finds them."""

    others: int
    is_inside: bool
    """Whether the person is counted among the watchers."""

    @property
    def has_place(self) -> bool:
        """Rules 3.7: at most 50 people look on, and who looks on already may always come back."""
        return self.is_inside or self.others < MOST_WATCHERS


def look_in(who: Onlooker, *, now: float) -> WatchRoom:
    """One statement."""
    is_own = Q(person=who.person)
    rows = _fresh(now).filter(game_slug=who.slug, game_id=who.game_id)
    found = rows.aggregate(others=Count("person", distinct=True, filter=~is_own), own=Count("pk", filter=is_own))
    return WatchRoom(others=found["others"], is_inside=found["own"] > 0)


def enter(who: Onlooker, *, process: UUID, now: float, is_limited: bool) -> None:
    """Counts the person from now on; raises WatchRoomFull, and then nothing has changed.

    Checked before the row is written, so that nobody is counted who is refused, and for a newcomer again afterwards:
    of two who come to the last place at once none is one too many.
    """
    room = look_in(who, now=now) if is_limited else None
    if room is not None and not room.has_place:
        raise WatchRoomFull
    row = Watcher(game_slug=who.slug, game_id=who.game_id, person_id=who.person, process=process, seen_at=now)
    Watcher.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["game_slug", "game_id", "person", "process"],
        update_fields=["seen_at"],
    )
    if room is not None and not room.is_inside and look_in(who, now=now).others >= MOST_WATCHERS:
        _rows_of(who, process=process).delete()
        raise WatchRoomFull


def count_at(topics: Collection[tuple[str, UUID]], *, now: float) -> dict[str, int]:
    """How many look on at each of these tables, (slug, game id), by topic; one statement."""
    counts = {f"{slug}:{game_id}": 0 for slug, game_id in topics}
    if not topics:
        return counts
    rows = _fresh(now).filter(game_id__in={game_id for _slug, game_id in topics})
    for slug, game_id, count in rows.values_list("game_slug", "game_id").annotate(Count("person", distinct=True)):
        counts[f"{slug}:{game_id}"] = count
    return counts


def people_at(slug: str, game_id: UUID, *, now: float) -> dict[UUID, str]:
    """Who looks on at a table, in the order in which they came, with their names; one statement."""
    rows = _fresh(now).filter(game_slug=slug, game_id=game_id).order_by("pk")
    return dict(rows.values_list("person", "person__display_name"))


def reconcile(here: Set[Onlooker], *, entering: Set[Onlooker], process: UUID, now: float) -> None:
    """Makes the rows of a process agree with the pages that are open there, or were a moment ago.

    The rows of those who are `entering` are left to `enter`.
    """
    own = Watcher.objects.filter(process=process)
    rows = {Onlooker(*row) for row in own.values_list("game_slug", "game_id", "person")}
    for gone in rows - here - entering:
        # Not the row of somebody who has come since `here` was looked up.
        _rows_of(gone, process=process).filter(seen_at__lt=now).delete()
    own.update(seen_at=now)
    for lost in here - rows:
        enter(lost, process=process, now=now, is_limited=False)


def sweep(*, now: float) -> None:
    """Deletes what killed processes and pages that stopped asking have left."""
    Watcher.objects.filter(seen_at__lt=now - STALE_SECONDS).delete()


def keep_count(topic: str, count: int) -> None:
    """For pages of this process; the last socket may have left during the read."""
    if is_watched(topic):
        known_counts[topic] = count


def is_past_grace(seen_at: float, *, now: float) -> bool:
    """Whether a page that was open then, and no more, has left."""
    return now - seen_at > GRACE_SECONDS


def sentence_when_full() -> str:
    return _("%(count)s people watch this game already, and there is no room for more.") % {"count": MOST_WATCHERS}


def render_watching(count: int, language: str) -> str:
    """The count as a swap of htmx, in the active language, which is `language`."""
    return _rendered(count, language)


@lru_cache(maxsize=256)
def _rendered(count: int, _language: str) -> str:
    return render_to_string("live/_watching.html", {"watching": count, "swap": True})


def _fresh(now: float) -> QuerySet[Watcher]:
    return Watcher.objects.filter(seen_at__gte=now - STALE_SECONDS)


def _rows_of(who: Onlooker, *, process: UUID) -> QuerySet[Watcher]:
    return Watcher.objects.filter(game_slug=who.slug, game_id=who.game_id, person=who.person, process=process)
