from collections.abc import Callable

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tabletop.accounts.models import User
from tests.accounts.conftest import PASSWORD, present_person, without_token
from tests.accounts.test_guests import OUTSIDE

pytestmark = pytest.mark.django_db

LOGIN = "/account/login/"
RIGHT = {"username": "Ada@Example.org", "password": PASSWORD}
POSTED = [
    "guest",
    "login",
    "logout",
    "signup",
    "profile",
    "change_email",
    "password_change",
    "password_reset",
    "delete",
]


def test_the_right_password_logs_in(ada: User, client: Client) -> None:
    assert client.post(LOGIN, RIGHT)["Location"] == reverse("lobby:home")
    assert present_person(client) == ada


def test_logging_in_makes_a_new_session(ada: User, client: Client) -> None:
    client.post("/account/guest/", {"name": "Teo"})
    before = client.session.session_key
    client.post(LOGIN, RIGHT)
    assert client.session.session_key != before


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(ada: User, client: Client) -> None:
    wrong = client.post(LOGIN, {"username": "ada@example.org", "password": "wrong"})
    unknown = client.post(LOGIN, {"username": "bob@example.org", "password": PASSWORD})
    disabled = User.objects.create_user(email="eve@example.org", password=PASSWORD, display_name="Eve", is_active=False)
    inactive = client.post(LOGIN, {"username": disabled.email, "password": PASSWORD})
    pages = [
        without_token(answer.content).replace(f"{name}@example.org", "")
        for answer, name in ((wrong, "ada"), (unknown, "bob"), (inactive, "eve"))
    ]
    assert wrong.status_code == unknown.status_code == inactive.status_code == 400
    assert pages[0] == pages[1] == pages[2]
    assert "do not belong together" in pages[0]


def test_a_guest_is_told_what_logging_in_leaves_behind(guest: User, browser_of: Callable[[User], Client]) -> None:
    page = browser_of(guest).get(LOGIN).content.decode()
    assert "the tables of Teo stay with that guest" in page
    assert reverse("accounts:signup") in page


def test_a_guest_who_logs_in_becomes_the_account_and_leaves_the_guest_as_it_was(
    ada: User, guest: User, browser_of: Callable[[User], Client]
) -> None:
    client = browser_of(guest)
    client.post(LOGIN, RIGHT)
    assert present_person(client) == ada
    guest.refresh_from_db()
    assert (guest.display_name, guest.is_guest) == ("Teo", True)


def test_who_is_logged_in_skips_the_page(ada: User, browser_of: Callable[[User], Client]) -> None:
    assert browser_of(ada).get(LOGIN, {"next": "/account/"})["Location"] == "/account/"


@pytest.mark.parametrize("address", OUTSIDE)
def test_next_never_leads_off_the_site(ada: User, client: Client, address: str) -> None:
    assert client.post(f"{LOGIN}?next={address}", RIGHT)["Location"] == reverse("lobby:home")


def test_five_tries_a_minute_from_one_address() -> None:
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        for number in range(5):
            assert Client().post(LOGIN, {"username": f"{number}@x.org", "password": "x"}).status_code == 400
        refused = Client().post(LOGIN, RIGHT)
        assert (refused.status_code, refused["Retry-After"]) == (429, "60")
        clock.shift(60)
        assert Client().post(LOGIN, RIGHT).status_code == 400


@pytest.mark.parametrize("email", ["ada@example.org", "nobody@example.org"])
def test_five_tries_a_minute_for_one_account_whether_it_exists_or_not(ada: User, email: str) -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        answers = [
            Client(REMOTE_ADDR=f"192.0.2.{number}").post(LOGIN, {"username": spelling, "password": "wrong"}).status_code
            for number, spelling in enumerate([email, email.upper(), f" {email}", email, email, email.title()])
        ]
    assert answers == [400] * 5 + [429]


def test_logging_out_needs_a_post(ada: User, browser_of: Callable[[User], Client]) -> None:
    client = browser_of(ada)
    assert client.get("/account/logout/").status_code == 405
    assert present_person(client) == ada
    assert client.post("/account/logout/")["Location"] == reverse("lobby:home")
    assert present_person(client) is None


@pytest.mark.parametrize("name", POSTED)
def test_a_form_from_another_site_is_refused(ada: User, name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    form = {"name": "Evil", "display_name": "Evil", "theme": "dark", "proof": PASSWORD, "email": "evil@example.org"}
    assert client.post(reverse(f"accounts:{name}"), form | RIGHT).status_code == 403
    ada.refresh_from_db()
    assert (ada.display_name, ada.email) == ("Ada", "ada@example.org")
