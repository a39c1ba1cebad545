"""What happens to the database of DATABASE_URL, filled as version 0.1.0 left it: each command is a process of its own.

`python -m tests.stored.migrating all` migrates it, verifies its tables, tries to go back and compares what they show.
`... spoiled GAME COMMAND` spoils one table of this game, tries to migrate with this command, and says what was refused
and what has changed.
"""

import hashlib
import sys
from collections.abc import Callable
from io import StringIO
from typing import Any

import django
from django.apps.registry import Apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.exceptions import IrreversibleError
from django.db.migrations.loader import MigrationLoader

from tests.stored.rows import old_migrations


def migrate_all() -> None:
    from tests.stored.shown import differences

    call_command("migrate", verbosity=0)
    for command in ("verify_imperial", "verify_cambio"):
        call_command(command)
    _try_to_go_back()
    print(*differences(), sep="\n")


def _try_to_go_back() -> None:
    """Names that have gone do not come back."""
    before = _digests()
    for game, migration in (("imperial", "0005"), ("cambio", "0003")):
        try:
            call_command("migrate", game, migration, verbosity=0)
        except IrreversibleError as refusal:
            print(refusal)
    print(_changed_since(before))


def migrate_spoiled(game: str, command: str) -> None:
    apps = MigrationLoader(connection).project_state(old_migrations()).apps
    print(SPOILED[game](apps))
    before = _digests()
    try:
        call_command(command, stdout=StringIO(), stderr=StringIO())
    except Exception as refusal:
        print(refusal)
    print(_changed_since(before))


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


SPOILED: dict[str, Callable[[Apps], str]] = {"imperial": _spoil_imperial, "cambio": _spoil_cambio}


def _digests() -> dict[str, str]:
    """Of the columns, constraints and rows of every table, that of the applied migrations too."""
    with connection.cursor() as cursor:
        return {table: _digest(cursor, table) for table in connection.introspection.table_names(cursor)}


def _changed_since(before: dict[str, str]) -> list[str]:
    after = _digests()
    return sorted(table for table in before.keys() | after.keys() if before.get(table) != after.get(table))


def _digest(cursor: Any, table: str) -> str:
    constraints = connection.introspection.get_constraints(cursor, table)
    cursor.execute(f'SELECT * FROM "{table}"')
    columns = [column[0] for column in cursor.description]
    found = columns, sorted(constraints.items()), sorted(map(repr, cursor.fetchall()))
    return hashlib.sha256(repr(found).encode()).hexdigest()


if __name__ == "__main__":
    django.setup()
    commands: dict[str, Callable[..., None]] = {"all": migrate_all, "spoiled": migrate_spoiled}
    commands[sys.argv[1]](*sys.argv[2:])
