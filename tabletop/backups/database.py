"""The data of the site as one backup, and back."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from tabletop.backups import files, postgres, sqlite

MIGRATIONS = MigrationRecorder.Migration._meta.db_table
"""Written by the migrations themselves."""


class CannotRestore(Exception):
    """The words say why, and nothing has been changed."""


def dialect() -> Any:
    """The module that reads and writes rows of this kind of database."""
    return sqlite if settings.USES_SQLITE else postgres


def back_up(file: Path) -> int:
    """Writes one moment of the running site, and returns how many rows there were; locks nobody out."""
    counted = 0

    def lines() -> Iterator[bytes]:
        nonlocal counted
        yield files.as_line(
            files.Description(
                format=files.FORMAT,
                made_at=timezone.now().isoformat(),
                vendor=connection.vendor,
                migrations=_applied(),
                secret_key=settings.SECRET_KEY,
            )
        )
        for table in _tables():
            columns = _columns(table)
            yield files.as_line(files.Table(table, columns))
            for row in dialect().rows(table, columns):
                counted += 1
                yield row
            yield files.END_OF_TABLE
        yield files.as_line(files.Counters(dialect().counters()))

    with dialect().snapshot():
        files.write(file, lines())
    return counted


def restore(file: Path, *, overwrite: bool) -> files.Description:
    """Makes the tables by the migrations and fills them, in one transaction; raises CannotRestore, DamagedBackup.

    Where the code has further migrations than the backup they run on the restored rows.
    """
    files.check(file)
    reader = files.Reader(file)
    _check_vendor(reader.description)
    if users := dialect().users():
        raise CannotRestore(f"The site is running on this database ({', '.join(sorted(users))}): stop it first.")
    try:
        with dialect().alone():
            _refill(reader, overwrite=overwrite)
    except OperationalError as error:
        if dialect().is_busy(error):
            raise CannotRestore("Somebody else is using the database and does not let go.") from None
        raise
    return reader.description


def _refill(reader: files.Reader, *, overwrite: bool) -> None:
    present = connection.introspection.table_names()
    if present and not overwrite:
        raise CannotRestore("The database is not empty. `--force` replaces everything that is in it.")
    dialect().drop(present)
    _migrate_to(reader.description.migrations)
    known = set(_tables())
    with connection.cursor() as cursor:
        for table in known:
            # Rows that migrations put into new tables are in the backup, too.
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608 - our tables
    connection.check_constraints()
    for stored, rows in reader.tables():
        if stored.table not in known or set(stored.columns) - set(_columns(stored.table)):
            raise CannotRestore(f"The backup has a table {stored.table} with other columns than the migrations make.")
        dialect().load(stored.table, stored.columns, rows)
    dialect().set_counters(reader.counters)
    connection.check_constraints()
    if MigrationExecutor(connection).migration_plan(_leaves()):
        call_command("migrate", verbosity=0)


def _check_vendor(made: files.Description) -> None:
    if made.vendor != connection.vendor:
        raise CannotRestore(f"The backup is of a database of another kind: {made.vendor}, not {connection.vendor}.")
    unknown = set(made.migrations) - set(MigrationExecutor(connection).loader.graph.nodes)
    if unknown:
        names = ", ".join(f"{app}.{name}" for app, name in sorted(unknown))
        raise CannotRestore(f"The backup is of a newer version of the site, which has the migrations {names}.")


def _migrate_to(applied: list[tuple[str, str]]) -> None:
    """Makes the tables as they were when the backup was made, in an empty database."""

    def check(action: str, *_more: Any) -> None:
        if action == "apply_success":
            # As a commit would: PostgreSQL alters no table with rows whose references are still to be checked.
            connection.check_constraints()

    executor = MigrationExecutor(connection, progress_callback=check)
    graph, wanted = executor.loader.graph, set(applied)
    last = [node for node in applied if not wanted & {child.key for child in graph.node_map[node].children}]
    executor.migrate(last)


def _leaves() -> list[tuple[str, str]]:
    return MigrationExecutor(connection).loader.graph.leaf_nodes()


def _applied() -> list[tuple[str, str]]:
    return sorted(MigrationRecorder(connection).applied_migrations())


def _tables() -> list[str]:
    return sorted(set(connection.introspection.table_names()) - {MIGRATIONS})


def _columns(table: str) -> list[str]:
    with connection.cursor() as cursor:
        return [column.name for column in connection.introspection.get_table_description(cursor, table)]
