"""Queries whose SQL is made once. Django takes longer to write a query with joins than the database to answer it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet, UUIDField

ANY = UUID(int=0)
"""Stands in the SQL where the id of a game goes."""


class PreparedQuery:
    """`query(game_id)` gives the rows of `rows(game_id)`, a queryset of `values_list` in which the id occurs once."""

    def __init__(self, rows: Callable[[UUID], QuerySet[Any, tuple[Any, ...]]]) -> None:
        self._rows = rows
        self._made: tuple[str, list[Any], Any, Any] | None = None

    def __call__(self, game_id: UUID) -> list[tuple[Any, ...]]:
        sql, parameters, compiler, converters = self._made or self._make()
        given = [_column_value(game_id) if value == _column_value(ANY) else value for value in parameters]
        with connection.cursor() as cursor:
            cursor.execute(sql, given)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        # As for any other query: SQLite knows no UUID, no database hands out JSON as Python's.
        return list(map(tuple, compiler.apply_converters(rows, converters))) if converters else rows

    def _make(self) -> tuple[str, list[Any], Any, Any]:
        compiler = self._rows(ANY).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([expression for expression, _sql, _alias in compiler.select])
        self._made = sql, list(parameters), compiler, converters
        return self._made


def _column_value(game_id: UUID) -> Any:
    return UUIDField().get_db_prep_value(game_id, connection)
