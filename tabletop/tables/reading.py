"""How the stores of all games read their rows."""

from typing import TypeVar
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist

from tabletop.engine import UnknownGame
from tabletop.rows import RowReader
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
