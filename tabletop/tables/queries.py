"""What can be read of the tables of every game."""

from collections import defaultdict, namedtuple
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Count, F, Max, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tabletop.accounts.models import User
from tabletop.composed import ComposedQuery
from tabletop.engine import Engine, Loaded, distinct_names
from tabletop.games import TableSummary, table_url
from tabletop.models import GameRow
from tabletop.rules import Json, Seat
from tabletop.shuffle import commitment
from tabletop.tables.models import TableRow
from tabletop.tables.seats import Seats

LISTED_TABLES = 20


def public_facts(row: GameRow, *, is_over: bool) -> Json:
    """What only the row of a table knows and everybody may know."""
    assert isinstance(row, TableRow)  # noqa: S101 - the store of a game with tables loaded it
    seed = bytes(row.shuffle_seed)
    return {
        "gameId": str(row.pk),
        "roomCode": row.room_code,
        "version": row.version,
        "joinUrl": _join_url(row.room_code),
        # The seed is fixed before anybody sits down; its fingerprint is public, the seed itself when the game is over.
        "shuffleFingerprint": commitment(seed),
        "shuffleSeed": seed.hex() if is_over else None,
        "rematchGameId": None if row.rematch_id is None else str(row.rematch_id),
    }


def game_with_code(engine: Engine, code: str) -> UUID | None:
    games: Any = engine.store.games
    found: UUID | None = games.objects.filter(room_code=code).values_list("pk", flat=True).first()
    return found


def table_address(engine: Engine, code: str) -> str | None:
    """The address of the table with this code, if the game has it."""
    game_id = game_with_code(engine, code)
    return None if game_id is None else table_url(engine.slug, game_id)


@lru_cache(maxsize=1024)
def _join_url(code: str) -> str:
    return settings.SITE_URL + reverse("lobby:by_code", args=[code])


def visible_events(events: Iterable[Json], seat: Seat | None) -> list[Json]:
    """Of the events of a receipt or of the log those this seat may know of."""
    return [
        {name: value for name, value in event.items() if name != "audience"}
        for event in events
        if event["audience"] is None or seat in event["audience"]
    ]


class OwnTables:
    """The tables of a person, each called by the others who sit there, or by its code while nobody does.

    `own` are the seats of the person with this id, in the order of the list. Both functions are given a seat with these
    `columns`, named as the ORM names them; `note` also whether it is the person's turn.
    """

    def __init__(
        self,
        *,
        game: str,
        seats: Seats,
        own: Callable[[UUID], QuerySet[Any]],
        columns: tuple[str, ...],
        is_awaited: Callable[[Any], bool],
        note: Callable[[Any, bool], str],
    ) -> None:
        self.game, self.is_awaited, self.note = game, is_awaited, note
        columns = ("pk", *(f"{seats.game}__{column}" for column in ("pk", "room_code", "updated_at")), *columns)
        self.seat = namedtuple("Seat", columns)  # type: ignore[misc]  # the columns are the game's
        self.own = ComposedQuery(lambda person: own(person).values_list(*columns)[:LISTED_TABLES])

        def at_own_tables(person: UUID) -> QuerySet[Any, tuple[Any, ...]]:
            tables = own(person).values(seats.game)[:LISTED_TABLES]
            sitting = seats.players._default_manager.filter(**{f"{seats.game}__in": tables})
            return sitting.order_by(seats.place_column).values_list(seats.game, "pk", "display_name")

        self.sitting = ComposedQuery(at_own_tables)
        self.seats = seats

    def marks(self, people: Collection[UUID]) -> dict[UUID, str]:
        """For each of these people who sits at a running table what changes with every change of their tables.

        One statement. A change makes its table the last changed one; who leaves or sees the end has one table less.
        """
        table = self.seats.game
        running = self.seats.players._default_manager.filter(user__in=people, **{f"{table}__completed_at": None})
        marks = running.values_list("user").annotate(Count("pk"), Max(f"{table}__updated_at"))
        return {person: f"{count} {changed_at.timestamp()}" for person, count, changed_at in marks}

    def __call__(self, person: User) -> Iterator[TableSummary]:
        """Two statements, or one for a person without tables."""
        own = self.own.rows(person.pk)
        sitting = defaultdict[UUID, dict[str, str]](dict)
        for table, seat, name in self.sitting.rows(person.pk) if own else ():
            sitting[table][str(seat)] = name
        for row in own:
            pk, table, code, changed_at, *_columns = row
            seat = self.seat(*row)
            your_turn = self.is_awaited(seat)
            others = [name for other, name in distinct_names(sitting[table]).items() if other != str(pk)]
            yield TableSummary(
                game=self.game,
                title=", ".join(others) or _("Table %(code)s") % {"code": code},
                note=self.note(seat, your_turn),
                url=table_url(self.game, table),
                your_turn=your_turn,
                since=changed_at,
            )


def tables_with_a_free_seat(
    waiting: QuerySet[Any], *, game: str, seats: Seats, title: Callable[[Any], str]
) -> Iterator[TableSummary]:
    """Of the tables that are `waiting` for players the newest of each host, then the second ones, and so on."""
    sitting = seats.rows(**{seats.game: OuterRef("pk")}).order_by().values(seats.game)
    seated = Subquery(sitting.annotate(number=Count("pk")).values("number"))
    open_tables = waiting.annotate(seated=seated, host_person=seats.host_of()).filter(seated__lt=F("max_players"))
    place = Window(RowNumber(), partition_by=F("host_person"), order_by="-created_at")
    for row in open_tables.annotate(place_of_host=place).order_by("place_of_host", "-created_at")[:LISTED_TABLES]:
        free = row.max_players - row.seated
        note = ngettext("%(count)d free seat.", "%(count)d free seats.", free) % {"count": free}
        yield TableSummary(
            game=game,
            title=title(row),
            note=note,
            url=table_url(game, row.pk),
            since=row.created_at,
            host=row.host_person,
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
