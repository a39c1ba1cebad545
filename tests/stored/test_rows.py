"""The stored rows load at the migrations of the version that wrote them."""

import json
from typing import Any

import pytest

from tests.stored.databases import version_1_database
from tests.stored.rows import expected, old_migrations, stored

pytestmark = pytest.mark.both_shapes

DUMP = """
import json, sys
import django
django.setup()
from django.db import connection, models
from django.db.migrations.loader import MigrationLoader
from tests.stored.rows import old_migrations, stored

def plain(field, value):
    if value is None or isinstance(field, models.JSONField):
        return value
    if isinstance(field, models.BinaryField):
        return bytes(value).hex()
    if isinstance(field, models.DateTimeField):
        return value.isoformat()
    return str(value) if isinstance(field, models.UUIDField | models.ForeignKey) else value

loader = MigrationLoader(connection)
apps = loader.project_state(old_migrations()).apps
read = {}
for table in stored()["tables"]:
    model = apps.get_model(table["model"])
    read[table["model"]] = [
        {field.column: plain(field, getattr(row, field.attname)) for field in model._meta.concrete_fields}
        for row in model.objects.all()
    ]
# The migrations are numbered: the last of each app.
json.dump({"rows": read, "applied": dict(sorted(loader.applied_migrations))}, sys.stdout)
"""


def test_every_row_is_read_back_as_it_was_stored() -> None:
    with version_1_database() as database:
        dump = database.run("-c", DUMP)
    assert dump.returncode == 0, dump.stderr
    dumped = json.loads(dump.stdout)
    read = dumped["rows"]
    assert dict(old_migrations()).items() <= dumped["applied"].items()
    for table in stored()["tables"]:
        assert by_id(read[table["model"]]) == by_id(table["rows"]), table["model"]


def by_id(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: str(row["id"]))


def test_the_rows_show_every_phase_and_the_version_that_wrote_them_agreed_with_every_log() -> None:
    rows = {table["model"]: table["rows"] for table in stored()["tables"]}
    assert {row["mode"] for row in rows["imperial.Game"]} == {
        *("waiting", "bid", "buy-bid", "buy", "proposal", "proposal-opp"),
        *("vote", "continue-man", "peace-vote", "game-over"),
    }
    assert {row["phase"] for row in rows["cambio.GameSession"]} == {
        *("setup", "initial_view", "playing", "final_round", "completed")
    }
    for game, model in (("imperial", "imperial.Game"), ("cambio", "cambio.GameSession")):
        assert expected()[game].keys() == {row["id"] for row in rows[model]}
        assert {table["verify"] for table in expected()[game].values()} == {"agrees"}
