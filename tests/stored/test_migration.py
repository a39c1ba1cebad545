"""Games as version 0.1.0 stored them go on: same views, same logs, same names; or the migration stops as a whole."""

import re

import pytest

from tests.stored.databases import version_1_database

pytestmark = pytest.mark.both_shapes


def outcome_of(command: str) -> list[str]:
    with version_1_database() as database:
        done = database.run("-m", "tests.stored.migrating", command)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_every_stored_table_shows_the_same_and_agrees_with_its_log_after_the_migration() -> None:
    imperial, cambio, *differences = outcome_of("all")
    assert "36 tables agree" in imperial
    assert "19 tables agree" in cambio
    assert differences == [""]


def test_a_table_that_cannot_be_migrated_stops_the_migration_and_nothing_is_half_migrated() -> None:
    *refused, changed = outcome_of("spoiled")
    for game, spoiled, refusal in zip(("Imperial", "Cambio"), refused[::2], refused[1::2], strict=True):
        game_id = spoiled.removeprefix("spoiled ")
        assert re.match(rf"Table {game_id} of {game} cannot be migrated: \w+", refusal)
    assert changed == "changed []"
