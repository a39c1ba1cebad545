"""Puts a name that nobody at the table has into every place of a stored game of Imperial that holds a seat.

`python -m tests.stored.strangers` does so with the database of DATABASE_URL, filled as version 0.1.0 left it, one place
after the other, and prints for each the place, the table and what its migration says. Nothing of it stays.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import django
from django.apps.registry import Apps
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader

from tests.stored.rows import old_migrations

STRANGER = "Nobody we know"


class Place(NamedTuple):
    model: str
    column: str
    path: tuple[str | int, ...] = ()
    """Where in the column; `*` is any item of a list or any value of an object."""
    kind: str = ""
    """Of an action that names somebody else."""

    def __str__(self) -> str:
        return ".".join(map(str, (self.model, self.kind or self.column, *self.path)))


POSITION: tuple[tuple[str | int, ...], ...] = (
    ("undo",),
    ("bidBuyOrder", 0),
    ("swissSet", 0),
    ("proposal 1", "name"),
    ("proposal 2", "name"),
    ("voting", "proposal 1", "voters", 0),
    ("voting", "proposal 2", "voters", 0),
    ("currentManeuver", "player"),
    ("countryInfo", "*", "leadership", 0),
)
FIELDS_OF_EVENTS: tuple[tuple[str | int, ...], ...] = (
    *(("name",), ("host",), ("player",), ("dictator",), ("winner",), ("audience",)),
    *(("players", 0), ("seats", 0), ("voters1", 0), ("voters2", 0), ("bids", 0, 0)),
)
PLACES = (
    Place("Game", "undo"),
    Place("Game", "host"),
    Place("Game", "bid_buy_order", (0,)),
    Place("Game", "swiss_set", (0,)),
    Place("Game", "proposal_1", ("name",)),
    Place("Game", "proposal_2", ("name",)),
    Place("Game", "voting", ("proposal 2", "voters", 0)),
    Place("Game", "current_maneuver", ("player",)),
    Place("Game", "peace_vote", ("voters", 0)),
    Place("CountryInfo", "leadership", (0,)),
    *(Place("GameHistory", "state", path) for path in POSITION),
    *(Place("Game", "opening", ("imported", *path)) for path in POSITION if path[0] not in ("undo", "swissSet")),
    *(Place("GameHistory", "sentences", ("*", "values", gap)) for gap in ("player", "first", "before", "leader")),
    Place("GameHistory", "sentences", ("*", "values", "players", 0)),
    *(
        Place("GameHistory", "sentences", ("*", "values", gap, "values", *of_list))
        for gap in ("players", "leader", "opposition")
        for of_list in (("others", 0), ("last",))
    ),
    Place("GameHistory", "sentences", ("*", "values", "bids", "*", "values", "player")),
    Place("ImperialAction", "actor"),
    Place("ImperialAction", "payload", ("name",), "remove_bot"),
    Place("ImperialAction", "payload", ("name",), "hand_to_bot"),
    *(Place("ImperialAction", "events", ("*", *field)) for field in FIELDS_OF_EVENTS),
)


def refusals() -> Iterator[tuple[Place, str, str]]:
    """Place, id of the table, and what its migration says, for all places that version 0.1.0 has written."""
    loader = MigrationLoader(connection)
    *columns, rewriting = loader.get_migration("imperial", "0006_seats_by_id").operations
    state = loader.project_state(old_migrations())
    with connection.constraint_checks_disabled(), transaction.atomic():
        with connection.schema_editor() as editor:
            for operation in columns:
                before = state.clone()
                operation.state_forwards("imperial", state)
                operation.database_forwards("imperial", editor, before, state)
        for place in PLACES:
            savepoint = transaction.savepoint()
            game_id = _bring_in(state.apps, place)
            if game_id is not None:
                yield place, str(game_id), _outcome(rewriting, state.apps, game_id)
            transaction.savepoint_rollback(savepoint)
        transaction.set_rollback(True)


def _outcome(rewriting: Any, apps: Apps, game_id: Any) -> str:
    apps.get_model("imperial", "Game").objects.exclude(pk=game_id).delete()
    try:
        rewriting.code(apps, None)
    except ValueError as refusal:
        return str(refusal)
    return "migrated"


def _bring_in(apps: Apps, place: Place) -> Any:
    """Returns the table that now has a stranger in it."""
    found = apps.get_model("imperial", place.model).objects.order_by("pk")
    for row in (found.filter(payload__type=place.kind) if place.kind else found).iterator(chunk_size=100):
        kept = getattr(row, place.column)
        changed = _changed(kept, place.path)
        if changed != kept:
            setattr(row, place.column, changed)
            row.save(update_fields=[place.column])
            return row.pk if place.model == "Game" else row.game_id
    return None


def _changed(kept: Any, path: tuple[str | int, ...]) -> Any:
    """With the stranger there, or as it is where nobody stands."""
    if not path:
        return STRANGER if isinstance(kept, str) and kept else kept
    if path == ("audience",) and isinstance(kept, dict) and "audience" in kept:
        return kept | {"audience": [STRANGER]}
    if isinstance(kept, str):
        read = _read(kept)
        changed = _changed(read, path)
        return kept if changed == read else json.dumps(changed)
    step, *rest = path
    if not isinstance(kept, dict | list):
        return kept
    for key in list(kept if isinstance(kept, dict) else range(len(kept))):
        if step in ("*", key):
            changed = _changed(kept[key], tuple(rest))
            if changed != kept[key]:
                copy = kept.copy()
                copy[key] = changed
                return copy
    return kept


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


if __name__ == "__main__":
    django.setup()
    for refusal in refusals():
        print(*refusal, sep="\t")
