"""How the stores of all games write their rows."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model

from tabletop.tables.models import PlayerRow, TableRow

Player = TypeVar("Player", bound=PlayerRow)


def set_columns(row: Model, columns: Mapping[str, Any]) -> None:
    for name, value in columns.items():
        setattr(row, name, value)


def upsert(rows: Sequence[Model], fields: Iterable[str]) -> None:
    """Changes rows that are there, in one statement that is cheaper to make than that of `bulk_update`."""
    manager = type(rows[0])._default_manager
    manager.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=list(fields))


def new_player(kind: type[Player], row: TableRow, player_id: UUID, columns: Mapping[str, Any]) -> Player:
    """A seat taken in this very step, with what the rules do not know about who takes it."""
    player: Player = row.arriving.get(str(player_id)) or kind()
    player.pk = player_id
    set_columns(player, columns)
    return player
