from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tabletop.accounts.models import User
from tests.accounts.conftest import present_person

pytestmark = pytest.mark.django_db

GUEST = "/account/guest/"
SENTENCE = "Up to twenty letters or digits, with spaces, hyphens, dots or apostrophes between."


def test_a_name_is_enough_to_come_in(client: Client) -> None:
    response = client.post(GUEST, {"name": " Teo "})
    assert (response.status_code, response["Location"]) == (302, reverse("lobby:home"))
    person = present_person(client)
    assert person
    assert (person.display_name, person.is_guest) == ("Teo", True)


def test_the_same_browser_stays_the_same_guest_for_more_than_a_year(client: Client, settings: Any) -> None:
    client.post(GUEST, {"name": "Teo"})
    assert client.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 400 * 24 * 3600
    assert present_person(client) == User.objects.get()


def test_a_known_person_is_renamed_and_stays_the_same(guest: User, browser_of: Callable[[User], Client]) -> None:
    client = browser_of(guest)
    client.post(GUEST, {"name": "Theodor"})
    assert present_person(client) == guest
    assert User.objects.get().display_name == "Theodor"


def test_a_bad_name_is_refused_next_to_the_field_and_creates_nobody(client: Client) -> None:
    for name in ("", "-", "<script>alert(1)</script>", "Ada\u202e", "🎲🎲🎲", "a" * 10_240):
        response = client.post(GUEST, {"name": name})
        page = response.content.decode()
        assert response.status_code == 400
        assert SENTENCE in page
        assert 'aria-invalid="true"' in page
        assert 'aria-describedby="id_name_error"' in page
        assert "<script>alert" not in page
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("/cambio/5a9d3d2e-8a4f-4b0c-9d6e-000000000000/", True),
        ("/imperial/5a9d3d2e-8a4f-4b0c-9d6e-000000000000/?from=mail", True),
        ("/cambio/new/", False),
        ("/nowhere/", False),
        ("//elsewhere.example/cambio/", False),
    ],
)
def test_a_visitor_with_an_invitation_is_told_what_for(client: Client, page: str, told: bool) -> None:
    shown = client.get(GUEST, {"next": page}).content.decode()
    assert ("You are on your way to a table of" in shown) == told


def test_whatever_page_is_named_to_come_next_is_an_address(client: Client) -> None:
    assert client.post(GUEST, {"name": "Teo", "next": "foo"})["Location"] == "foo"


def test_a_request_without_the_field_is_refused_too(client: Client) -> None:
    assert client.post(GUEST).status_code == 400


def test_htmx_gets_the_form_alone_with_the_sentence(client: Client) -> None:
    response = client.post(GUEST, {"name": "A_l"}, headers={"HX-Request": "true"})
    page = response.content.decode()
    assert response.status_code == 400
    assert SENTENCE in page
    assert page.lstrip().startswith("<form")
    assert "<html" not in page


def test_htmx_is_sent_to_a_whole_new_page(client: Client) -> None:
    response = client.post(GUEST, {"name": "Teo", "next": "/cambio/"}, headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert response["HX-Redirect"] == "/cambio/"


def test_a_safe_next_page_is_followed(client: Client) -> None:
    assert client.post(GUEST, {"name": "Teo", "next": "/cambio/ABC/?x=1"})["Location"] == "/cambio/ABC/?x=1"


OUTSIDE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "http:evil.example",
    "javascript:alert(1)",
    "https://testserver@evil.example/",
    " https://evil.example",
]


@pytest.mark.parametrize("address", OUTSIDE)
@pytest.mark.parametrize("htmx", [False, True])
def test_next_never_leads_off_the_site(client: Client, address: str, htmx: bool) -> None:
    headers = {"HX-Request": "true"} if htmx else {}
    response = client.post(GUEST, {"name": "Teo", "next": address}, headers=headers)
    assert response["HX-Redirect" if htmx else "Location"] == reverse("lobby:home")


def test_twenty_guests_from_one_address_in_ten_minutes_are_enough() -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        for number in range(20):
            assert Client().post(GUEST, {"name": f"Guest {number}"}).status_code == 302
        response = Client().post(GUEST, {"name": "One more"})
        assert response.status_code == 429
        assert response["Retry-After"] == "600"
        assert Client(REMOTE_ADDR="192.0.2.7").post(GUEST, {"name": "Elsewhere"}).status_code == 302
    assert User.objects.count() == 21


def test_bad_names_and_renaming_are_not_counted(guest: User, browser_of: Callable[[User], Client]) -> None:
    client = browser_of(guest)
    for _ in range(21):
        assert Client().post(GUEST, {"name": "x_"}).status_code == 400
        assert client.post(GUEST, {"name": "Theodor"}).status_code == 302


def test_coming_in_costs_a_row_and_a_session(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    # The row, the time of the log-in, and Django's session: looked up, inserted and updated, each in a savepoint.
    with django_assert_num_queries(9):
        client.post(GUEST, {"name": "Teo"})
