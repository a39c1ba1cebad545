"""How the stores of all games read their rows."""

from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.core.exceptions import ObjectDoesNotExist

from tabletop.engine import UnknownGame
from tabletop.rows import RowReader
from tabletop.table import Choices
from tabletop.table.state import Series, Waits
from tabletop.tables.models import TableRow

Row = TypeVar("Row", bound=TableRow)


def read_table_row(rows: RowReader[Row], game_id: UUID, *, for_update: bool) -> Row:
    """The table's row, locked if asked, with nobody arriving. Raises UnknownGame.

    A store reads it first and alone: what is joined to a row one has to wait for may be outdated.
    """
    try:
        row = rows.get(game_id, for_update=for_update)
    except ObjectDoesNotExist:
        raise UnknownGame(game_id) from None
    row.arriving = {}
    return row


def choices_of(row: TableRow) -> Choices:
    watching: Any = row.watching  # the database knows the same words
    return Choices(
        name=row.name, is_open=row.is_open, watching=watching, takeover=row.takeover, turn_clock=row.turn_clock
    )


def waits_of(row: TableRow) -> Waits:
    return msgspec.json.decode(row.waits, type=Waits)


def series_of(row: TableRow) -> Series:
    return msgspec.json.decode(row.series, type=Series)
