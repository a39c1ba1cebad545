"""Rows of PostgreSQL, in the text format of COPY."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import OperationalError, connection, transaction
from psycopg import sql

LOCK_SECONDS = 10
SITE = ("tabletop serve", "tabletop clock")
"""What the processes of the site call themselves to the database: see `tabletop/settings.py`."""


@contextmanager
def snapshot() -> Iterator[None]:
    """One moment of the database, while others go on writing."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


@contextmanager
def alone() -> Iterator[None]:
    """A transaction that does not wait for others for long."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
        yield


def users() -> list[str]:
    """Processes of the site that are connected to this database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT application_name FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = ANY(%s)",
            [list(SITE)],
        )
        return [name for (name,) in cursor.fetchall()]


def is_busy(error: OperationalError) -> bool:
    return getattr(error.__cause__, "sqlstate", "") == "55P03"


def drop(tables: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")


def rows(table: str, columns: list[str]) -> Iterator[bytes]:
    pieces = b""
    with _cursor() as cursor, cursor.copy(_copy(table, columns, "TO STDOUT")) as copy:
        for piece in copy:
            *whole, pieces = (pieces + bytes(piece)).split(b"\n")
            yield from (line + b"\n" for line in whole)


def load(table: str, columns: list[str], lines: Iterable[bytes]) -> None:
    with _cursor() as cursor, cursor.copy(_copy(table, columns, "FROM STDIN")) as copy:
        for line in lines:
            copy.write(line)


def counters() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sequencename, last_value FROM pg_sequences"
            " WHERE schemaname = current_schema() AND last_value IS NOT NULL"
        )
        return {str(name): int(value) for name, value in cursor.fetchall()}


def set_counters(values: dict[str, int]) -> None:
    with connection.cursor() as cursor:
        for name, value in values.items():
            cursor.execute("SELECT setval(%s::regclass, %s)", [connection.ops.quote_name(name), value])


def _cursor() -> Any:
    """The driver's own: Django's knows no COPY."""
    connection.ensure_connection()
    return connection.connection.cursor()


def _copy(table: str, columns: list[str], direction: str) -> sql.Composed:
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    return sql.SQL("COPY {} ({}) {}").format(sql.Identifier(table), names, sql.SQL(direction))
