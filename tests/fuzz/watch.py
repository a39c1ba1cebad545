"""The rows of a served site's database, seen from outside: what a request has changed."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Protocol

import psycopg

from tests.access.rows import NOTED
from tests.fuzz.rights import SETTLE, Change, Contents, action_of, changes, game_of


class Reader(Protocol):
    def version(self) -> object:
        """Another one after every commit."""

    def contents(self) -> Contents: ...


class SqliteReader:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        ).fetchall()
        self._columns = _watched({name: self._columns_of(name) for (name,) in tables})

    def _columns_of(self, table: str) -> list[str]:
        return [column[1] for column in self._connection.execute(f'PRAGMA table_info("{table}")')]

    def version(self) -> object:
        return self._connection.execute("PRAGMA data_version").fetchone()

    def contents(self) -> Contents:
        rows = {
            table: self._connection.execute(f'SELECT {_quoted(columns)} FROM "{table}"').fetchall()
            for table, columns in self._columns.items()
        }
        return Contents(columns=self._columns, rows=rows)


class PostgresReader:
    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        found = connection.execute(
            "SELECT table_name::text, array_agg(column_name::text ORDER BY ordinal_position)"
            " FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name"
        ).fetchall()
        self._columns = _watched(dict(found))

    def version(self) -> object:
        return self._connection.execute("SELECT pg_current_wal_insert_lsn()").fetchone()

    def contents(self) -> Contents:
        rows = {
            # In one order: an update moves a row to the end of its table.
            table: sorted(self._connection.execute(f'SELECT {_quoted(columns)} FROM "{table}"').fetchall(), key=repr)
            for table, columns in self._columns.items()
        }
        return Contents(columns=self._columns, rows=rows)


def _watched(tables: Mapping[str, list[str]]) -> dict[str, list[str]]:
    return {
        table: [name for name in columns if f"{table}.{name}" not in NOTED]
        for table, columns in tables.items()
        if table not in NOTED
    }


def _quoted(columns: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


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
    """Tells what has changed since it was last asked."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._version = reader.version()
        self._contents = reader.contents()
        self.before = self._contents
        """All rows as they were before the changes that were told last."""

    def changes(self) -> list[Change]:
        """Without those at a table where a deadline was over."""
        self.before, version = self._contents, self._reader.version()
        if version == self._version:
            return []
        self._version, self._contents = version, self._reader.contents()
        changed = [*changes(self.before, self._contents)]
        settled = {game_of(change.row) for change in changed if action_of(change) == SETTLE}
        return [change for change in changed if game_of(change.row) is None or game_of(change.row) not in settled]
