"""Codes of an app and recovery codes; passkeys need a browser (test_second_factor_in_browser.py)."""

from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.test import Client

from tabletop.accounts.models import User
from tests.accounts.conftest import PASSWORD, delivered, present_person
from tests.kit.clients import client_of
from tests.kit.codes import add_app, code_now

pytestmark = pytest.mark.django_db

LOGIN, CODE, APP = "/account/login/", "/account/second-factor/log-in/", "/account/second-factor/app/"
CODES = "/account/second-factor/codes/"
RIGHT = {"login": "ada@example.org", "password": PASSWORD}


def logged_in(client: Client) -> Client:
    client.post(LOGIN, RIGHT)
    return client


@pytest.mark.django_db(transaction=True)
def test_an_app_is_set_up_with_a_code_of_it_and_its_owner_hears_of_it(ada: User, client: Client) -> None:
    secret = logged_in(client).get(APP).context["form"].secret
    assert client.post(APP, {"code": "000000"}).status_code == 400
    assert not Authenticator.objects.exists()
    assert client.post(APP, {"code": code_now(secret)}).status_code == 302
    assert {row.type for row in Authenticator.objects.all()} == {"totp", "recovery_codes"}
    assert "asks for the codes of an app" in delivered()[-1].body


def test_an_open_browser_asks_for_the_password_before_second_factors_change(ada: User) -> None:
    client = client_of(ada)
    for address in (APP, "/account/passkeys/add/"):
        assert client.get(address)["Location"] == f"/account/password/again/?next={address.replace('/', '%2F')}"
    assert client.post("/account/password/again/", {"password": "wrong", "next": APP}).status_code == 400
    assert client.post("/account/password/again/", {"password": PASSWORD, "next": APP})["Location"] == APP
    assert client.get(APP).status_code == 200


def test_guessing_the_password_of_an_open_browser_is_limited(ada: User) -> None:
    client = client_of(ada)
    with time_machine.travel(1_800_000_000, tick=False):
        answers = [client.post("/account/password/again/", {"password": "wrong"}).status_code for _ in range(6)]
    assert answers == [400] * 5 + [429]


def test_the_password_alone_does_not_log_in(ada: User, client: Client) -> None:
    add_app(ada)
    assert client.post(LOGIN, RIGHT)["Location"] == CODE
    assert present_person(client) is None
    assert client.get(CODE).status_code == 200
    client.post(CODE, {"code": f" {code_now()[:3]} {code_now()[3:]} "})
    assert present_person(client) == ada


def test_a_code_opens_once(ada: User) -> None:
    add_app(ada)
    with time_machine.travel(1_800_000_000, tick=False):
        answers = []
        for _ in range(2):
            client = Client()
            client.post(LOGIN, RIGHT)
            answers.append(client.post(CODE, {"code": code_now()}).status_code)
    assert answers == [302, 400]


def log_in_with(code: str) -> int:
    client = Client()
    client.post(LOGIN, RIGHT)
    return client.post(CODE, {"code": code}).status_code


@pytest.mark.parametrize("early", [0, 30])
def test_a_code_opens_once_as_long_as_it_is_valid(ada: User, early: int) -> None:
    add_app(ada)
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        code = code_now()
        clock.shift(-early)
        answers = [log_in_with(code)]
        for _ in range(2):
            clock.shift(29 + early // 2)
            answers.append(log_in_with(code))
    assert answers == [302, 400, 400]


def test_after_a_code_the_one_before_it_opens_nothing_and_the_next_one_does(ada: User) -> None:
    add_app(ada)
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        before = code_now()
        clock.shift(30)
        assert [log_in_with(code_now()), log_in_with(before)] == [302, 400]
        clock.shift(30)
        assert log_in_with(code_now()) == 302


def test_a_code_opens_the_account_while_the_cache_is_away_and_does_so_once(settings: Any, ada: User) -> None:
    add_app(ada)
    gone = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
    settings.CACHES = {"default": {**settings.CACHES["default"], "OPTIONS": {}, **gone}}
    with time_machine.travel(1_800_000_000, tick=False):
        code = code_now()
        assert [log_in_with(code), log_in_with(code)] == [302, 400]


def test_ten_wrong_codes_in_a_quarter_of_an_hour_are_enough(ada: User, client: Client) -> None:
    add_app(ada)
    with time_machine.travel(1_800_000_000, tick=False):
        client.post(LOGIN, RIGHT)
        assert [client.post(CODE, {"code": "000000"}).status_code for _ in range(10)] == [400] * 10
        assert client.post(CODE, {"code": code_now()}).status_code == 429
    assert present_person(client) is None


def test_a_guest_passes_the_second_step_too_and_is_none_the_worse_for_a_wrong_code(ada: User, guest: User) -> None:
    add_app(ada)
    client = client_of(guest)
    assert client.post(LOGIN, RIGHT)["Location"] == CODE
    assert client.post(CODE, {"code": "000000"}).status_code == 400
    assert present_person(client) == guest
    client.post(CODE, {"code": code_now()})
    assert present_person(client) == ada


@pytest.mark.django_db(transaction=True)
def test_a_recovery_code_opens_in_place_of_the_app_once(ada: User, client: Client) -> None:
    secret = logged_in(client).get(APP).context["form"].secret
    client.post(APP, {"code": code_now(secret)})
    code = client.get(CODES).context["unused_codes"][0]
    assert code in client.get(f"{CODES}file/").content.decode()
    for expected in (302, 400):
        elsewhere = Client()
        elsewhere.post(LOGIN, RIGHT)
        assert elsewhere.post(CODE, {"code": code}).status_code == expected


@pytest.mark.django_db(transaction=True)
def test_new_recovery_codes_replace_the_old_ones(ada: User, client: Client) -> None:
    secret = logged_in(client).get(APP).context["form"].secret
    client.post(APP, {"code": code_now(secret)})
    old = client.get(CODES).context["unused_codes"]
    client.post(f"{CODES}new/")
    assert not {*old} & {*client.get(CODES).context["unused_codes"]}


def test_a_new_password_by_mail_does_not_pass_the_second_factor(ada: User, client: Client) -> None:
    from tests.accounts.test_passwords import NEW, RESET, open_reset_link

    add_app(ada)
    client.post(RESET, {"email": "ada@example.org"})
    assert client.post(open_reset_link(client), {"password1": NEW})["Location"] == CODE
    assert present_person(client) is None
    client.post(CODE, {"code": code_now()})
    assert present_person(client) == ada


@pytest.mark.django_db(transaction=True)
def test_the_app_is_removed_again(ada: User, client: Client) -> None:
    secret = logged_in(client).get(APP).context["form"].secret
    client.post(APP, {"code": code_now(secret)})
    assert client.get(f"{APP}remove/").status_code == 200
    assert client.post(f"{APP}remove/")["Location"] == "/account/second-factor/"
    assert not Authenticator.objects.exists(), "recovery codes without a second factor open nothing"
    assert Client().post(LOGIN, RIGHT)["Location"] == "/"


def test_a_forged_passkey_opens_nothing(ada: User, client: Client) -> None:
    client.get("/account/passkeys/log-in/", headers={"X-Requested-With": "XMLHttpRequest"})
    for credential in (
        "",
        "{}",
        "[]",
        "7",
        "nonsense",
        '{"id": "x", "rawId": "x", "response": {}, "type": "public-key"}',
    ):
        answer = client.post("/account/passkeys/log-in/", {"credential": credential})
        assert (answer.status_code, "That passkey is not known here." in answer.content.decode()) == (400, True)
    assert present_person(client) is None
