"""Every page that a stranger may open says in a sentence of its own what it is: search engines and previews show it."""

import re

import pytest
from django.test import Client

from tests.access.routes import page_routes

pytestmark = pytest.mark.django_db
DESCRIPTION = re.compile(r'<meta name="description" content="([^"]*)">')
LONGEST = 160
"""Search engines cut what is longer."""


def public_pages() -> dict[str, str]:
    """The pages without a variable in their address that answer a stranger, each with its HTML."""
    pages = {}
    for route in page_routes():
        if "<" in route:
            continue
        answer = Client(raise_request_exception=False).get(f"/{route}")
        html = answer.content.decode(errors="replace")
        # What a page asks for by itself is no page.
        if answer.status_code == 200 and html.startswith("<!doctype html>"):
            pages[route] = html
    return pages


def test_every_public_page_has_a_description_of_its_own() -> None:
    pages = public_pages()
    known = {"", "cambio/", "imperial/rules/", "cambio/how-to-play/", "account/login/", "shuffle/"}
    assert known | {"api/", "api/cambio/"} <= set(pages)
    described: dict[str, str] = {}
    for route, html in pages.items():
        if route.startswith("admin/"):
            continue
        found = DESCRIPTION.findall(html)
        assert len(found) == 1, route
        (description,) = found
        assert description == " ".join(description.split())
        assert 40 <= len(description) <= LONGEST, (route, description)
        assert description not in described, (route, described[description])
        described[description] = route


@pytest.mark.parametrize("path", ["/nowhere/", "/t/ABCDEF/"])
def test_other_pages_have_one_too(client: Client, path: str) -> None:
    assert len(DESCRIPTION.findall(client.get(path).content.decode())) == 1
