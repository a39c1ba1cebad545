"""What programs may not send: wrong kinds, other people's ids, too much. Nothing changes, whatever the moment."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from cambio import rules
from cambio.models import GameSession
from tabletop.accounts.models import User
from tests.cambio.api.program import Program, post
from tests.cambio.kit import guest, position, rows_of
from tests.cambio.kit import lobby_of as lobby

pytestmark = pytest.mark.django_db

Pair = tuple[Program, Program]
HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]

NO_NUMBERS: list[Any] = ["0", "", True, False, 1.0, 1.5, [0], {"position": 0}]
NO_TEXTS: list[Any] = [0, True, ["deck"], {"source": "deck"}]
NO_FLAGS: list[Any] = ["true", "", 0, 1, None, []]
WRONG: dict[str, dict[str, list[Any]]] = {
    "draw": {"source": [*NO_TEXTS, None, "", "DECK", "hand"]},
    "swap": {"position": [*NO_NUMBERS, None]},
    "power": {
        "position": NO_NUMBERS,
        "targetPosition": NO_NUMBERS,
        "targetPlayerId": NO_TEXTS,
        "powerType": [*NO_TEXTS, "fly"],
        "skip": NO_FLAGS,
        "dismiss": NO_FLAGS,
    },
    "discard": {},
    "cambio": {},
    "view-initial": {},
    "leave": {},
    "start": {},
    "add_bot": {"level": NO_TEXTS},
    "remove_bot": {"playerId": NO_TEXTS},
    "hand_to_bot": {},
    "take_back": {},
    "join": {
        "displayName": [*NO_TEXTS, None, "", "  ", "-.", "x" * 21, "J_uno", "Zoe\u202e", "a\0b c", "\u0301\u0302"]
    },
}
GOOD: dict[str, dict[str, Any]] = {"draw": {"source": "deck"}, "swap": {"position": 0}, "join": {"displayName": "Nils"}}
GOOD["remove_bot"] = {"playerId": "nobody"}


def lay(pair: Pair, moment: str) -> None:
    """Seat 0 is to draw, holds a seven, or may use it."""
    held = None if moment == "drawing" else "7c"
    position(pair[0].id, rules.arrange(HANDS, ["9c"], ["2d", "3d"], held=held, held_from="deck"))
    if moment == "choosing":
        assert pair[0].post("discard").status == 200


@pytest.mark.parametrize("moment", ["drawing", "holding", "choosing"])
@pytest.mark.parametrize("path", WRONG)
def test_wrong_kinds_are_refused_and_change_nothing(dealt: Pair, path: str, moment: str) -> None:
    lay(dealt, moment)
    before, people = rows_of(dealt[0].id), User.objects.count()
    numbers = {"expectedVersion": NO_NUMBERS}
    for field, values in (WRONG[path] | numbers).items():
        for value in values:
            body = GOOD.get(path, {}) | {field: value}
            assert dealt[0].post(path, body).refusal == (400, "VALIDATION_ERROR"), body
    for field in GOOD.get(path, {}):
        assert dealt[0].post(path, {}).refusal == (400, "VALIDATION_ERROR"), field
    assert (rows_of(dealt[0].id), User.objects.count()) == (before, people)


NO_OBJECTS: list[Any] = ["[]", "null", '"draw"', "7", "{", "{'source': 'deck'}", "\ufeff{}", b"\xff"]


def test_what_is_no_object_or_too_large_is_refused_everywhere(dealt: Pair) -> None:
    before, people = rows_of(dealt[0].id), User.objects.count()
    for address in ("create", "join", *(f"{dealt[0].game_id}/{path}" for path in WRONG)):
        for content in NO_OBJECTS:
            assert post(address, content, headers=dealt[0].bearer).refusal == (400, "VALIDATION_ERROR"), address
        padded = {"source": "deck", "padding": "x" * 16 * 1024}
        assert post(address, padded, headers=dealt[0].bearer).refusal == (413, "BODY_TOO_LARGE"), address
    assert (rows_of(dealt[0].id), User.objects.count()) == (before, people)


def test_a_form_that_is_too_large_is_refused_by_the_page() -> None:
    host = guest("Juno")
    game_id = lobby([host], bots=["easy"])
    client = Client()
    client.force_login(host)
    before = rows_of(game_id)
    answer = client.post(f"/cambio/{game_id}/act/", {"do": "start", "padding": "x" * 3_000_000})
    assert answer.status_code in (400, 413)
    assert rows_of(game_id) == before


@pytest.mark.parametrize("path", ["draw", "swap", "discard", "power", "cambio", "start"])
def test_somebody_elses_id_in_the_body_is_no_identity(dealt: Pair, path: str) -> None:
    lay(dealt, "choosing" if path == "power" else "drawing" if path in ("draw", "cambio", "start") else "holding")
    before = rows_of(dealt[0].id)
    own = {"playerId": dealt[0].player_id, "seat": 0, "mySeat": 0, "token": dealt[0].token, "actor": 0}
    body = GOOD.get(path, {}) | ({"position": 0} if path == "power" else {}) | own
    refused = dealt[1].post(path, body)
    assert refused.refusal == ((409, "GAME_ALREADY_STARTED") if path == "start" else (403, "NOT_YOUR_TURN"))
    assert post(f"{dealt[0].game_id}/{path}", body).refusal == (401, "UNAUTHENTICATED")
    assert rows_of(dealt[0].id) == before


def test_who_leaves_with_somebody_elses_id_leaves_alone(table_of_two: Pair) -> None:
    assert table_of_two[1].post("leave", {"playerId": table_of_two[0].player_id}).status == 200
    assert [player["playerId"] for player in table_of_two[0].state["players"]] == [table_of_two[0].player_id]


MORE: dict[str, Any] = {"colour": "red", "phase": "completed", "cards": [1, 2], "hand": None, "version": -1, "": {}}


def test_unknown_fields_are_ignored_everywhere() -> None:
    host = Program(post("create", {"playerCount": 2, "creatorDisplayName": "Juno", **MORE}))
    other = Program(post(f"{host.game_id}/join", {"displayName": "Mara", **MORE}))
    assert host.post("start", MORE).status == 200
    for program in (host, other):
        assert program.post("view-initial", MORE).status == 200
    position(host.id, rules.arrange(HANDS, ["7c", "8c", "2c"], ["2d", "3d"]))
    steps: list[tuple[Program, str, dict[str, Any]]] = [
        (host, "draw", {"source": "deck"}),
        (host, "discard", {}),
        # Rules 21.32: fields that the open power does not need are ignored too.
        (host, "power", {"position": 0, "targetPlayerId": other.player_id, "targetPosition": 99}),
        (host, "power", {"dismiss": True, "position": 44}),
        (other, "draw", {"source": "deck"}),
        (other, "swap", {"position": 3}),
        (host, "cambio", {}),
        (other, "draw", {"source": "discard"}),
        (other, "swap", {"position": 0}),
    ]
    for program, path, body in steps:
        assert program.post(path, body | MORE).status == 200, path
    assert GameSession.objects.get(pk=UUID(host.game_id)).phase == "completed"
