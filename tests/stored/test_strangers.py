"""A stored game that names somebody without a seat is refused, wherever the name stands."""

from types import SimpleNamespace
from typing import Any

import pytest

from imperial.migrations._seat_ids import Rewriter, rewrite_log
from tests.stored.databases import version_1_database
from tests.stored.strangers import PLACES, STRANGER


def test_a_name_that_nobody_at_the_table_has_is_refused_in_every_place_of_a_seat() -> None:
    with version_1_database() as database:
        done = database.run("-m", "tests.stored.strangers")
    assert (done.returncode, done.stderr) == (0, "")
    outcomes = [line.split("\t") for line in done.stdout.splitlines()]
    reason = LookupError(f"nobody with a seat is called {STRANGER!r}")
    expected = [[str(place), f"cannot be migrated: {reason!r}"] for place in PLACES]
    assert [[place, refusal.removeprefix(f"Table {game_id} of Imperial ")] for place, game_id, refusal in outcomes] == (
        expected
    )


OPENING = {"name": "Ann", "playerId": "id of the first Ann"}
BEN = {"type": "player_joined", "name": "Ben", "playerType": "human", "totalPlayers": 2, "audience": None}
ANN_GOES = {"type": "player_left", "name": "Ann", "host": "Ben", "audience": None}
TOLD = {"template": "%(player)s punts.", "values": {"player": "Ann"}}
ANN_PUNTS = {"type": "punted", "player": "Ann", "line": "Ann punts.", "audience": None}


def entry(actor: str | None, payload: dict[str, Any], *events: dict[str, Any]) -> SimpleNamespace:
    return SimpleNamespace(actor=actor, payload=payload, events=list(events))


def entries_until_ann_has_gone() -> list[SimpleNamespace]:
    return [
        entry(None, {"type": "join", "name": "Ben", "player_id": "id of Ben"}, BEN),
        entry("Ann", {"type": "leave"}, ANN_GOES),
    ]


def test_a_name_belongs_to_the_one_who_has_it_then() -> None:
    log = [
        *entries_until_ann_has_gone(),
        entry(None, {"type": "join", "name": "Ann", "player_id": "id of the second Ann"}, BEN | {"name": "Ann"}),
        entry("Ann", {"type": "punt"}, ANN_PUNTS),
    ]
    now = Rewriter({"Ben": "id of Ben", "Ann": "id of the second Ann"}, [TOLD])
    rewrite_log(log, OPENING, now)
    assert [kept.actor for kept in log] == [None, "id of the first Ann", None, "id of the second Ann"]
    assert [kept.events[0].get("playerId") for kept in log[:3]] == [
        *("id of Ben", "id of the first Ann", "id of the second Ann")
    ]
    assert log[-1].events == [ANN_PUNTS | {"player": "id of the second Ann", "line": "id of the second Ann punts."}]


def test_somebody_who_has_left_has_no_seat_any_more() -> None:
    log = [*entries_until_ann_has_gone(), entry("Ben", {"type": "punt"}, ANN_PUNTS)]
    with pytest.raises(LookupError, match="nobody with a seat is called 'Ann'"):
        rewrite_log(log, OPENING, Rewriter({"Ben": "id of Ben"}))
