from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tabletop.accounts.models import User
from tests.accounts.conftest import PASSWORD, delivered, path_in_mail, present_person, without_token

pytestmark = pytest.mark.django_db

NEW = "nine yellow kettles"
RESET = "/account/reset/"


def open_reset_link(client: Client) -> str:
    """Django keeps the token in the session and shows the form at an address without it."""
    response = client.get(path_in_mail("ada@example.org"), follow=True)
    return str(response.redirect_chain[-1][0])


def test_a_changed_password_counts_and_logs_out_every_other_browser(
    ada: User, browser_of: Callable[[User], Client]
) -> None:
    here, elsewhere = browser_of(ada), browser_of(ada)
    here.post("/account/password/", {"oldpassword": PASSWORD, "password1": NEW})
    ada.refresh_from_db()
    assert ada.check_password(NEW)
    assert present_person(here) == ada
    assert present_person(elsewhere) is None


@pytest.mark.parametrize(
    "form",
    [
        {"oldpassword": "wrong", "password1": NEW},
        {"oldpassword": PASSWORD, "password1": "short"},
        {"oldpassword": PASSWORD, "password1": "ada@example.org"},
        {},
    ],
)
def test_a_bad_change_is_refused(ada: User, browser_of: Callable[[User], Client], form: dict[str, str]) -> None:
    assert browser_of(ada).post("/account/password/", form).status_code == 400
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


def test_a_forgotten_password_is_replaced_through_the_mail(ada: User, client: Client) -> None:
    client.post(RESET, {"email": "Ada@Example.org"})
    form = open_reset_link(client)
    response = client.post(form, {"password1": NEW}, follow=True)
    assert response.status_code == 200
    ada.refresh_from_db()
    assert ada.check_password(NEW)


def test_a_reset_ends_every_open_session_of_the_account(
    ada: User, client: Client, browser_of: Callable[[User], Client]
) -> None:
    intruder = browser_of(ada)
    client.post(RESET, {"email": "ada@example.org"})
    client.post(open_reset_link(client), {"password1": NEW})
    assert present_person(intruder) is None


def test_a_reset_link_works_once_and_for_a_day(ada: User, client: Client) -> None:
    client.post(RESET, {"email": "ada@example.org"})
    link = path_in_mail("ada@example.org")
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        answers = [client.get(link)]
    page = open_reset_link(client)
    assert client.get(page).status_code == 200
    client.post(page, {"password1": NEW})
    answers += [Client().get(link), client.get(page), client.post(page, {"password1": NEW})]
    told = [(answer.status_code, "no longer works" in answer.content.decode()) for answer in answers]
    assert told == [(410, True)] * 4


def test_a_weak_new_password_is_refused_next_to_the_field(ada: User, client: Client) -> None:
    client.post(RESET, {"email": "ada@example.org"})
    response = client.post(open_reset_link(client), {"password1": "short"})
    assert response.status_code == 400
    assert 'id="id_password1_error"' in response.content.decode()


def test_an_unknown_address_gets_the_same_answer_and_a_mail_that_says_so(ada: User) -> None:
    pages = []
    for email in ("ada@example.org", "nobody@example.org"):
        client = Client()
        response = client.post(RESET, {"email": email})
        assert response.status_code == 302
        pages.append(without_token(client.get(response["Location"]).content))
    assert pages[0] == pages[1]
    assert [message.to for message in delivered()] == [["ada@example.org"], ["nobody@example.org"]]
    assert "no account" in delivered()[1].body


def test_a_disabled_account_cannot_be_reset(ada: User, client: Client) -> None:
    User.objects.update(is_active=False)
    client.post(RESET, {"email": "ada@example.org"})
    assert "/account/reset/" not in delivered()[0].body


def test_reset_links_never_trust_the_host_header(ada: User, client: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://tabletop.example"
    client.post(RESET, {"email": "ada@example.org"}, headers={"Host": "evil.example"})
    assert "evil.example" not in delivered()[0].body
    assert "https://tabletop.example/account/reset/" in delivered()[0].body


def test_five_resets_an_hour_from_one_address() -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        answers = [Client().post(RESET, {"email": f"{n}@example.org"}).status_code for n in range(6)]
    assert answers == [302] * 5 + [429]


def test_strangers_cannot_use_up_the_mails_with_a_link_by_asking_for_others(ada: User, client: Client) -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        form = {"name": "Eve", "email": "ada@example.org", "password1": NEW}
        for number in range(6):
            Client(REMOTE_ADDR=f"198.51.100.{number}").post("/account/sign-up/", form)
        assert client.post(RESET, {"email": "ada@example.org"}).status_code == 302
        assert open_reset_link(client).endswith("/set-password/")


def test_after_five_mails_in_an_hour_the_page_says_where_they_are_and_each_of_them_works(
    ada: User, client: Client
) -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        for number in range(5):
            Client(REMOTE_ADDR=f"198.51.100.{number}").post(RESET, {"email": "ada@example.org"})
        told = client.post(RESET, {"email": "ada@example.org"})
        assert (told.status_code, told["Retry-After"]) == (429, "3600")
        assert "We have written to this address five times within an hour" in told.content.decode()
        assert len(delivered()) == 5
        assert client.post(open_reset_link(client), {"password1": NEW}, follow=True).status_code == 200
        assert present_person(client) == ada
