"""The fuzz sees a change that its sender had no right to: these tests hold its judges to that."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz.http_requests import Request
from tests.fuzz.rights import Change, Contents, RequestJudge, Sender, SocketJudge, changes
from tests.fuzz.watch import Watch, open_reader
from tests.fuzz.wire import Answer, Raw

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "game": ("id", "room_code", "seq"),
    "player_info": ("id", "game_id", "user_id", "token_hash", "money"),
    "country_info": ("id", "game_id", "points"),
    "imperial_action": ("id", "game_id", "payload"),
    "tabletop_deadline": ("id", "game_id", "task"),
    "accounts_user": ("id", "is_guest", "display_name"),
    "deck_state": ("id", "owner_id", "share_token", "version"),
    "notify_notice": ("id", "recipient_id", "game_id"),
    "auth_group": ("id", "name"),
    "tabletop_chairwish": ("id", "game_id", "person_id"),
}
ROWS: Mapping[str, list[tuple[Any, ...]]] = {
    "game": [("here", "CODE", 1), ("there", "DOCE", 1)],
    "player_info": [("seat", "here", "ada", None, 5), ("other", "there", "bob", None, 5)],
    "country_info": [("austria", "here", 1), ("italy", "there", 1)],
    "accounts_user": [("ada", True, "Ada"), ("bob", True, "Bob"), ("eve", True, "Eve")],
    "deck_state": [("deck", "ada", None, 1), ("second", "ada", None, 1)],
    "auth_group": [(1, "Helpers")],
}
ADA, BOB, EVE, STRANGER = Sender(person="ada"), Sender(person="bob"), Sender(person="eve"), Sender()
JOINED = [("player_info", ("new", "here", "eve", None, 5)), ("imperial_action", (1, "here", '{"type": "join"}'))]


def contents(*rows: tuple[str, tuple[Any, ...]]) -> Contents:
    """The rows above; those that are given take the place of the ones with their ids."""
    tables = {table: {row[0]: row for row in ROWS.get(table, [])} for table in COLUMNS}
    for table, row in rows:
        tables[table][row[0]] = row
    return Contents(columns=COLUMNS, rows={table: [*found.values()] for table, found in tables.items()})


def changed_to(*rows: tuple[str, tuple[Any, ...]]) -> list[Change]:
    return [*changes(contents(), contents(*rows))]


@pytest.mark.parametrize(
    ("sender", "table", "row"),
    [
        (STRANGER, "country_info", ("austria", "here", 2)),
        (STRANGER, "accounts_user", ("ada", True, "Eve")),
        (EVE, "imperial_action", (1, "here", '{"type": "bid"}')),
        (EVE, "tabletop_deadline", (1, "here", "away:0")),
        (EVE, "deck_state", ("deck", "ada", None, 2)),
        (EVE, "deck_state", ("new", "ada", None, 1)),
        (EVE, "auth_group", (1, "Others")),
        (EVE, "tabletop_chairwish", (1, "here", "bob")),
        (EVE, "player_info", ("seat", "here", "eve", None, 5)),
        (BOB, "country_info", ("austria", "here", 2)),
        (Sender(token_of="there"), "country_info", ("austria", "here", 2)),
        (Sender(person="ada", named="there"), "country_info", ("austria", "here", 2)),
        (Sender(person="ada", named="second"), "deck_state", ("deck", "ada", None, 2)),
        (Sender(person="ada", named="here"), "accounts_user", ("ada", True, "Eve")),
    ],
)
def test_a_request_may_not_change_what_is_not_of_its_sender(sender: Sender, table: str, row: tuple[Any, ...]) -> None:
    changed = changed_to((table, row))
    assert changed
    assert RequestJudge(contents(), sender).forbidden(changed) == changed


@pytest.mark.parametrize(
    ("sender", "rows"),
    [
        (ADA, [("country_info", ("austria", "here", 2)), ("imperial_action", (1, "here", {"type": "bid"}))]),
        (ADA, [("deck_state", ("deck", "ada", None, 2)), ("accounts_user", ("ada", True, "Countess"))]),
        (Sender(token_of="here"), [("player_info", ("seat", "here", "ada", None, 6))]),
        (EVE, [*JOINED, ("game", ("here", "CODE", 2))]),
        (STRANGER, [("accounts_user", ("new", True, "Nova")), ("deck_state", ("new", "new", None, 1))]),
        (STRANGER, [("game", ("new", "NEWTAB", 1)), ("player_info", ("new", "new", None, "hash", 5))]),
        (STRANGER, [("notify_notice", (1, "ada", None))]),
        (EVE, [("tabletop_chairwish", (1, "here", "eve"))]),
    ],
)
def test_a_request_may_change_what_is_of_its_sender(sender: Sender, rows: list[tuple[str, tuple[Any, ...]]]) -> None:
    assert not RequestJudge(contents(), sender).forbidden(changed_to(*rows))


def test_who_joins_a_table_changes_nothing_else_there() -> None:
    more = [("country_info", ("austria", "here", 2)), ("player_info", ("seat", "here", "ada", None, 6))]
    forbidden = RequestJudge(contents(), EVE).forbidden(changed_to(*JOINED, *more))
    assert {change.table for change in forbidden} == {"country_info", "player_info"}
    assert "new" not in {change.row["id"] for change in forbidden}


@pytest.mark.parametrize("place", ["/account/login/", "/account/guest/", "/admin/login/"])
def test_a_redirect_to_the_question_who_somebody_is_is_a_refusal(place: str) -> None:
    request = Request(method="POST", route="", visitor="guest", sender=EVE, raw=Raw(head=b"", body=b""))
    assert request.is_refused(Answer(status=302, location=place))
    assert not request.is_refused(Answer(status=302, location="/cambio/"))


@pytest.mark.parametrize(
    ("sender", "accepted", "table", "row"),
    [
        (Sender(person="eve", named="here"), None, "tabletop_deadline", (1, "here", "away:0")),
        (Sender(person="ada"), None, "country_info", ("austria", "here", 2)),
        (Sender(person="ada", named="here"), None, "country_info", ("italy", "there", 2)),
        (Sender(person="ada", named="here"), 1, "deck_state", ("deck", "ada", None, 2)),
        (Sender(person="ada", named="here"), 0, "imperial_action", (1, "here", '{"type": "bid"}')),
        (Sender(person="ada", named="here"), 0, "country_info", ("austria", "here", 2)),
    ],
)
def test_a_socket_may_change_its_own_table_alone_and_by_moves_alone(
    sender: Sender, accepted: int | None, table: str, row: tuple[Any, ...]
) -> None:
    changed = changed_to((table, row))
    assert changed
    assert SocketJudge().forbidden(changed, contents(), sender, accepted=accepted) == changed


def test_a_seat_moves_and_comes_and_goes_by_its_socket() -> None:
    sender, judge = Sender(token_of="here", named="here"), SocketJudge()
    arrived = [("imperial_action", (1, "here", '{"type": "arrived"}')), ("tabletop_deadline", (1, "here", "away:0"))]
    assert not judge.forbidden(changed_to(*arrived), contents(), sender, accepted=0)
    moved = [("imperial_action", (2, "here", '{"type": "bid"}')), ("country_info", ("austria", "here", 2))]
    assert not judge.forbidden(changed_to(*moved), contents(), sender, accepted=1)


def test_time_that_is_over_excuses_its_own_table_alone(tmp_path: Path) -> None:
    file = tmp_path / "rows.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE imperial_action (game_id, payload)")
        connection.execute("CREATE TABLE country_info (game_id, points)")
        connection.commit()
        with open_reader(f"sqlite:///{file}") as reader:
            watch = Watch(reader)
            connection.execute("""INSERT INTO imperial_action VALUES ('here', '{"type": "settle"}')""")
            connection.execute("INSERT INTO country_info VALUES ('here', 1), ('there', 1)")
            connection.commit()
            assert [change.row for change in watch.changes()] == [{"game_id": "there", "points": 1}]
            assert not watch.changes()
