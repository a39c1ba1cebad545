"""A batch that is written twice, by its own statements and by the ORM, and fails if the tables differ by anything."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.models import AutoField, Model

from tabletop.batch import Batch, Columns, Where

LOOKUPS = {"=": "", ">=": "__gte"}
USERS = ("tabletop.play", "cambio.store.writing", "imperial.store.writing", "tests.tinygame.store")
APPS = ("tabletop", "cambio", "imperial", "tinygame")


def compare_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every step is written twice. The clock must stand still: the ORM looks at it for itself."""
    for module in USERS:
        monkeypatch.setattr(f"{module}.Batch", ComparedBatch)


class ComparedBatch(Batch):
    sent = 0

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._by_orm: list[Callable[[], object]] = []

    def guard(self, model: type[Model], columns: Mapping[str, Any], *where: Where) -> None:
        super().guard(model, columns, *where)
        self._by_orm.append(lambda: _found(model, where).update(**columns))

    def update(self, model: type[Model], columns: Mapping[str, Any], *where: Where) -> None:
        super().update(model, columns, *where)
        self._by_orm.append(lambda: _found(model, where).update(**columns))

    def delete(self, model: type[Model], *where: Where) -> None:
        super().delete(model, *where)
        self._by_orm.append(lambda: _found(model, where).delete())

    def insert(self, model: type[Model], columns: Columns, rows: Sequence[Sequence[Any]]) -> None:
        super().insert(model, columns, rows)
        self._by_orm.append(lambda: model._base_manager.bulk_create(_instances(model, columns, rows)))

    def upsert(
        self,
        model: type[Model],
        columns: Columns,
        rows: Sequence[Sequence[Any]],
        *,
        update: Columns,
        unique: Columns = ("id",),
    ) -> None:
        super().upsert(model, columns, rows, update=update, unique=unique)
        options: Any = {"update_conflicts": True, "unique_fields": unique, "update_fields": update}
        self._by_orm.append(lambda: model._base_manager.bulk_create(_instances(model, columns, rows), **options))

    def send(self) -> None:
        by_orm = _rows_after(lambda: [write() for write in self._by_orm])
        assert _rows_after(super().send) == by_orm
        super().send()
        ComparedBatch.sent += 1


def _found(model: type[Model], where: tuple[Where, ...]) -> Any:
    return model._base_manager.filter(**{name + LOOKUPS[operator]: value for name, operator, value in where})


def _instances(model: type[Model], columns: Columns, rows: Sequence[Sequence[Any]]) -> list[Model]:
    return [model(**dict(zip(columns, row, strict=True))) for row in rows]


def _rows_after(write: Callable[[], object]) -> dict[str, list[str]]:
    """What stands in the tables after it, with everything as it was again."""
    with transaction.atomic():
        write()
        rows = stored_rows()
        transaction.set_rollback(True)
    return rows


def stored_rows() -> dict[str, list[str]]:
    """As the database driver gives them, with their types; without the numbers that the database gives the rows."""
    found = {}
    for model in (model for label in APPS for model in apps.get_app_config(label).get_models()):
        columns = [str(field.column) for field in model._meta.concrete_fields if not isinstance(field, AutoField)]
        names = ", ".join(map(connection.ops.quote_name, columns))
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {names} FROM {connection.ops.quote_name(model._meta.db_table)}")
            found[model._meta.label] = sorted(map(repr, cursor.fetchall()))
    return found
