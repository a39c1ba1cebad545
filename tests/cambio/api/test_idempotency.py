"""The same key has one effect and the same answer (rules 16)."""

import pytest

from cambio import rules
from cambio.models import CambioAction
from tests.cambio.api.program import Program
from tests.cambio.kit import position

pytestmark = pytest.mark.django_db

Pair = tuple[Program, Program]
HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]


@pytest.fixture
def pair(dealt: Pair) -> Pair:
    position(dealt[0].id, rules.arrange(HANDS, ["9c", "2c"], ["2d", "3d"]))
    return dealt


def test_a_repeated_draw_gets_the_same_card_and_takes_no_second_one(pair: Pair) -> None:
    first = pair[0].post("draw", {"source": "deck"}, **{"Idempotency-Key": "one"})
    again = pair[0].post("draw", {"source": "deck"}, **{"Idempotency-Key": "one"})
    assert (again.status, again.json) == (first.status, first.json)
    assert CambioAction.objects.filter(game=pair[0].id, key="one").count() == 1


def test_a_repeated_request_may_be_outdated_by_its_own_effect(pair: Pair) -> None:
    version = pair[0].get().json["version"]
    body = {"source": "deck", "expectedVersion": version}
    first = pair[0].post("draw", body, **{"Idempotency-Key": "two"})
    assert pair[0].post("draw", body, **{"Idempotency-Key": "two"}).json == first.json


def test_a_key_is_not_used_for_something_else(pair: Pair) -> None:
    pair[0].post("draw", {"source": "deck"}, **{"Idempotency-Key": "three"})
    other = pair[0].post("draw", {"source": "discard"}, **{"Idempotency-Key": "three"})
    assert other.refusal == (409, "KEY_REUSED")


def test_nobody_gets_an_answer_that_was_given_to_somebody_else(pair: Pair) -> None:
    pair[0].post("draw", {"source": "deck"}, **{"Idempotency-Key": "four"})
    stolen = pair[1].post("draw", {"source": "deck"}, **{"Idempotency-Key": "four"})
    assert stolen.refusal == (403, "NOT_YOUR_TURN")
    assert "drawnCard" not in stolen.json


def test_a_key_belongs_to_a_seat(pair: Pair) -> None:
    drawn = pair[0].post("draw", {"source": "discard"}, **{"Idempotency-Key": "five"})
    assert pair[0].post("swap", {"position": 0}).status == 200
    other = pair[1].post("draw", {"source": "discard"}, **{"Idempotency-Key": "five"})
    assert (other.status, other.json["drawnCard"] == drawn.json["drawnCard"]) == (200, False)
    assert CambioAction.objects.filter(game=pair[0].id, key="five").count() == 2
    again = pair[1].post("draw", {"source": "discard"}, **{"Idempotency-Key": "five"})
    assert (again.status, again.json) == (other.status, other.json)


@pytest.mark.parametrize("key", ["x" * 65, "clé", "one\ttwo", "\0"])
def test_a_key_that_is_none_is_refused(pair: Pair, key: str) -> None:
    answer = pair[0].post("draw", {"source": "deck"}, **{"Idempotency-Key": key})
    assert answer.refusal == (400, "VALIDATION_ERROR")
