"""Every code of rules 15, with its status; a refused request changes nothing."""

import uuid
from typing import Any

import pytest
import time_machine
from django.test import Client

from cambio import rules
from cambio.models import GameSession
from tabletop.accounts.models import User
from tests.cambio.api.program import Program, get, post
from tests.cambio.kit import START, position, rows_of

pytestmark = pytest.mark.django_db

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]
Pair = tuple[Program, Program]


def arranged(pair: Pair, top: str = "2c", *, discard: tuple[str, ...] = ("2d", "3d"), **options: Any) -> None:
    position(pair[0].id, rules.arrange(HANDS, [top], discard, **options))


def open_power(pair: Pair, top: str) -> None:
    arranged(pair, top)
    pair[0].post("draw", {"source": "deck"})
    pair[0].post("discard")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "VALIDATION_ERROR"),
        ({"playerCount": 2}, "VALIDATION_ERROR"),
        ({"playerCount": "2", "creatorDisplayName": "Juno"}, "VALIDATION_ERROR"),
        ({"playerCount": True, "creatorDisplayName": "Juno"}, "VALIDATION_ERROR"),
        ({"playerCount": 2.5, "creatorDisplayName": "Juno"}, "VALIDATION_ERROR"),
        ({"playerCount": 2, "creatorDisplayName": 7}, "VALIDATION_ERROR"),
        ({"playerCount": 2, "creatorDisplayName": "\u0301\u0302"}, "VALIDATION_ERROR"),
        ({"playerCount": 2, "creatorDisplayName": "x" * 21}, "VALIDATION_ERROR"),
        ({"playerCount": 2, "creatorDisplayName": "J_uno"}, "VALIDATION_ERROR"),
        ({"playerCount": 2, "creatorDisplayName": "J_unö"}, "VALIDATION_ERROR"),
        ({"playerCount": 2, "creatorDisplayName": "Juno", "botCount": None}, "VALIDATION_ERROR"),
        ({"playerCount": 2, "creatorDisplayName": "Juno", "botDifficulty": "cruel"}, "VALIDATION_ERROR"),
        ({"playerCount": 1, "creatorDisplayName": "Juno"}, "INVALID_PLAYER_COUNT"),
        ({"playerCount": 5, "creatorDisplayName": "Juno"}, "INVALID_PLAYER_COUNT"),
        ({"playerCount": 10**30, "creatorDisplayName": "Juno"}, "INVALID_PLAYER_COUNT"),
        ({"playerCount": 2, "creatorDisplayName": "Juno", "botCount": 2}, "INVALID_BOT_COUNT"),
        ({"playerCount": 2, "creatorDisplayName": "Juno", "botCount": -1}, "INVALID_BOT_COUNT"),
        ({"playerCount": 2, "creatorDisplayName": "Juno", "botCount": 10**9}, "INVALID_BOT_COUNT"),
    ],
)
def test_a_table_is_not_created_and_no_guest_is_left_behind(body: dict[str, Any], code: str) -> None:
    assert post("create", body).refusal == (400, code)
    assert not GameSession.objects.exists()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "content", ["[" * 9000, "", "{", "[]", "null", "3", '"x"', "\x00", '{"playerCount": NaN}', b"\xff\xfe"]
)
def test_what_is_not_an_object_is_refused(content: str | bytes) -> None:
    assert post("create", content).refusal == (400, "VALIDATION_ERROR")


def test_a_body_that_is_too_large_is_refused(dealt: Pair) -> None:
    body = {"source": "deck", "padding": "x" * 20_000}
    assert dealt[0].post("draw", body).refusal == (413, "BODY_TOO_LARGE")


@pytest.mark.parametrize("code", ["", "ABC", "AAAAAA", "OOOOOO", "ILO011", "22222é", "' OR 1", "A" * 500])
def test_codes_that_cannot_be_and_codes_nobody_has_are_answered_alike(code: str) -> None:
    answer = post("join", {"roomCode": code, "displayName": "Mara"})
    assert answer.refusal == (404, "GAME_NOT_FOUND")
    assert answer.json == post("join", {"roomCode": "ZZZZZZ", "displayName": "Mara"}).json


