"""API behaviour common to all games."""

import json

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from tabletop.api.bodies import Body
from tabletop.api.refusals import ErrorStyle
from tabletop.api.requests import endpoint
from tabletop.api.routes import Method, Route
from tabletop.api.shapes import Refusal


@pytest.mark.parametrize(("method", "others"), [("GET", ("POST", "PUT", "HEAD")), ("POST", ("GET", "DELETE"))])
def test_a_wrong_method_is_405_and_told_the_right_one(method: Method, others: tuple[str, ...]) -> None:
    route = Route(method=method, body=Body, answer=Refusal, summary="A test.", refusals={})

    @endpoint(route, error_style=ErrorStyle())
    def view(request: HttpRequest, body: Body) -> HttpResponse:
        return HttpResponse("done")

    assert view(RequestFactory().generic(method, "/")).status_code == 200
    for other in others:
        answer = view(RequestFactory().generic(other, "/"))
        assert (answer.status_code, answer["Allow"], answer["Cache-Control"]) == (405, method, "no-store")
        assert json.loads(answer.content)["code"] == "method_not_allowed"
