"""Rows as version 0.1.0 wrote them, put into a database that is migrated as that version left it.

`python -m tests.stored.rows` does so with the empty database of DATABASE_URL.
"""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import django
from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import connection as default_connection
from django.db import models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

FOLDER = Path(__file__).parent
ROWS_AT_ONCE = 200


@cache
def stored() -> dict[str, Any]:
    """`migrations` of version 0.1.0 by app, and its `tables`: model, table and rows, each {column: value}."""
    return _unpacked("version_1.json.gz")


@cache
def expected() -> dict[str, Any]:
    """What version 0.1.0 showed at the time `now`, by game (`cambio`, `imperial`) and by the id of the table."""
    return _unpacked("version_1_expected.json.gz")


def _unpacked(name: str) -> dict[str, Any]:
    unpacked: dict[str, Any] = json.loads(gzip.decompress((FOLDER / name).read_bytes()))
    return unpacked


def old_migrations() -> list[tuple[str, str]]:
    return list(stored()["migrations"].items())


def migrate_to_version_1(connection: BaseDatabaseWrapper) -> Apps:
    """Creates the tables of version 0.1.0 in an empty database. Returns its historical models."""
    return MigrationExecutor(connection).migrate(old_migrations()).apps


def insert_rows(apps: Apps, connection: BaseDatabaseWrapper) -> None:
    """Inserts all rows unchanged, through the historical models of version 0.1.0, in one transaction.

    Foreign keys are checked at the commit: the rows of a game refer to each other in circles.
    """
    found = [(apps.get_model(table["model"]), table["rows"]) for table in stored()["tables"]]
    with transaction.atomic(using=connection.alias):
        for model, rows in found:
            # Otherwise the insertion would write its own time.
            for field in model._meta.concrete_fields:
                if isinstance(field, models.DateTimeField):
                    field.auto_now = False
            model._base_manager.using(connection.alias).bulk_create(
                (_instance(model, row) for row in rows), batch_size=ROWS_AT_ONCE
            )
        # PostgreSQL does not count numbers that were given.
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), [model for model, _rows in found]):
                cursor.execute(statement)


def _instance(model: type[models.Model], row: dict[str, Any]) -> models.Model:
    fields = {field.column: field for field in model._meta.concrete_fields}
    return model(**{fields[column].attname: _value(fields[column], value) for column, value in row.items()})


def _value(field: Any, value: Any) -> Any:
    if value is None or isinstance(field, models.JSONField):
        return value
    return bytes.fromhex(value) if isinstance(field, models.BinaryField) else field.to_python(value)


if __name__ == "__main__":
    django.setup()
    insert_rows(migrate_to_version_1(default_connection), default_connection)
