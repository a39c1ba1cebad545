"""Whatever is sent, the answer is a refusal with a code or a success, never a failure, and nothing else changes."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cambio import rules
from tests.cambio.api.program import Program, post
from tests.cambio.kit import position, rows_of
from tests.kit.bulk import bulk

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]
PATHS = ["create", "join", "ID/join", "ID/leave", "ID/start", "ID/draw", "ID/swap", "ID/power", "ID/cambio"]
FIELDS = [
    *(
        "playerCount",
        "botCount",
        "creatorDisplayName",
        "botDifficulty",
        "displayName",
        "roomCode",
        "source",
        "position",
    ),
    *("skip", "dismiss", "powerType", "targetPlayerId", "targetPosition", "expectedVersion", "playerId"),
]
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
bodies = st.dictionaries(st.sampled_from(FIELDS), values, max_size=6).map(json.dumps) | st.binary(max_size=60)


@pytest.mark.django_db
@settings(max_examples=bulk(150), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(path=st.sampled_from(PATHS), body=bodies)
def test_garbage_is_refused(dealt: tuple[Program, Program], path: str, body: Any) -> None:
    position(dealt[0].id, rules.arrange(HANDS, ["7c"], ["2d", "3d"], turn=1))
    before = rows_of(dealt[0].id)
    headers = dealt[0].bearer if path.startswith("ID") and path != "ID/join" else {}
    answer = post(path.replace("ID", dealt[0].game_id), body, headers=headers)
    assert answer.status in (200, 201, 400, 403, 404, 409, 429), answer.text
    if answer.status >= 400:
        assert answer.code == answer.code.upper()
        assert rows_of(dealt[0].id) == before