def test_an_address_below_the_api_that_is_none_is_answered_in_json(client: Client) -> None:
    answer = client.get(f"/cambio/api/game/{uuid.uuid4()}/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_guessing_codes_is_slowed_down(db: None) -> None:
    with time_machine.travel(START, tick=False):
        answers = [post("join", {"roomCode": "ZZZZZZ", "displayName": "Mara"}).status for _try in range(11)]
    assert answers == [404] * 10 + [429]


@pytest.mark.parametrize("game_id", ["00000000-0000-4000-8000-000000000000", "nonsense", "1", "%00"])
@pytest.mark.parametrize("path", ["join", "leave", "start", "view-initial", "discard", "cambio"])
def test_an_unknown_table_is_not_found(game_id: str, path: str) -> None:
    assert post(f"{game_id}/{path}", {"displayName": "Mara"}).refusal == (404, "GAME_NOT_FOUND")


def test_an_unknown_table_has_no_state_and_no_scores(db: None) -> None:
    for path in ("", "/scores"):
        assert get(f"{uuid.uuid4()}{path}").refusal == (404, "GAME_NOT_FOUND")


def test_a_full_a_started_and_a_finished_table_cannot_be_joined(table_of_two: Pair) -> None:
    host, _other = table_of_two
    guests = User.objects.count()
    for path, body in ((f"{host.game_id}/join", {}), ("join", {"roomCode": host.entered.json["roomCode"]})):
        assert post(path, {"displayName": "Nils", **body}).refusal == (409, "GAME_FULL")
    host.post("start")
    assert post(f"{host.game_id}/join", {"displayName": "Nils"}).refusal == (409, "GAME_ALREADY_STARTED")
    assert User.objects.count() == guests
    assert host.post("start").refusal == (409, "GAME_ALREADY_STARTED")


def test_the_start_is_the_hosts_and_needs_two(db: None) -> None:
    host = Program.create(playerCount=3)
    assert host.post("start").refusal == (409, "INVALID_PLAYER_COUNT")
    other = Program.join(host, "Mara")
    assert other.post("start").refusal == (403, "NOT_HOST")


@pytest.mark.parametrize("path", ["view-initial", "discard", "cambio"])
def test_nothing_is_played_before_the_deal(table_of_two: Pair, path: str) -> None:
    assert table_of_two[0].post(path).refusal == (409, "INVALID_ACTION")


def test_the_initial_view_is_confirmed_once(dealt: Pair) -> None:
    assert dealt[0].post("draw", {"source": "deck"}).refusal == (409, "INVALID_ACTION")
    assert dealt[0].post("view-initial").status == 200
    assert dealt[0].post("view-initial").refusal == (409, "ALREADY_VIEWED_CARDS")


@pytest.mark.parametrize(
    ("path", "body", "refusal"),
    [
        ("draw", {}, (400, "VALIDATION_ERROR")),
        ("draw", {"source": "sleeve"}, (400, "VALIDATION_ERROR")),
        ("draw", {"source": 3}, (400, "VALIDATION_ERROR")),
        ("draw", {"source": "deck", "expectedVersion": "3"}, (400, "VALIDATION_ERROR")),
        ("draw", {"source": "deck", "expectedVersion": True}, (400, "VALIDATION_ERROR")),
        ("draw", {"source": "deck", "expectedVersion": 1}, (409, "STALE_STATE")),
        ("draw", {"source": "deck", "expectedVersion": -5}, (409, "STALE_STATE")),
        ("swap", {"position": 0}, (409, "NO_CARD_DRAWN")),
        ("swap", {}, (400, "VALIDATION_ERROR")),
        ("swap", {"position": "0"}, (400, "VALIDATION_ERROR")),
        ("swap", {"position": True}, (400, "VALIDATION_ERROR")),
        ("swap", {"position": None}, (400, "VALIDATION_ERROR")),
        ("swap", {"position": 1.5}, (400, "VALIDATION_ERROR")),
        ("discard", {}, (409, "NO_CARD_DRAWN")),
        ("power", {"position": 0}, (409, "NO_POWER_PENDING")),
        ("power", {"skip": True}, (409, "NO_POWER_PENDING")),
        ("power", {"dismiss": True}, (409, "NO_POWER_PENDING")),
        ("power", {"skip": "yes"}, (400, "VALIDATION_ERROR")),
        ("power", {"powerType": "fly"}, (400, "VALIDATION_ERROR")),
        ("power", {"position": "1"}, (400, "VALIDATION_ERROR")),
        ("power", {"targetPlayerId": 5}, (400, "VALIDATION_ERROR")),
        ("view-initial", {}, (409, "INVALID_ACTION")),
    ],
)
def test_a_refused_move_changes_nothing(dealt: Pair, path: str, body: Any, refusal: tuple[int, str]) -> None:
    arranged(dealt)
    before = rows_of(dealt[0].id)
    assert dealt[0].post(path, body).refusal == refusal
    assert rows_of(dealt[0].id) == before


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("draw", {"source": "deck"}),
        ("swap", {"position": 9}),
        ("discard", {}),
        ("power", {"skip": True}),
        ("cambio", {}),
    ],
)
def test_a_player_who_is_not_on_turn_waits(dealt: Pair, path: str, body: Any) -> None:
    arranged(dealt)
    assert dealt[1].post(path, body).refusal == (403, "NOT_YOUR_TURN")


