"""Games as version 0.1.0 stored them go on: same views, same logs, same names; or the migration stops as a whole."""

import re
from pathlib import Path

import pytest

from tests.stored.databases import version_1_database

pytestmark = pytest.mark.both_shapes


def outcome_of(*command: str) -> list[str]:
    with version_1_database() as database:
        done = database.run("-m", "tests.stored.migrating", *command)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_every_stored_table_shows_the_same_and_agrees_with_its_log_after_the_migration_which_has_no_way_back() -> None:
    imperial, cambio, imperial_stays, cambio_stays, changed, *differences = outcome_of("all")
    assert "36 tables agree" in imperial
    assert "19 tables agree" in cambio
    assert "imperial.0006_seats_by_id is not reversible" in imperial_stays
    assert "cambio.0004_one_table_for_all_games is not reversible" in cambio_stays
    assert (changed, differences) == ("[]", [""])


@pytest.mark.parametrize(("game", "command"), [("Imperial", "migrate"), ("Cambio", "migrate"), ("Cambio", "prepare")])
def test_one_table_that_cannot_be_migrated_stops_the_migration_of_all_games_and_nothing_has_changed(
    game: str, command: str
) -> None:
    game_id, refusal, changed = outcome_of("spoiled", game.lower(), command)
    assert re.match(rf"Table {game_id} of {game} cannot be migrated: \w+", refusal)
    assert changed == "[]"


IN_TURN = {
    "0001_tables": """[
        migrations.CreateModel("Shelf", [("id", models.AutoField(primary_key=True))]),
        migrations.CreateModel("Book", [
            ("id", models.AutoField(primary_key=True)),
            ("shelf", models.ForeignKey("lobby.Shelf", models.CASCADE)),
        ]),
    ]""",
    "0002_rows": """[
        migrations.RunPython(lambda apps, editor: apps.get_model("lobby", "Book").objects.create(
            shelf=apps.get_model("lobby", "Shelf").objects.create()
        )),
    ]""",
    "0003_column": """[migrations.AddField("Book", "title", models.TextField(default=""))]""",
    "0004_refused": """[migrations.RunSQL("SELECT refused")]""",
}
"""Migrations of an app that has none of its own."""


def test_migrations_build_on_each_other_and_are_taken_back_together(tmp_path: Path) -> None:
    package = tmp_path / "in_turn"
    package.mkdir()
    (package / "__init__.py").touch()
    before = "[]"
    for name, operations in IN_TURN.items():
        (package / f"{name}.py").write_text(
            "from django.db import migrations, models\n"
            "class Migration(migrations.Migration):\n"
            f"    dependencies = {before}\n"
            f"    operations = {operations}\n"
        )
        before = f"[('lobby', '{name}')]"
    with version_1_database() as database:
        database.environment |= {"PYTHONPATH": str(tmp_path), "DJANGO_SETTINGS_MODULE": "settings_in_turn"}
        (tmp_path / "settings_in_turn.py").write_text(
            "from tests.settings import *\nMIGRATION_MODULES = {'lobby': 'in_turn'}\n"
        )
        refused = database.run("manage.py", "migrate", "lobby")
        (package / "0004_refused.py").unlink()
        done = database.run("manage.py", "migrate", "lobby")
    assert refused.returncode != 0
    assert "Nothing has been changed." in refused.stderr
    assert "OperationalError" in refused.stderr or "UndefinedColumn" in refused.stderr
    for migration in list(IN_TURN)[:3]:
        assert f"Applying lobby.{migration}... OK" in refused.stdout
        assert f"Applying lobby.{migration}... OK" in done.stdout
    assert done.returncode == 0, done.stderr
