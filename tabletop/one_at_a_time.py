"""Works that must not run at the same time, in whichever process: they wait for each other by a name."""

from hashlib import blake2b

from django.db import connection


def wait_for_turn(*names: str) -> None:
    """Waits for the transactions that have one of these names, and has them until its own transaction ends.

    SQLite has one writer at a time, and its transactions begin as writers: there is nobody to wait for.
    """
    if connection.vendor != "postgresql":
        return
    # Always in the same order, so that two who want the same names never wait for each other in a ring.
    numbers = sorted({int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), signed=True) for name in names})
    with connection.cursor() as cursor:
        for number in numbers:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