def test_holding_a_card_one_cannot_draw_nor_call_nor_put_a_discard_back(dealt: Pair) -> None:
    arranged(dealt)
    dealt[0].post("draw", {"source": "discard"})
    assert dealt[0].post("draw", {"source": "deck"}).refusal == (409, "ALREADY_DREW")
    assert dealt[0].post("cambio").refusal == (409, "CAMBIO_AFTER_DRAW")
    assert dealt[0].post("discard").refusal == (409, "MUST_SWAP_DISCARD")
    for place in (-1, 4, 99):
        assert dealt[0].post("swap", {"position": place}).refusal == (400, "INVALID_CARD_POSITION")


def test_an_empty_discard_pile_has_nothing_to_take(dealt: Pair) -> None:
    arranged(dealt, discard=())
    assert dealt[0].post("draw", {"source": "discard"}).refusal == (409, "DISCARD_EMPTY")


@pytest.mark.parametrize(
    ("path", "body"), [("draw", {"source": "deck"}), ("swap", {"position": 0}), ("discard", {}), ("cambio", {})]
)
def test_an_open_power_blocks_everything_else(dealt: Pair, path: str, body: Any) -> None:
    open_power(dealt, "7c")
    assert dealt[0].post(path, body).refusal == (409, "POWER_PENDING")
    assert dealt[1].post(path, body).refusal == (403, "NOT_YOUR_TURN")


@pytest.mark.parametrize(
    ("top", "body", "code"),
    [
        ("7c", {}, "INVALID_CARD_POSITION"),
        ("7c", {"position": 4}, "INVALID_CARD_POSITION"),
        ("7c", {"powerType": "blind_swap", "position": 0}, "POWER_TYPE_MISMATCH"),
        ("7c", {"powerType": "none", "position": 0}, "POWER_TYPE_MISMATCH"),
        ("9c", {"targetPosition": 0}, "INVALID_POWER_TARGET"),
        ("9c", {"targetPlayerId": "nobody", "targetPosition": 0}, "INVALID_POWER_TARGET"),
        ("9c", {"targetPlayerId": "OWN", "targetPosition": 0}, "INVALID_POWER_TARGET"),
        ("9c", {"targetPlayerId": "OTHER"}, "INVALID_CARD_POSITION"),
        ("9c", {"targetPlayerId": "OTHER", "targetPosition": -1}, "INVALID_CARD_POSITION"),
        ("Qc", {"targetPlayerId": "OTHER", "targetPosition": 0}, "INVALID_CARD_POSITION"),
        ("Qc", {"position": 0, "targetPosition": 0}, "INVALID_POWER_TARGET"),
    ],
)
def test_an_invalid_use_of_a_power_leaves_the_window_open(dealt: Pair, top: str, body: Any, code: str) -> None:
    open_power(dealt, top)
    ids = {"OWN": dealt[0].player_id, "OTHER": dealt[1].player_id}
    named = {name: ids.get(value, value) if isinstance(value, str) else value for name, value in body.items()}
    assert dealt[0].post("power", named).refusal == (400, code)
    assert dealt[0].state["stage"] == "power_choice"


