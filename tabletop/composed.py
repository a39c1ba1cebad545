"""Queries of the ORM whose SQL is composed once: that takes several times as long as to run a small one."""

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet, UUIDField

Key = UUID | str
SOMEBODY = UUID("5b0d1f0e-0000-4000-8000-00000000a11e")
"""Stands for an id while the SQL is composed."""


class _Statement(NamedTuple):
    sql: str
    params: tuple[Any, ...]
    places: tuple[int, ...]
    """Where the key stands among the parameters."""
    converters: tuple[tuple[int, list[Any], Any], ...]
    """Column, functions from the database's value to ours, expression."""


class ComposedQuery:
    """The rows that belong to a key. `query` is asked once, for the `stand_in`; it may depend on nothing else."""

    def __init__(self, query: Callable[[Any], QuerySet[Any, tuple[Any, ...]]], *, stand_in: Key = SOMEBODY) -> None:
        self._query, self._stand_in = query, stand_in
        self._statements: dict[str, _Statement] = {}
        """By the kind of database."""

    def rows(self, key: Key) -> list[list[Any]]:
        """One statement. The columns are those of the query's `values_list`."""
        statement = self._statements.get(connection.vendor)
        if statement is None:
            statement = self._statements[connection.vendor] = self._compose()
        params = list(statement.params)
        for place in statement.places:
            params[place] = _adapted(key)
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, params)
            rows = [list(row) for row in cursor.fetchall()]
        for column, converters, expression in statement.converters:
            for row in rows:
                for convert in converters:
                    row[column] = convert(row[column], expression, connection)
        return rows

    def _compose(self) -> _Statement:
        compiler = self._query(self._stand_in).query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        stand_in = _adapted(self._stand_in)
        places = tuple(place for place, param in enumerate(params) if param == stand_in)
        columns = [column for column, _sql, _alias in compiler.select[: compiler.col_count]]
        converters = compiler.get_converters(columns)
        by_column = ((column, *found) for column, found in converters.items())
        return _Statement(sql, tuple(params), places, tuple(by_column))


def _adapted(key: Key) -> Any:
    return UUIDField().get_db_prep_value(key, connection) if isinstance(key, UUID) else key
