"""How a new table gets a code that no other has, and what it is opened with."""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from django.db import IntegrityError, transaction

from tabletop.lobby.codes import new_code
from tabletop.rules import Json
from tabletop.table import Choices, NewTableChoices

ROOM_CODE_RETRIES = 3

Inserted = TypeVar("Inserted")


def insert_with_new_code(insert: Callable[[str], Inserted]) -> Inserted:
    """Calls `insert` with a code, and again with another if rows collide: each time it is undone to a savepoint.

    Raises what `insert` raises. The IntegrityError of the last try is raised too, and a transaction around is broken.
    """
    for _retry in range(ROOM_CODE_RETRIES):
        try:
            with transaction.atomic():
                return insert(new_code())
        except IntegrityError:
            continue  # the code is taken
    return insert(new_code())


def to_opening(choices: Choices | None) -> Json:
    """What the host has chosen, as the opening of a table keeps it."""
    kept: Json = msgspec.to_builtins(choices or Choices())
    return kept


def from_opening(opening: Json) -> NewTableChoices:
    """Older openings lack some: those have their defaults, and a clock that is kept counts as chosen."""
    return msgspec.convert(opening, NewTableChoices)