def test_a_player_of_another_table_is_no_target(dealt: Pair) -> None:
    open_power(dealt, "9c")
    stranger = Program.create()
    body = {"targetPlayerId": stranger.player_id, "targetPosition": 0}
    assert dealt[0].post("power", body).refusal == (400, "INVALID_POWER_TARGET")


def test_during_a_reveal_the_power_is_used_and_before_it_nothing_can_be_dismissed(dealt: Pair) -> None:
    open_power(dealt, "7c")
    assert dealt[0].post("power", {"dismiss": True}).refusal == (409, "INVALID_ACTION")
    dealt[0].post("power", {"position": 0})
    assert dealt[0].post("power", {"position": 1}).refusal == (409, "POWER_ALREADY_USED")


def test_cambio_is_called_once_and_after_the_end_nothing_is_played(dealt: Pair) -> None:
    arranged(dealt)
    assert dealt[0].get("scores").refusal == (409, "GAME_NOT_COMPLETED")
    dealt[0].post("cambio")
    for program in dealt:
        assert program.post("cambio").refusal == (409, "CAMBIO_ALREADY_CALLED")
    dealt[1].post("draw", {"source": "deck"})
    dealt[1].post("discard")
    for path, body in (("draw", {"source": "deck"}), ("cambio", {}), ("start", {}), ("power", {"skip": True})):
        assert dealt[0].post(path, body).refusal == (409, "GAME_ALREADY_COMPLETED")


def test_an_outdated_request_is_told_how_the_table_stands(dealt: Pair) -> None:
    arranged(dealt)
    refused = dealt[0].post("draw", {"source": "deck", "expectedVersion": 1})
    assert refused.code == "STALE_STATE"
    standing = dealt[0].get().json
    assert refused.json["details"] == {"version": standing["version"], "state": standing["state"]}
    version = standing["version"]
    assert dealt[0].post("draw", {"source": "deck", "expectedVersion": version}).status == 200


def test_an_address_is_asked_by_its_own_method(dealt: Pair) -> None:
    assert get(f"{dealt[0].game_id}/draw", headers=dealt[0].bearer).refusal == (405, "METHOD_NOT_ALLOWED")
    assert dealt[0].post("scores").refusal == (405, "METHOD_NOT_ALLOWED")


def test_the_shape_is_judged_before_the_table_and_the_table_before_the_identity(dealt: Pair) -> None:
    nowhere = uuid.uuid4()
    assert post(f"{nowhere}/draw", {"source": 1}).code == "VALIDATION_ERROR"
    assert post(f"{nowhere}/draw", {"source": "deck"}).code == "GAME_NOT_FOUND"
    assert post(f"{dealt[0].game_id}/draw", {"source": "deck", "expectedVersion": 1}).code == "UNAUTHENTICATED"
    stranger = Program.create()
    foreign = post(f"{dealt[0].game_id}/draw", {"source": "deck", "expectedVersion": 1}, headers=stranger.bearer)
    assert foreign.refusal == (403, "PLAYER_NOT_IN_GAME")


def test_joining_may_expect_a_version_too(db: None) -> None:
    host = Program.create(playerCount=3)
    Program.join(host, "Mara")
    body = {"displayName": "Nils", "expectedVersion": 1}
    assert post(f"{host.game_id}/join", body).refusal == (409, "STALE_STATE")
    assert post(f"{host.game_id}/join", body | {"expectedVersion": 2}).status == 200
