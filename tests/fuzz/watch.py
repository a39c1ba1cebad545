"""The rows of a served site's database, seen from outside: what a request has changed."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, Protocol

import psycopg

from tests.access.rows import NOTED, Rows, changes

SETTLED = re.compile(r"""["']type["']: ["']settle["']""")
"""What the log has for time that is over."""


class Reader(Protocol):
    def version(self) -> object:
        """Another one after every commit."""

    def rows(self) -> Rows: ...


class SqliteReader:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def version(self) -> object:
        return self._connection.execute("PRAGMA data_version").fetchone()

    def rows(self) -> Rows:
        tables = self._connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        ).fetchall()
        return {name: self._of(name) for (name,) in tables if name not in NOTED}

    def _of(self, table: str) -> list[tuple[Any, ...]]:
        columns = [column[1] for column in self._connection.execute(f'PRAGMA table_info("{table}")')]
        return self._connection.execute(f'SELECT {_chosen(table, columns)} FROM "{table}"').fetchall()


class PostgresReader:
    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection

    def version(self) -> object:
        return self._connection.execute("SELECT pg_current_wal_insert_lsn()").fetchone()

    def rows(self) -> Rows:
        found = self._connection.execute(
            "SELECT table_name::text, array_agg(column_name::text ORDER BY ordinal_position)"
            " FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name"
        ).fetchall()
        return {name: self._of(name, columns) for name, columns in found if name not in NOTED}

    def _of(self, table: str, columns: list[str]) -> list[tuple[Any, ...]]:
        rows = self._connection.execute(f'SELECT {_chosen(table, columns)} FROM "{table}"').fetchall()
        # In one order: an update moves a row to the end of its table.
        return sorted(rows, key=repr)


def _chosen(table: str, columns: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns if f"{table}.{name}" not in NOTED)


@contextmanager
def open_reader(database_url: str) -> Iterator[Reader]:
    if database_url.startswith("sqlite:///"):
        file = database_url.removeprefix("sqlite:///")
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)) as connection:
            yield SqliteReader(connection)
    else:
        with psycopg.connect(database_url, autocommit=True) as connection:
            yield PostgresReader(connection)


class Watch:
    """Knows the rows as they were after the last change that was allowed."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._version = reader.version()
        self._rows = reader.rows()

    def allow(self) -> None:
        """What has been done since may have changed something."""
        if self._reader.version() != self._version:
            self._version, self._rows = self._reader.version(), self._reader.rows()

    def forbid(self) -> list[str]:
        """What has changed since, in words; nothing if a deadline was over: that takes effect with any request."""
        version = self._reader.version()
        if version == self._version:
            return []
        rows = self._reader.rows()
        changed = [*changes(self._rows, rows)]
        self._version, self._rows = version, rows
        return [] if any(map(SETTLED.search, changed)) else changed
