"""How the stores of all games write their rows."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model
from django.utils import timezone

from tabletop.batch import Batch
from tabletop.models import GameRow
from tabletop.tables.models import PlayerRow, TableRow

Player = TypeVar("Player", bound=PlayerRow)

uuid_of = lru_cache(4096)(UUID)
"""The id of a row from the id of a seat: a move needs each of them many times over."""


def set_columns(row: Model, columns: Mapping[str, Any]) -> None:
    for name, value in columns.items():
        setattr(row, name, value)


def save_game_row(batch: Batch, row: GameRow, columns: Mapping[str, Any]) -> None:
    """Guards the batch: sets those of the columns that differ, in the row and in its update, if no move came between.

    The number of the row has risen by one already.
    """
    changed = {name: value for name, value in columns.items() if getattr(row, name) != value}
    changed |= {"seq": row.seq, "updated_at": timezone.now()}
    set_columns(row, changed)
    batch.guard(type(row), changed, ("id", "=", row.pk), ("seq", "=", row.seq - 1))


def new_player(kind: type[Player], row: TableRow, player_id: UUID, columns: Mapping[str, Any]) -> Player:
    """A seat taken in this very step, with what the rules do not know about who takes it."""
    player: Player = row.arriving.get(str(player_id)) or kind()
    player.pk = player_id
    set_columns(player, columns)
    return player
