"""The rows of one step, written together.

Django takes longer to compose an INSERT or an UPDATE than the database to run it. Here the text of a statement is
composed once for its shape (table, columns, number of rows) and kept. The values are those that the ORM would write:
tests/kernel/test_batch_rows.py compares them column by column.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from django.db import connection
from django.db.models import ForeignKey, JSONField, Model

from tabletop.engine import Outdated

SHAPES = 1024
"""Statements and rows of which the text or the conversion is kept."""

Columns = tuple[str, ...]
"""Names of fields; of a foreign key the name that ends in `_id`."""
Where = tuple[str, str, Any]
"""Column, operator, value."""
Write = Callable[[Any], Any]
Statement = tuple[str, list[Any]]


class Condition(NamedTuple):
    """A further condition of the write, as SQL with the parameters in it as the database driver takes them."""

    sql: str
    parameters: tuple[Any, ...] = ()


class Proof(Protocol):
    """Proves that the session of a socket is still valid; checked again with each move."""

    def check(self) -> None:
        """Raises if it does not hold any more."""

    def condition(self) -> Condition:
        """The same as a condition of the write, which saves a statement."""


class Batch:
    """Collects the statements of one step; `send` runs them in the order in which they came, the guard first."""

    writes = True

    def __init__(self, *, conditions: Sequence[Condition] = ()) -> None:
        self._vendor = connection.vendor
        self._conditions = conditions
        self._guard: Statement | None = None
        self._proven: Statement | None = None
        self._statements: list[Statement] = []

    def guard(self, model: type[Model], columns: Mapping[str, Any], *where: Where) -> None:
        """The update without which nothing else may be written: it has to find its row."""
        self._guard = self._update(model, columns, where)

    def insert_where_proven(self, model: type[Model], columns: Columns, row: Sequence[Any]) -> None:
        """Inserts the row if the conditions hold once the guard has its row, and nothing may be written if not.

        They are no conditions of the guard: PostgreSQL judges those as of the moment before it waits for the row, and
        not again if the other transaction has left the row as it was.
        """
        if not self._conditions:
            return self.insert(model, columns, [row])
        sql = _insert_sql(model, columns, 0, (), ()) + " AND ".join(condition.sql for condition in self._conditions)
        values = [value for condition in self._conditions for value in condition.parameters]
        self._proven = sql, self._values(model, columns, [row]) + values
        return None

    def update(self, model: type[Model], columns: Mapping[str, Any], *where: Where) -> None:
        self._statements.append(self._update(model, columns, where))

    def delete(self, model: type[Model], *where: Where) -> None:
        """Rows that refer to the deleted ones stay: the database refuses the commit if there are any."""
        names, operators, values = zip(*where, strict=True)
        self._statements.append((_delete_sql(model, names, operators), self._values(model, names, [values])))

    def insert(self, model: type[Model], columns: Columns, rows: Sequence[Sequence[Any]]) -> None:
        self._insert(model, columns, rows, unique=(), update=())

    def upsert(
        self,
        model: type[Model],
        columns: Columns,
        rows: Sequence[Sequence[Any]],
        *,
        update: Columns,
        unique: Columns = ("id",),
    ) -> None:
        """Inserts the rows; of those that are there already, by `unique`, sets the columns `update`."""
        self._insert(model, columns, rows, unique=unique, update=update)

    def _insert(
        self, model: type[Model], columns: Columns, rows: Sequence[Sequence[Any]], *, unique: Columns, update: Columns
    ) -> None:
        """Adds one statement for all rows; none without rows."""
        if not rows:
            return
        sql = _insert_sql(model, columns, len(rows), unique, update)
        self._statements.append((sql, self._values(model, columns, rows)))

    def _update(self, model: type[Model], columns: Mapping[str, Any], where: tuple[Where, ...]) -> Statement:
        changed, (names, operators, values) = tuple(columns), zip(*where, strict=True)
        sql = _update_sql(model, changed, names, operators)
        return sql, self._values(model, changed + names, [(*columns.values(), *values)])

    def _values(self, model: type[Model], columns: Columns, rows: Sequence[Sequence[Any]]) -> list[Any]:
        writers = _writers(model, columns, self._vendor)
        return [write(value) for row in rows for write, value in zip(writers, row, strict=True)]

    def send(self) -> None:
        """Runs the statements. Raises Outdated if the guard finds no row, or if the conditions do not hold.

        Relies on the caller for the transaction, which takes back what was written by then.

        PostgreSQL gets them in a pipeline and answers twice, for the guard and for the rest. The rest is not sent
        before the guard is known to hold the row: two steps that both write might wait for each other.
        """
        with connection.cursor() as cursor:
            if self._vendor != "postgresql":
                for statement in filter(None, (self._guard, self._proven)):
                    cursor.execute(*statement)
                    _check(cursor.rowcount)
                for sql, parameters in self._statements:
                    cursor.execute(sql, parameters)
                return
            # What is wrong with a statement may come to light only when the pipeline ends.
            with connection.wrap_database_errors, connection.cursor() as proving:
                with connection.connection.pipeline() as pipeline:
                    if self._guard is not None:
                        cursor.execute(*self._guard)
                        pipeline.sync()
                        _check(cursor.rowcount)
                    if self._proven is not None:
                        proving.execute(*self._proven)
                    for sql, parameters in self._statements:
                        cursor.execute(sql, parameters)
                if self._proven is not None:
                    _check(proving.rowcount)


class Unwritten(Batch):
    """Takes the rows of a step that has been written by another process, and writes nothing.

    A store may leave out all rows but that of the game, which is kept.
    """

    writes = False

    def guard(self, model: type[Model], columns: Mapping[str, Any], *where: Where) -> None:
        pass

    def update(self, model: type[Model], columns: Mapping[str, Any], *where: Where) -> None:
        pass

    def delete(self, model: type[Model], *where: Where) -> None:
        pass

    def _insert(self, *_given: Any, **_more: Any) -> None:
        pass

    def send(self) -> None:
        raise NotImplementedError


def _check(found: int) -> None:
    if found != 1:
        raise Outdated


def rows_of(instances: Sequence[Model]) -> tuple[type[Model], Columns, list[list[Any]]]:
    """Model, columns and values of new rows, as `insert` and `upsert` take them: what `bulk_create` would write."""
    model = type(instances[0])
    meta = model._meta
    # The database numbers a row that has no number yet.
    fields = [field for field in meta.concrete_fields if field is not meta.pk or instances[0].pk is not None]
    rows = [[field.pre_save(instance, add=True) for field in fields] for instance in instances]
    return model, tuple(field.attname for field in fields), rows


# --- statements -------------------------------------------------------------------------------------------------------


@lru_cache(SHAPES)
def _update_sql(model: type[Model], columns: Columns, where: Columns, operators: tuple[str, ...]) -> str:
    """With one `%s` for each column and condition."""
    changes = ", ".join(f"{_quote(model, name)} = %s" for name in columns)
    return f"UPDATE {_table(model)} SET {changes} WHERE {_conditions(model, where, operators)}"  # noqa: S608 - no names but the models'


@lru_cache(SHAPES)
def _delete_sql(model: type[Model], where: Columns, operators: tuple[str, ...]) -> str:
    return f"DELETE FROM {_table(model)} WHERE {_conditions(model, where, operators)}"  # noqa: S608 - no names but the models'


@lru_cache(SHAPES)
def _insert_sql(model: type[Model], columns: Columns, count: int, unique: Columns, update: Columns) -> str:
    """With one `%s` for each column of each row; with `unique` an upsert that sets the `update` columns.

    For no rows: a row that is inserted where a condition holds, which is still to be added.
    """
    values = ", ".join(["%s"] * len(columns))
    into = f"INSERT INTO {_table(model)} ({_list(model, columns)})"
    if not count:
        return f"{into} SELECT {values} WHERE "
    sql = f"{into} VALUES {', '.join([f'({values})'] * count)}"
    if not unique:
        return sql
    changes = ", ".join(f"{_quote(model, name)} = EXCLUDED.{_quote(model, name)}" for name in update)
    return f"{sql} ON CONFLICT ({_list(model, unique)}) DO UPDATE SET {changes}"


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _quote(model: type[Model], name: str) -> str:
    column = _field(model, name).column
    return connection.ops.quote_name(column)


def _list(model: type[Model], names: Iterable[str]) -> str:
    return ", ".join(_quote(model, name) for name in names)


def _conditions(model: type[Model], where: Columns, operators: tuple[str, ...]) -> str:
    return " AND ".join(f"{_quote(model, name)} {sign} %s" for name, sign in zip(where, operators, strict=True))


def _field(model: type[Model], name: str) -> Any:
    return model._meta.get_field(name)


# --- values -----------------------------------------------------------------------------------------------------------


@lru_cache(SHAPES)
def _writers(model: type[Model], columns: Columns, vendor: str) -> tuple[Write, ...]:
    return tuple(_writer(_field(model, name), vendor) for name in columns)


def _writer(field: Any, vendor: str) -> Write:
    """`get_db_prep_save` of the field; for a value of the type the field is for, a shorter way to the same.

    PostgreSQL gets such values as text, which it reads as the type of the column: a prepared statement is kept for
    each combination of types, and a number that is null now and then would double the combinations.
    """
    while isinstance(field, ForeignKey):
        field = field.target_field
    slow: Write = partial(field.get_db_prep_save, connection=connection)
    if isinstance(field, JSONField) and field.encoder is None:
        return lambda value: None if value is None else json.dumps(value)
    quick = (AS_TEXT if vendor == "postgresql" else FOR_SQLITE).get(field.get_internal_type())
    if quick is None:
        return slow
    kind, write = quick
    if kind is datetime:
        return lambda value: write(value) if type(value) is datetime and value.tzinfo is UTC else slow(value)
    return lambda value: write(value) if type(value) is kind else None if value is None else slow(value)


INTEGERS = (
    *("SmallIntegerField", "IntegerField", "BigIntegerField"),
    *("PositiveSmallIntegerField", "PositiveIntegerField", "PositiveBigIntegerField", "AutoField", "BigAutoField"),
)
AS_TEXT: dict[str, tuple[type, Write]] = {
    **dict.fromkeys(INTEGERS, (int, str)),
    "BooleanField": (bool, str),
    "CharField": (str, str),
    "DateTimeField": (datetime, str),
    "FloatField": (float, repr),
    "TextField": (str, str),
    "UUIDField": (UUID, attrgetter("hex")),
}
FOR_SQLITE: dict[str, tuple[type, Write]] = {
    **dict.fromkeys(INTEGERS, (int, int)),
    "BooleanField": (bool, bool),
    "CharField": (str, str),
    "DateTimeField": (datetime, lambda value: str(value.replace(tzinfo=None))),
    "FloatField": (float, float),
    "TextField": (str, str),
    "UUIDField": (UUID, attrgetter("hex")),
}
