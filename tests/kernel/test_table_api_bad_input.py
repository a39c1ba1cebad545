"""What programs cannot ask of the tables of any game: a clear answer, and nothing has changed."""

import json
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from tests.kernel.conftest import logged_moves
from tests.kernel.programs import OPEN, Pair, Program, api, lowest, rows
from tests.kit.program import Answer
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game_id", [str(UUID(int=7)), "no-id", "7" * 500])
def test_a_table_nobody_knows_is_404(pair: Pair, game_id: str) -> None:
    before = rows()
    assert api.get(game_id, headers=pair[0].bearer).refusal == (404, "game_not_found")
    assert api.get(game_id).refusal == (404, "game_not_found")
    assert api.post(f"{game_id}/move", lowest(pair[0]), headers=pair[0].bearer).refusal == (404, "game_not_found")
    assert api.post(f"{game_id}/join", {"displayName": "Eve"}).refusal == (404, "game_not_found")
    assert rows() == before


@pytest.mark.parametrize("code", ["", "AB", "ZZZZZZ", "é" * 6, "7" * 500])
def test_a_code_nobody_knows_is_404(hosting: Program, code: str) -> None:
    before = rows()
    assert api.post("join", {"displayName": "Eve", "roomCode": code}).refusal == (404, "game_not_found")
    assert rows() == before


BAD_BODIES: list[Any] = [
    *("[]", "null", "7", "{", b"\xff", '{"type": "play\\u0000", "displayName": "a\\u0000b"}'),
    {},
    {"type": 7, "displayName": 7},
    {"type": "play", "card": "1", "displayName": ""},
    {"type": "play", "displayName": "x" * 500},
    {"type": "fly", "card": 1, "displayName": ["Eve"]},
    {"type": "arrived", "displayName": None},
    {"type": "play", "card": 1, "displayName": "Eve", "expectedVersion": "1"},
]


@pytest.mark.parametrize("body", BAD_BODIES)
def test_a_bad_body_is_400_and_changes_nothing(pair: Pair, body: Any) -> None:
    before = rows()
    for address in ("create", "join", f"{pair[0].game_id}/join", f"{pair[0].game_id}/move"):
        assert api.post(address, body, headers=pair[0].bearer).refusal == (400, "invalid_request"), address
    assert rows() == before


@pytest.mark.parametrize("key", ["x" * 65, "clé", "a\tb"])
def test_a_key_that_is_none_is_400(pair: Pair, key: str) -> None:
    assert pair[0].post("move", lowest(pair[0]), **{"Idempotency-Key": key}).refusal == (400, "invalid_request")
    assert not logged_moves().exists()


def test_too_much_is_413_and_another_type_is_400(pair: Pair) -> None:
    padded = lowest(pair[0]) | {"padding": "x" * 16 * 1024}
    assert pair[0].post("move", padded).refusal == (413, "body_too_large")
    form = Client().post(f"{api.base}/create", json.dumps(OPEN), content_type="text/plain")
    assert Answer(form).refusal == (400, "invalid_request")
    assert (logged_moves().exists(), DuelGame.objects.count()) == (False, 1)


def test_unknown_fields_are_ignored(pair: Pair) -> None:
    action = lowest(pair[0])
    assert pair[0].post("move", action | {"colour": "red", "": {}}).status == 200
    assert logged_moves().get().payload == action
