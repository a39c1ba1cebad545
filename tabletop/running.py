"""Whether a server or a clock works on this database: a file of SQLite cannot be asked who has it open."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

_held: list[int] = []


def hold() -> None:
    """Says until the end of this process that it serves the database; waits for a restore to end."""
    if settings.USES_SQLITE:
        handle = os.open(_file(), os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(handle, fcntl.LOCK_SH)
        _held.append(handle)


def is_held() -> bool:
    """Whether another process serves the file."""
    try:
        with kept_from_others():
            return False
    except BlockingIOError:
        return True


@contextmanager
def kept_from_others() -> Iterator[None]:
    """Lets no other process begin to serve the file. Raises BlockingIOError if one does."""
    handle = os.open(_file(), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


def _file() -> Path:
    name = Path(connection.settings_dict["NAME"])
    return name.with_name(f"{name.name}.running")
