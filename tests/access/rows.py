"""All rows of the database, to see what a request has changed."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from django.db import connection

Rows = Mapping[str, list[tuple[Any, ...]]]

NOTED = {
    "django_session": "a visit may renew the session of its browser, and keeps a sentence for the next page there",
    "tabletop_presence": "a page that polls tells that its seat is there",
    "tabletop_watcher": "a page without a seat tells that its person looks on",
    "tabletop_sitetime": "every process notes the time that it has seen, whether anybody visits or not",
    "accounts_user.home_seen_at": "the home page notes when a visit begins, to show what has ended since the last one",
    "accounts_user.home_seen_before": "the same of the visit before",
    "player_info.seen_turn": "Imperial notes which turn a seat has seen, to show what happened since",
}
"""What a request may note though it changes nothing for anybody: tables, or columns of them."""


def all_rows() -> Rows:
    with connection.cursor() as cursor:
        return {table: _rows_of(cursor, table, columns) for table, columns in _tables().items()}


def _rows_of(cursor: Any, table: str, columns: tuple[str, ...]) -> list[tuple[Any, ...]]:
    chosen = ", ".join(f'"{name}"' for name in columns)
    cursor.execute(f'SELECT {chosen} FROM "{table}"')
    rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


@cache
def _tables() -> Mapping[str, tuple[str, ...]]:
    """The columns of each table, but for those in NOTED."""
    tables: dict[str, tuple[str, ...]] = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            described = connection.introspection.get_table_description(cursor, table)
            columns = tuple(column.name for column in described if f"{table}.{column.name}" not in NOTED)
            tables |= {} if table in NOTED else {table: columns}
    return tables


def watch(rows: Rows) -> Callable[[], list[str]]:
    """Tells, when it is called, in what the rows of the database differ from these."""
    written = _written()

    def changed() -> list[str]:
        # SQLite counts what its connection writes: where it has written nothing, there is nothing to compare.
        if written is not None and _written() == written:
            return []
        return [*changes(rows, all_rows())]

    return changed


def comparison(rows: Rows) -> Callable[[str], None]:
    """Fails, when it is called with what has been done since, if other rows than these are there."""
    changed = watch(rows)

    def compare(done: str) -> None:
        found = changed()
        assert not found, f"{done} has changed {found}"

    return compare


def _written() -> int | None:
    return connection.connection.total_changes if connection.vendor == "sqlite" else None


def changes(before: Rows, after: Rows) -> Iterator[str]:
    """What differs, in words."""
    for table in before:
        if before[table] != after[table]:
            yield from (f"{table}: no longer {row}" for row in before[table] if row not in after[table])
            yield from (f"{table}: now {row}" for row in after[table] if row not in before[table])
