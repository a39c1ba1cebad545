"""What browsers are told besides the page: what they may keep, and what its scripts may use."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from tabletop.accounts.models import User
from tabletop.logs import RequestIdMiddleware
from tabletop.response_headers import PERMISSIONS_POLICY, UNUSED, USED
from tests.docs.documents import ROOT
from tests.kernel.conftest import any_move
from tests.kit.clients import client_of
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db


def test_no_answer_of_a_table_is_kept_by_a_browser(duel: DuelGame, people: list[User], state_of: Any) -> None:
    client = client_of(people[0])
    for answer in (
        client.get(f"/duel/{duel.pk}/"),
        client.get(f"/duel/{duel.pk}/parts/"),
        client.post(f"/duel/{duel.pk}/move/", any_move(state_of(duel)), headers={"HX-Request": "true"}),
        client.get(f"/duel/{duel.pk}/nowhere/"),
    ):
        assert answer["Cache-Control"] == "private, no-store", answer.status_code


def test_what_says_itself_how_long_it_may_be_kept_keeps_its_word(client: Client) -> None:
    assert client.get("/api/schema.json")["Cache-Control"] == "public, max-age=300"
    assert client.get("/")["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("address", ["/", "/account/login/", "/nowhere/", "/admin/login/"])
def test_every_page_says_what_it_may_use_of_the_machine(client: Client, address: str) -> None:
    assert client.get(address)["Permissions-Policy"] == PERMISSIONS_POLICY


def test_everything_is_denied_that_no_script_uses() -> None:
    granted = dict(re.findall(r"([\w-]+)=(\([^)]*\))", PERMISSIONS_POLICY))
    assert granted == {**USED, **dict.fromkeys(UNUSED, "()")}
    for feature in ("camera", "microphone", "geolocation", "payment", "usb"):
        assert granted[feature] == "()"


def test_a_script_that_uses_more_of_the_browser_needs_a_permission() -> None:
    """The only ones asked for today; a new one belongs into `USED`."""
    scripts = "".join(file.read_text() for file in sorted((ROOT / "static/js").glob("*.js")))
    # A page may share by itself unless told otherwise, and browsers without a sheet do not know the name of that right.
    shares = {"canShare", "share"}
    used = set(re.findall(r"navigator\.(\w+)", scripts))
    assert used <= {"clipboard", "credentials", "onLine", "userActivation"} | shares


def test_a_file_that_is_kept_for_ever_has_no_id_of_a_request() -> None:
    kept = HttpResponse(headers={"Cache-Control": "max-age=315360000, public, immutable"})
    answer = RequestIdMiddleware(lambda _request: kept)(RequestFactory().get("/static/a.css"))
    assert "X-Request-ID" not in answer
