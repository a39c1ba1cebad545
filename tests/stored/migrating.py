"""What happens to the database of DATABASE_URL, filled as version 0.1.0 left it: each command is a process of its own.

`python -m tests.stored.migrating all` migrates it, verifies its tables and compares what they show. `... spoiled`
spoils a table of each game, tries to migrate, and says what was refused and what has changed.
"""

import hashlib
import sys
from typing import Any

import django
from django.apps.registry import Apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.stored.rows import old_migrations


def migrate_all() -> None:
    from tests.stored.shown import differences

    call_command("migrate", verbosity=0)
    for command in ("verify_imperial", "verify_cambio"):
        call_command(command)
    print(*differences(), sep="\n")


def migrate_spoiled() -> None:
    apps = MigrationLoader(connection).project_state(old_migrations()).apps
    spoiled = {"imperial": _spoil_imperial(apps), "cambio": _spoil_cambio(apps)}
    before = _digests()
    for game, game_id in spoiled.items():
        print("spoiled", game_id)
        try:
            call_command("migrate", game, verbosity=0)
        except Exception as refusal:
            print(refusal)
    after = _digests()
    print("changed", sorted(table for table in before.keys() | after.keys() if before.get(table) != after.get(table)))


def _spoil_imperial(apps: Apps) -> str:
    row = apps.get_model("imperial", "ImperialAction").objects.filter(actor__isnull=False).order_by("-pk")[0]
    row.actor = "Nobody we know"
    row.save()
    return str(row.game_id)


def _spoil_cambio(apps: Apps) -> str:
    row = apps.get_model("cambio", "CambioAction").objects.filter(payload__type="join").order_by("-pk")[0]
    row.payload = {"type": "join"}
    row.save()
    return str(row.game_id)


def _digests() -> dict[str, str]:
    """Of the rows of every table."""
    with connection.cursor() as cursor:
        return {table: _digest(cursor, table) for table in connection.introspection.table_names(cursor)}


def _digest(cursor: Any, table: str) -> str:
    cursor.execute(f'SELECT * FROM "{table}"')
    return hashlib.sha256(repr(sorted(map(repr, cursor.fetchall()))).encode()).hexdigest()


if __name__ == "__main__":
    django.setup()
    {"all": migrate_all, "spoiled": migrate_spoiled}[sys.argv[1]]()
