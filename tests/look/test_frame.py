"""Pages that open without a database: a query fails these tests."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils.functional import SimpleLazyObject

from tabletop.accounts.models import User


def visit(user: Any) -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = user
    return request


def nobody_can_tell() -> User:
    raise AssertionError("The page asks who the visitor is, and that may need the database.")


class Outline(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def first(self, tag: str) -> dict[str, str | None]:
        return next(attributes for found, attributes in self.tags if found == tag)


def page(**context: Any) -> dict[str, Any]:
    return {"code": 404, "title": "Nothing on this table", "sentence": "Check the link.", **context}


def test_the_last_error_page_needs_nothing_at_all() -> None:
    assert "fell off the table" in render_to_string("500.html")


@pytest.mark.parametrize("code", [400, 403, 404, 409, 429, 500, 503])
def test_error_page_opens_without_a_visitor(code: int) -> None:
    html = render_to_string("errors/page.html", page(code=code))
    assert "Nothing on this table" in html
    assert "Check the link." in html


@pytest.mark.parametrize("code", [500, 503])
def test_error_page_of_a_broken_site_does_not_ask_who_the_visitor_is(code: int) -> None:
    request = visit(SimpleLazyObject(nobody_can_tell))
    assert "Nothing on this table" in render_to_string("errors/page.html", page(code=code), request=request)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_chosen_colours_are_on_the_page(theme: str) -> None:
    user = User(display_name="Juno", email="juno@example.org", theme=theme)
    html = render_to_string("errors/page.html", page(), request=visit(user))
    assert Outline(html).first("html")["data-theme"] == theme


def test_colours_of_the_device_are_left_to_the_device() -> None:
    html = render_to_string("errors/page.html", page(), request=visit(User(display_name="Juno", theme="system")))
    assert "data-theme" not in Outline(html).first("html")


@pytest.mark.parametrize("motion", ["full", "brisk", "none"])
def test_chosen_motion_is_on_the_page(motion: str) -> None:
    html = render_to_string("errors/page.html", page(), request=visit(User(display_name="Juno", motion=motion)))
    assert Outline(html).first("html")["data-motion"] == motion


@pytest.mark.parametrize("user", [User(display_name="Juno", motion="system"), AnonymousUser()])
def test_motion_of_the_device_is_left_to_the_device(user: User | AnonymousUser) -> None:
    html = render_to_string("errors/page.html", page(), request=visit(user))
    assert "data-motion" not in Outline(html).first("html")


def test_page_has_its_landmarks_and_a_way_past_the_header() -> None:
    outline = Outline(render_to_string("errors/page.html", page(), request=visit(AnonymousUser())))
    tags = [tag for tag, _ in outline.tags]
    assert [tags.count(tag) for tag in ("header", "main", "footer", "h1")] == [1, 1, 1, 1]
    assert outline.first("a")["href"] == f"#{outline.first('main')['id']}"


def test_visitor_is_offered_to_log_in() -> None:
    html = render_to_string("errors/page.html", page(), request=visit(AnonymousUser()))
    assert "Log in" in html
    assert "Log out" not in html


def test_guest_is_offered_to_keep_the_games() -> None:
    html = render_to_string("errors/page.html", page(), request=visit(User(display_name="Juno", is_guest=True)))
    assert "Keep my games: make an account" in html
    assert "Log out" not in html


def test_account_can_log_out() -> None:
    user = User(display_name="Juno", email="juno@example.org")
    html = render_to_string("errors/page.html", page(), request=visit(user))
    assert "Log out" in html
    assert "make an account" not in html


def test_toast_is_appended_out_of_band_and_escaped() -> None:
    html = render_to_string("_toast.html", {"sentence": "Not <you>", "kind": "bad"})
    outline = Outline(html)
    assert outline.first("div") == {"hx-swap-oob": "beforeend:#toasts"}
    assert ("div", {"class": "toast toast--bad"}) in outline.tags
    assert "Not &lt;you&gt;" in html
