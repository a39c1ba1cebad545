"""What can be read of the tables of every game."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Manager
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tabletop.engine import Engine
from tabletop.games import TableSummary, table_url
from tabletop.models import GameRow
from tabletop.rules import Json, Seat
from tabletop.shuffle import commitment
from tabletop.tables.models import PlayerRow, TableRow
from tabletop.tables.seats import Seats


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


def own_table(row: Any, player: PlayerRow, *, seats: Seats, game: str, note: str, your_turn: bool) -> TableSummary:
    """A table in a person's list: it is called by the others who sit there, or by its code while nobody does."""
    others = (other for other in row.players.all() if other != player)
    names = [other.display_name for other in sorted(others, key=attrgetter(seats.place_column))]
    title, url = ", ".join(names) or _("Table %(code)s") % {"code": row.room_code}, table_url(game, row.pk)
    return TableSummary(game=game, title=title, note=note, url=url, your_turn=your_turn, since=row.updated_at)


def open_table(row: Any, *, game: str, title: str) -> TableSummary:
    """A row with the number of those who have `seated` themselves, as the lobby lists it."""
    free = row.max_players - row.seated
    note = ngettext("%(count)d free seat", "%(count)d free seats", free) % {"count": free}
    return TableSummary(game=game, title=title, note=note, url=table_url(game, row.pk), since=row.created_at)


def exported(row: TableRow, actions: "Manager[Any]", own: Json) -> Json:
    """A table with its log, for staff: `own` is what only this game has."""
    log = actions.order_by("seq").values("seq", "actor", "payload", "events", "at", "engine_version")
    return {
        "gameId": str(row.pk),
        "roomCode": row.room_code,
        "version": row.version,
        "createdAt": row.created_at.isoformat(),
        **own,
        "log": [entry | {"time": datetime.fromtimestamp(entry["at"], tz=UTC).isoformat()} for entry in log],
    }
