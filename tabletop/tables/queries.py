"""What can be read of the tables of every game."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Count, F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tabletop.engine import Engine, Loaded
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


def own_tables(
    own: QuerySet[Any],
    *,
    game: str,
    seats: Seats,
    is_awaited: Callable[[Any, Any], bool],
    note: Callable[[Any, Any, bool], str],
) -> Iterator[TableSummary]:
    """The tables of a person's `own` seats, each called by the others who sit there, or by its code while nobody does.

    Both functions are given the rows of table and seat; `note` also whether it is the person's turn.
    """
    for player in own.select_related(seats.game).prefetch_related(f"{seats.game}__players")[:LISTED_TABLES]:
        row = getattr(player, seats.game)
        others = (other for other in row.players.all() if other != player)
        names = [other.display_name for other in sorted(others, key=attrgetter(seats.place_column))]
        your_turn = is_awaited(row, player)
        yield TableSummary(
            game=game,
            title=", ".join(names) or _("Table %(code)s") % {"code": row.room_code},
            note=note(row, player, your_turn),
            url=table_url(game, row.pk),
            your_turn=your_turn,
            since=row.updated_at,
        )


def tables_with_a_free_seat(
    waiting: QuerySet[Any], *, game: str, title: Callable[[Any], str]
) -> Iterator[TableSummary]:
    """The newest of the tables that are `waiting` for players."""
    seated = waiting.annotate(seated=Count("players")).filter(seated__lt=F("max_players"))
    for row in seated.order_by("-created_at")[:LISTED_TABLES]:
        free = row.max_players - row.seated
        note = ngettext("%(count)d free seat", "%(count)d free seats", free) % {"count": free}
        yield TableSummary(game=game, title=title(row), note=note, url=table_url(game, row.pk), since=row.created_at)


def exported(loaded: Loaded[Any], *, is_over: bool, own: Json) -> Json:
    """Everything about a table, for staff: facts, log and `own`, which only this game has; no tokens or accounts.

    The seed, which tells what chance will bring, comes with the end of the game.
    """
    row: Any = loaded.row
    log = row.actions.order_by("seq").values("seq", "actor", "payload", "events", "at", "engine_version")
    return {
        "gameId": str(row.pk),
        "roomCode": row.room_code,
        "version": row.version,
        "createdAt": row.created_at.isoformat(),
        "shuffleSeed": bytes(row.shuffle_seed).hex() if is_over else None,
        "names": loaded.names,
        **own,
        "log": [entry | {"time": datetime.fromtimestamp(entry["at"], tz=UTC).isoformat()} for entry in log],
    }
