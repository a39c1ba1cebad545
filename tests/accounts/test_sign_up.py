import re
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

SIGN_UP = "/account/sign-up/"
FORM = {"name": "Teo", "email": "Teo@Example.org", "password1": PASSWORD}


def test_a_stranger_signs_up_plays_at_once_and_has_an_account_when_the_link_is_opened(client: Client) -> None:
    client.post(SIGN_UP, FORM)
    person = present_person(client)
    assert person
    assert person.is_guest
    link = path_in_mail("teo@example.org")
    assert client.get(link).status_code == 200
    assert present_person(client).is_guest, "Opening the link alone changes nothing: scanners do that"  # type: ignore[union-attr]
    client.post(link)
    account = present_person(client)
    assert account == person
    assert account
    assert (account.email, account.is_guest) == ("teo@example.org", False)


def test_a_guest_who_signs_up_keeps_row_and_session(guest: User, browser_of: Callable[[User], Client]) -> None:
    client = browser_of(guest)
    session = client.session
    session["kept"] = "yes"
    session.save()
    client.post(SIGN_UP, FORM | {"name": "Theodor"})
    assert present_person(client) == guest
    client.post(path_in_mail("teo@example.org"))
    assert present_person(client) == guest
    guest.refresh_from_db()
    assert (guest.display_name, guest.email, guest.is_guest) == ("Theodor", "teo@example.org", False)
    assert User.objects.count() == 1
    assert client.session["kept"] == "yes"


def test_an_address_with_an_account_gets_the_same_answer_as_one_without(ada: User) -> None:
    answers = []
    for email in ("ada@example.org", "teo@example.org"):
        client = Client()
        response = client.post(SIGN_UP, FORM | {"email": email})
        page = without_token(client.get(response["Location"]).content).replace(email, "")
        answers.append((response.status_code, response["Location"], re.sub(r"avatar--\d", "", page)))
        assert present_person(client) != ada
    assert answers[0] == answers[1]
    assert [message.to for message in delivered()] == [["ada@example.org"], ["teo@example.org"]]


def test_the_owner_of_a_taken_address_hears_of_it_and_gets_no_link_to_confirm(ada: User, client: Client) -> None:
    client.post(SIGN_UP, FORM | {"email": "ada@example.org"})
    assert "/account/confirm/" not in delivered()[0].body
    assert path_in_mail("ada@example.org") == "/account/login/"
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


def test_in_another_browser_the_link_asks_for_the_password(client: Client) -> None:
    client.post(SIGN_UP, FORM)
    link = path_in_mail("teo@example.org")
    elsewhere = Client()
    assert elsewhere.post(link).status_code == 400
    assert elsewhere.post(link, {"password": "a stranger's guess"}).status_code == 400
    assert User.objects.get().is_guest
    assert elsewhere.post(link, {"password": PASSWORD}).status_code == 302
    assert present_person(elsewhere) == present_person(client)


def test_a_spent_old_or_forged_link_is_gone(client: Client) -> None:
    client.post(SIGN_UP, FORM)
    link = path_in_mail("teo@example.org")
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert client.get(link).status_code == 410
    assert client.get(link.replace("/confirm/", "/confirm/x")).status_code == 410
    assert client.get("/account/confirm/nonsense/").status_code == 410
    client.post(link)
    assert client.get(link).status_code == 410
    assert client.post(link).status_code == 410


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "<b>"),
        ("email", "nobody"),
        ("email", "teo@example.org\nBcc: all@example.org"),
        ("email", "a" * 250 + "@example.org"),
        ("password1", "short"),
        ("password1", "password123"),
        ("password1", "teo@example.org"),
    ],
)
def test_bad_input_is_refused_next_to_the_field(client: Client, field: str, value: str) -> None:
    response = client.post(SIGN_UP, FORM | {field: value})
    assert response.status_code == 400
    assert f'id="id_{field}_error"' in response.content.decode()
    assert not User.objects.exists()
    assert delivered() == []


def test_who_has_an_account_is_sent_to_the_profile(ada: User, browser_of: Callable[[User], Client]) -> None:
    assert browser_of(ada).get(SIGN_UP)["Location"] == "/account/"


def test_ten_sign_ups_from_one_address_in_an_hour_are_enough() -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        for number in range(10):
            assert Client().post(SIGN_UP, FORM | {"email": f"{number}@example.org"}).status_code == 302
        assert Client().post(SIGN_UP, FORM).status_code == 429


def sign_up_from(network: str) -> int:
    return Client(REMOTE_ADDR=network).post(SIGN_UP, FORM).status_code


def test_nobody_is_flooded_with_our_mail() -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        assert [sign_up_from(f"192.0.2.{number}") for number in range(21)] == [302] * 20 + [429]
        assert len(delivered()) == 20


def test_a_stranger_keeps_no_address_from_signing_up() -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        assert [sign_up_from("192.0.2.1") for _ in range(10)] == [302] * 5 + [429] * 5
        assert len(delivered()) == 5
        assert [sign_up_from(f"192.0.2.{number}") for number in range(2, 17)] == [302] * 15, "none refused was counted"


def test_links_in_mails_never_trust_the_host_header(client: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    client.post(SIGN_UP, FORM, headers={"Host": "evil.example"})
    assert "evil.example" not in delivered()[0].body
    assert path_in_mail("teo@example.org")
