"""What can be read of the tables of every game."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber
from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tabletop.bidi import isolated
from tabletop.engine import Engine, Loaded, distinct_names
from tabletop.games import TableKind, TableSummary, table_url
from tabletop.models import ChairWish, GameRow
from tabletop.rules import Json, Seat
from tabletop.shuffle import commitment
from tabletop.tables.models import TableRow
from tabletop.tables.reading import series_of
from tabletop.tables.seats import Seats
from tabletop.tables.turn_times import turn_time

LISTED_TABLES = 20
WATCHED_FOR = timedelta(days=2)
"""After its last move a game is still listed among those that everybody may watch."""


def public_facts(row: GameRow, *, is_over: bool) -> Json:
    """What only the row of a table knows and everybody may know."""
    assert isinstance(row, TableRow)  # noqa: S101 - the store of a game with tables loaded it
    seed = bytes(row.shuffle_seed)
    return {
        "gameId": str(row.pk),
        "roomCode": row.room_code,
        "version": row.version,
        "joinUrl": join_url(row.room_code),
        # The seed is fixed before anybody sits down; its fingerprint is public, the seed itself when the game is over.
        "shuffleFingerprint": commitment(seed),
        "shuffleSeed": seed.hex() if is_over else None,
        "rematchGameId": None if row.rematch_id is None else str(row.rematch_id),
    }


def join_path(loaded: Loaded[Any]) -> str:
    """Of the page that invites to a table."""
    row: Any = loaded.row
    return reverse("invitation", args=[row.room_code])


@lru_cache(maxsize=1024)
def join_url(code: str) -> str:
    """The link that people share."""
    return settings.SITE_URL + reverse("invitation", args=[code])


def visible_events(events: Iterable[Json], seat: Seat | None) -> list[Json]:
    """Of the events of a receipt or of the log those this seat may know of."""
    return [
        {name: value for name, value in event.items() if name != "audience"}
        for event in events
        if event["audience"] is None or seat in event["audience"]
    ]


def offers_seat() -> Q:
    """Of a running table: a person from outside may take a seat.

    With its quotes the word stands in the column exactly while a seat is offered: as the key of `Waits`. Every other
    key, the seat ids and the names of events there, such as `"seat_offered"`, are other words.
    """
    return Q(started_at__isnull=False, completed_at=None, waits__contains='"offered"')


def with_room(tables: QuerySet[Any], seats: Seats) -> QuerySet[Any]:
    """Of these tables those that wait and are not full, and games that offer a seat; each with its number `seated`.

    All room of a waiting table may be kept for somebody.
    """
    sitting = seats.rows(**{seats.game: OuterRef("pk")}).order_by().values(seats.game)
    seated = Subquery(sitting.annotate(number=Count("pk")).values("number"))
    is_waiting = Q(seated__lt=F("max_players"), started_at=None, completed_at=None)
    return tables.filter(abandoned=False).annotate(seated=seated).filter(is_waiting | offers_seat())


def wishes_with_room(slug: str, seats: Seats) -> QuerySet[ChairWish]:
    """Wishes for a chair of a table that may have one now, each with the last change of its table, `changed_at`."""
    # Read by the table's key for each wish: nothing else of the tables is looked through.
    table = with_room(seats.tables.filter(pk=OuterRef("game_id")), seats)
    wishes = ChairWish.objects.filter(game_slug=slug)
    return wishes.annotate(changed_at=Subquery(table.values("updated_at"))).filter(changed_at__isnull=False)


def tables_with_a_free_seat(
    waiting: QuerySet[Any], *, game: str, seats: Seats, title: Callable[[Any], str]
) -> Iterator[TableSummary]:
    """Of the tables that are `waiting` for players the newest of each host, then the second ones, and so on.

    Games that run and offer a seat are among them: see `offers_seat`. A chair that is kept for somebody is not free.
    """
    open_tables = with_room(waiting, seats).annotate(host_person=seats.host_of())
    place = Window(RowNumber(), partition_by=F("host_person"), order_by="-created_at")
    for row in open_tables.annotate(place_of_host=place).order_by("place_of_host", "-created_at")[:LISTED_TABLES]:
        held = 0 if row.started_at is not None else len(series_of(row).held)
        free = row.max_players - row.seated - held
        if held and free <= 0:
            continue
        note = ngettext("%(count)d free seat.", "%(count)d free seats.", free) % {"count": free}
        if row.started_at is not None:
            note = _("The game is on. Somebody has given up a seat.")
        elif row.turn_clock is not None:
            note = _("%(free)s %(time)s.") % {"free": note, "time": turn_time(row.turn_clock)}
        yield TableSummary(
            game=game,
            title=isolated(title(row)),
            note=note,
            url=table_url(game, row.pk),
            join_url=reverse(f"{game}:join", args=[row.pk]),
            since=row.created_at,
            host=row.host_person,
        )


def tables_to_watch(engine: Engine, seats: Seats) -> Iterator[TableSummary]:
    """Games that are on and that everybody may watch, called by who plays; the last begun first. One statement."""
    lately = timezone.now() - WATCHED_FOR
    games: Any = engine.store.games
    on = games.objects.filter(
        watching="everybody", abandoned=False, started_at__isnull=False, completed_at=None, updated_at__gt=lately
    )
    playing = seats.rows(**{f"{seats.game}__in": on.order_by("-started_at").values("pk")[:LISTED_TABLES]})
    columns = (seats.game, f"{seats.game}__started_at", "pk", "display_name", "user")
    rows = playing.order_by(f"-{seats.game}__started_at", seats.game, seats.place_column).values_list(*columns)
    for (game_id, since), sitting in groupby(rows, key=itemgetter(0, 1)):
        people = [(str(seat), name, person) for _game, _since, seat, name, person in sitting]
        names = distinct_names({seat: name for seat, name, _person in people})
        yield TableSummary(
            game=engine.slug,
            title=get_text_list([isolated(name) for name in names.values()], _("and")),
            note=_("The game is on."),
            url=table_url(engine.slug, game_id),
            kind=TableKind.WATCHED,
            since=since,
            host=next((person for _seat, _name, person in people if person), None),
        )


def exported(loaded: Loaded[Any], *, is_over: bool, own: Json) -> Json:
    """Everything about a table, for staff: facts, log and `own`, which only this game has; no tokens or accounts.

    The seed, which tells what chance will bring, comes with the end of the game.
    """
    return _facts(loaded) | {
        "shuffleSeed": bytes(loaded.row.shuffle_seed).hex() if is_over else None,
        **own,
        "log": _log(loaded),
    }


def exported_publicly(engine: Engine, game_id: UUID) -> Json:
    """What everybody may know of a table whose game goes on: of the log, what was done and what all heard of it."""
    loaded = engine.store.load(game_id)
    log = [
        entry | {"payload": {"type": entry["payload"].get("type")}, "events": visible_events(entry["events"], None)}
        for entry in _log(loaded)
    ]
    view = engine.rules.view(loaded.state, None, now=float("-inf"))
    return _facts(loaded) | {"shuffleSeed": None, "view": view, "log": log}


def _facts(loaded: Loaded[Any]) -> Json:
    row: Any = loaded.row
    return {
        "gameId": str(row.pk),
        "roomCode": row.room_code,
        "version": row.version,
        "createdAt": row.created_at.isoformat(),
        "names": loaded.names,
    }


def _log(loaded: Loaded[Any]) -> list[Json]:
    row: Any = loaded.row
    log = row.actions.order_by("seq").values("seq", "actor", "payload", "events", "at", "engine_version")
    return [entry | {"time": datetime.fromtimestamp(entry["at"], tz=UTC).isoformat()} for entry in log]
