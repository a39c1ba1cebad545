"""Games as version 0.1.0 stored them go on: same views, same logs, same names; or the migration stops as a whole."""

import re

import pytest

from tests.stored.databases import StoredDatabase, version_1_database

pytestmark = pytest.mark.both_shapes

DUMP = """
import hashlib, django; django.setup()
from django.db import connection
with connection.cursor() as cursor:
    for table in sorted(connection.introspection.table_names(cursor)):
        cursor.execute(f'SELECT * FROM "{table}"')
        print(table, hashlib.sha256(repr(sorted(map(repr, cursor.fetchall()))).encode()).hexdigest())
"""


def run(database: StoredDatabase, code: str) -> str:
    done = database.run("-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_stored_table_shows_the_same_and_agrees_with_its_log_after_the_migration() -> None:
    with version_1_database() as database:
        migrated = database.manage("migrate", "-v", "0")
        assert migrated.returncode == 0, migrated.stderr
        for command, tables in (("verify_imperial", 36), ("verify_cambio", 19)):
            verified = database.manage(command)
            assert (verified.returncode, verified.stderr) == (0, "")
            assert f"{tables} tables agree" in verified.stdout
        shown = database.run("-m", "tests.stored.shown")
        assert (shown.returncode, shown.stdout.strip()) == (0, ""), shown.stdout + shown.stderr


SPOILED = {
    "imperial": """
row = apps.get_model("imperial", "ImperialAction").objects.filter(actor__isnull=False).order_by("pk").last()
row.actor = "Nobody we know"
row.save()
print(row.game_id)
""",
    "cambio": """
row = apps.get_model("cambio", "CambioAction").objects.filter(payload__type="join").order_by("pk").last()
row.payload = {"type": "join"}
row.save()
print(row.game_id)
""",
}


def test_a_table_that_cannot_be_migrated_stops_the_migration_and_nothing_is_half_migrated() -> None:
    state = (
        "import django; django.setup()\n"
        "from django.db import connection\n"
        "from django.db.migrations.executor import MigrationExecutor\n"
        "from tests.stored.rows import old_migrations\n"
        "apps = MigrationExecutor(connection).loader.project_state(old_migrations()).apps\n"
    )
    with version_1_database() as database:
        spoiled = {game: run(database, state + code).strip() for game, code in SPOILED.items()}
        before = run(database, DUMP)
        for game, game_id in spoiled.items():
            migrated = database.manage("migrate", game, "-v", "0")
            assert migrated.returncode != 0
            assert re.search(rf"Table {game_id} of {game.capitalize()} cannot be migrated: \w+", migrated.stderr)
        assert run(database, DUMP) == before
