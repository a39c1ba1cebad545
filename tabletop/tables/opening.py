"""How the rows of a new table get a code that no other table has."""

from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, transaction

from tabletop.lobby.codes import new_code

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
