"""The code of the release before goes on serving while and after the migrations of the next one run.

So a migration adds, and takes away only what no running code uses any more, which is a release later. One that cannot
is listed in `PAUSES` with the reason; its release is updated with the site stopped, and the change log says so.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

BASE = {
    "tabletop": "0001_initial",
    "accounts": "0001_initial",
    "notify": "0002_addresses_and_seats",
    "cambio": "0004_one_table_for_all_games",
    "imperial": "0006_seats_by_id",
    "deckbuilder": "0002_preset_beside_the_state",
}
"""The last migration of each app that came before this promise; an app without one has made it from its first."""
PAUSES: dict[str, str] = {}
"""Migrations that old code does not survive, such as "cambio.0005_...", and why they are needed all the same."""

PRODUCT = ("tabletop", "cambio", "imperial", "deckbuilder")
TAKES_AWAY = (
    *(operations.RemoveField, operations.RenameField, operations.DeleteModel, operations.RenameModel),
    operations.AlterModelTable,
)
Model = tuple[str, str]


def own_labels() -> set[str]:
    return {config.label for config in apps.get_app_configs() if config.name.split(".")[0] in PRODUCT}


def problems(migrations: list[Migration], *, since: dict[str, str], pauses: dict[str, str]) -> list[str]:
    """What old code would not survive of the migrations, given in their order, that follow the base of their app."""
    state, new_models, found = ProjectState(), set[Model](), []
    passed = {label for label in own_labels() if label not in since}
    for migration in migrations:
        label = migration.app_label
        for operation in migration.operations:
            if label in passed and f"{label}.{migration.name}" not in pauses:
                found += [
                    f"{label}.{migration.name}: {why}" for why in not_survived(operation, label, state, new_models)
                ]
            operation.state_forwards(label, state)
        if since.get(label) == migration.name:
            passed.add(label)
    return found


def not_survived(operation: Operation, label: str, state: ProjectState, new_models: set[Model]) -> Iterator[str]:
    """Also notes new tables, of which old code knows nothing: what happens to them is no matter."""
    if isinstance(operation, operations.SeparateDatabaseAndState):
        for inner in operation.database_operations:
            yield from not_survived(inner, label, state, new_models)
    if isinstance(operation, operations.CreateModel):
        new_models.add((label, operation.name_lower))
    if (label, getattr(operation, "model_name_lower", getattr(operation, "name_lower", ""))) in new_models:
        return
    if isinstance(operation, TAKES_AWAY):
        yield f"{operation.describe()}: old code still asks for it"
    elif isinstance(operation, operations.AddField) and must_be_given(operation.field):
        yield f"{operation.describe()}: old code writes rows without it, so it needs null=True or a db_default"
    elif isinstance(operation, operations.AlterField) and must_be_given(operation.field):
        before = state.models[label, operation.model_name_lower].fields.get(operation.name)
        if before is None or before.null or before.has_db_default():
            yield f"{operation.describe()}: old code writes rows with null or without a value"


def must_be_given(field: Any) -> bool:
    has_column = not isinstance(field, models.ManyToManyField | models.GeneratedField)
    return has_column and not (field.null or field.primary_key or field.has_db_default())


def test_old_code_survives_every_migration_since_the_base_or_the_reason_is_listed() -> None:
    loader = MigrationLoader(None)
    plan = loader.graph._generate_plan(loader.graph.leaf_nodes(), at_end=True)
    migrations = [loader.graph.nodes[key] for key in plan]
    names = {f"{migration.app_label}.{migration.name}" for migration in migrations}
    assert {f"{label}.{name}" for label, name in BASE.items()} | PAUSES.keys() <= names
    assert problems(migrations, since=BASE, pauses=PAUSES) == []
    assert all(len(reason) > 20 for reason in PAUSES.values())


TEXT = models.TextField
TABLE = operations.CreateModel(
    "Book", [("id", models.AutoField(primary_key=True)), ("title", TEXT(null=True)), ("shelf", TEXT())]
)


def migration(name: str, *its: Operation) -> Migration:
    return type("Migration", (Migration,), {"operations": list(its)})(name, "cambio")


def after_base(*its: Operation, pauses: dict[str, str] | None = None) -> list[str]:
    plan = [migration("0001_base", TABLE), migration("0002_next", *its)]
    return problems(plan, since={**BASE, "cambio": "0001_base"}, pauses=pauses or {})


@pytest.mark.parametrize(
    "operation",
    [
        operations.RemoveField("Book", "title"),
        operations.RenameField("Book", "title", "name"),
        operations.DeleteModel("Book"),
        operations.RenameModel("Book", "Volume"),
        operations.AlterModelTable("Book", "volumes"),
        operations.AddField("Book", "author", TEXT(default="")),
        operations.AlterField("Book", "title", TEXT(default="")),
        operations.SeparateDatabaseAndState(database_operations=[operations.RemoveField("Book", "title")]),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_old_code_does_not_survive_is_found(operation: Operation) -> None:
    found = after_base(operation)
    assert len(found) == 1
    assert found[0].startswith("cambio.0002_next: ")
    assert after_base(operation, pauses={"cambio.0002_next": "Games are rewritten."}) == []


@pytest.mark.parametrize(
    "operation",
    [
        operations.AddField("Book", "author", TEXT(null=True)),
        operations.AddField("Book", "author", TEXT(default="", db_default="")),
        operations.AddField("Book", "others", models.ManyToManyField("cambio.Book")),
        operations.AlterField("Book", "title", TEXT(db_default="")),
        operations.AlterField("Book", "shelf", TEXT(max_length=5)),
        operations.RunPython(operations.RunPython.noop),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_only_adds_is_let_through(operation: Operation) -> None:
    assert after_base(operation) == []


def test_a_new_table_may_be_changed_in_the_release_that_brings_it() -> None:
    new = operations.CreateModel("Reader", [("id", models.AutoField(primary_key=True)), ("name", TEXT())])
    assert after_base(new, operations.RemoveField("Reader", "name"), operations.AddField("Reader", "age", TEXT())) == []


def test_what_came_before_the_base_is_history() -> None:
    plan = [migration("0001_tables", TABLE), migration("0002_base", operations.RemoveField("Book", "title"))]
    assert problems(plan, since={**BASE, "cambio": "0002_base"}, pauses={}) == []
