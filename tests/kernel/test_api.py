"""API behaviour common to all games."""

import json
import logging
from typing import Any

import msgspec
import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from pytest_django import Settings

from tabletop.api.bodies import Body
from tabletop.api.refusals import ErrorStyle
from tabletop.api.requests import endpoint
from tabletop.api.routes import Method, Route
from tabletop.api.shapes import Refusal, Shape
from tabletop.api.typed import NotOfItsType, typed
from tabletop.rules import Json


@pytest.mark.parametrize(("method", "others"), [("GET", ("POST", "PUT", "HEAD")), ("POST", ("GET", "DELETE"))])
def test_a_wrong_method_is_405_and_told_the_right_one(method: Method, others: tuple[str, ...]) -> None:
    route = Route(method=method, body=Body, answer=Refusal, summary="A test.", refusals={})

    @endpoint(route, error_style=ErrorStyle())
    def view(request: HttpRequest, body: Body) -> Refusal:
        return Refusal(code="done", message="Done.", details={})

    assert view(RequestFactory().generic(method, "/")).status_code == 200
    for other in others:
        answer = view(RequestFactory().generic(other, "/"))
        assert (answer.status_code, answer["Allow"], answer["Cache-Control"]) == (405, method, "no-store")
        assert json.loads(answer.content)["code"] == "method_not_allowed"


class Card(Shape, kw_only=True):
    rank_name: str


class Hand(Shape, kw_only=True):
    cards: list[Card]
    points: int


HAND: Json = {"cards": [{"rankName": "ace"}, {"rankName": "king"}], "points": 3}


def test_content_becomes_its_type_and_structs_within_it_stay_as_they_are() -> None:
    built = Card(rank_name="king")
    told = typed({"cards": ({"rankName": "ace"}, built), "points": 3}, Hand)
    assert told == Hand(cards=[Card(rank_name="ace"), Card(rank_name="king")], points=3)
    assert told.cards[1] is built
    assert msgspec.to_builtins(told) == HAND


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (HAND | {"secret": 1}, "$.secret"),
        (HAND | {"cards": [{"rankName": "ace"}, {"rankName": "king", "owner": 2}]}, "$.cards[1].owner"),
        (HAND | {"points": "three"}, "$.points"),
        (HAND | {"cards": [Card(rank_name=7)]}, "$.cards[0].rankName"),  # type: ignore[arg-type] # that is the point
        (Hand(cards=[], points="three"), "$.points"),  # type: ignore[arg-type]
        ({"cards": []}, "points"),
    ],
)
def test_tests_notice_content_that_is_not_of_its_type(content: Any, place: str) -> None:
    with pytest.raises(NotOfItsType) as noticed:
        typed(content, Hand)
    assert place in str(noticed.value)


def _answer(content: Any) -> Json:
    route = Route(method="GET", body=Body, answer=Hand, summary="A test.", refusals={})
    answer = endpoint(route, error_style=ErrorStyle())(lambda _request, _body: content)(RequestFactory().get("/"))
    assert (answer.status_code, answer["Content-Type"], answer["Cache-Control"]) == (
        200, "application/json", "no-store"
    )  # fmt: skip
    told: Json = json.loads(answer.content)
    return told


def test_a_field_that_no_type_declares_does_not_leave_the_site(settings: Settings) -> None:
    settings.STRICT_ANSWERS = False
    assert _answer(HAND | {"secret": 1}) == HAND


def test_an_answer_of_a_wrong_type_is_sent_and_logged_without_its_value(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """The move it tells of may be committed."""
    settings.STRICT_ANSWERS = False
    with caplog.at_level(logging.ERROR):
        assert _answer(HAND | {"points": "three"}) == HAND | {"points": "three"}
    assert [record.getMessage() for record in caplog.records] == ["an answer is no Hand at `$.points`"]
