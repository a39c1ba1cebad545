"""How the stores of all games write their rows."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Model
from django.utils import timezone
from msgspec.structs import asdict

from tabletop.batch import Batch, rows_of
from tabletop.models import GameRow
from tabletop.table import Table
from tabletop.tables.models import PlayerRow, TableRow
from tabletop.tables.seats import Seats

Players = Mapping[UUID, Mapping[str, Any]]
"""What the rules know of each player, by the names of the columns."""

uuid_of = lru_cache(4096)(UUID)
"""The id of a row from the id of a seat: a move needs each of them many times over."""


def set_columns(row: Model, columns: Mapping[str, Any]) -> None:
    for name, value in columns.items():
        setattr(row, name, value)


def table_columns(table: Table) -> dict[str, Any]:
    """What every table has, by the names of the columns: what its host has chosen, for whom it waits, its series."""
    waits, series = msgspec.json.encode(table.waits).decode(), msgspec.json.encode(table.series).decode()
    return {"max_players": table.max_players, "waits": waits, "series": series, **asdict(table.choices)}


def save_game_row(batch: Batch, row: GameRow, columns: Mapping[str, Any]) -> None:
    """Guards the batch: sets those of the columns that differ, in the row and in its update, if no move came between.

    The number of the row has risen by one already.
    """
    changed = {name: value for name, value in columns.items() if getattr(row, name) != value}
    changed |= {"seq": row.seq, "updated_at": timezone.now()}
    set_columns(row, changed)
    batch.guard(type(row), changed, ("id", "=", row.pk), ("seq", "=", row.seq - 1))


def insert_table_row(row: TableRow, columns: Mapping[str, Any], arriving: Mapping[str, PlayerRow]) -> None:
    """A new table; `arriving` are those who take its first seats, by seat id, with what the rules do not know."""
    set_columns(row, columns)
    row.arriving = dict(arriving)
    row.save(force_insert=True)


def save_players(batch: Batch, seats: Seats, row: TableRow, *, before: Players, after: Players) -> None:
    """Removes those who are gone, changes what differs of those who stay, and seats those who arrive.

    Rows are written in the order of `after`.
    """
    if before == after:
        return
    model = seats.players
    for key in before.keys() - after.keys():
        batch.delete(model, ("id", "=", key))
    changed = {key: columns for key, columns in after.items() if key in before and before[key] != columns}
    fields = _differing(before, changed)
    stamps = {field.name: timezone.now() for field in model._meta.concrete_fields if getattr(field, "auto_now", False)}
    if seats.place_column in fields:
        # Seats move one after another, so that no two are ever the same: up when somebody has gone, or down, from
        # the last one on, when somebody sits down between others.
        place = seats.place_column
        make_room = any(columns[place] > before[key][place] for key, columns in changed.items())
        for key, columns in sorted(changed.items(), key=lambda each: each[1][place], reverse=make_room):
            batch.update(model, {**columns, **stamps}, ("id", "=", key))
    elif changed:
        players = [model(**{"id": key, seats.game: row, **columns}) for key, columns in changed.items()]
        batch.upsert(*rows_of(players), update=(*fields, *stamps))
    arrived = [_new_player(seats, row, key, columns) for key, columns in after.items() if key not in before]
    if arrived:
        batch.insert(*rows_of(arrived))


def _differing(before: Players, changed: Players) -> list[str]:
    names = {name: None for columns in changed.values() for name in columns}
    return [name for name in names if any(before[key].get(name) != columns[name] for key, columns in changed.items())]


def _new_player(seats: Seats, row: TableRow, player_id: UUID, columns: Mapping[str, Any]) -> PlayerRow:
    """A seat taken in this very step, with what the rules do not know about who takes it."""
    player: PlayerRow = row.arriving.get(str(player_id)) or seats.players()
    set_columns(player, {"id": player_id, seats.game: row, **columns})
    return player
