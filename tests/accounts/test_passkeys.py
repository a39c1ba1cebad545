"""Passkeys that fit, and answers to a challenge that are none."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from tabletop.accounts.models import User
from tests.accounts.conftest import PASSWORD, present_person
from tests.accounts.passkeys import (
    ADD,
    AGAIN,
    LOG_IN,
    SECOND_STEP,
    Passkey,
    add_passkey,
    creation_challenge,
    request_challenge,
)

pytestmark = pytest.mark.django_db

RIGHT = {"login": "ada@example.org", "password": PASSWORD}
NO_FIT = "That passkey does not fit. Try again."
NOT_KNOWN = "That passkey is not known here. Log in with your password."
NONE_MADE = "Your browser has made no passkey. Try again."


def logged_in(ada: User) -> Client:
    client = Client()
    client.post("/account/login/", RIGHT)
    return client


def at_passkey_login(ada: User) -> Client:
    add_passkey(logged_in(ada))
    client = Client()
    request_challenge(client, LOG_IN)
    return client


def at_second_step(ada: User) -> Client:
    add_passkey(logged_in(ada))
    client = logged_in(ada)
    request_challenge(client, SECOND_STEP)
    return client


def at_passkey_again(ada: User) -> Client:
    client = logged_in(ada)
    add_passkey(client)
    request_challenge(client, AGAIN)
    return client


def at_add(ada: User) -> Client:
    client = logged_in(ada)
    creation_challenge(client)
    return client


PLACES: Mapping[str, tuple[Callable[[User], Client], str, str]] = {
    "log-in": (at_passkey_login, LOG_IN, NOT_KNOWN),
    "second step": (at_second_step, SECOND_STEP, NO_FIT),
    "again": (at_passkey_again, AGAIN, NO_FIT),
    "add": (at_add, ADD, NO_FIT),
}


def altered(**changes: Any) -> str:
    """A credential in the shape of both kinds, with some of its parts replaced."""
    whole = Passkey().created("AAAA")
    whole["response"] |= {"authenticatorData": "AAAA", "signature": "AAAA", "userHandle": "AAAA"}
    response = {**whole["response"], **changes.pop("response", {})}
    return json.dumps({**whole, "response": response, **changes})


JUNK: Mapping[str, str] = {
    "nonsense": "nonsense",
    "an empty object": "{}",
    "an empty list": "[]",
    "zero": "0",
    "false": "false",
    "null": "null",
    "a text": '"AQ"',
    "a list": '["AQ"]',
    "an id alone": '{"id": "AQ"}',
    "many digits": "7" * 5000,
    "many digits inside": '{"id": ' + "7" * 5000 + "}",
    "nested too deep": "[" * 100_000,
    "nested below the bound": "[" * 8000,
    "too long": altered(padding="x" * 20_000),
    "not a number": altered(clientExtensionResults={"x": float("nan")}),
    "beyond all numbers": altered().replace('"public-key"', "1e999"),
    "a zero byte": altered(id="\0"),
    "half a letter": altered(id="\ud800"),
    "letters for base64": altered(rawId="ä"),
    "broken base64": altered(rawId="A", id="A"),
    "no response": altered().replace('"response"', '"answer"'),
    "a response that is a text": altered().replace('"response": {', '"response": "x", "more": {'),
    "client data that is no JSON": altered(response={"clientDataJSON": "AAAA"}),
    "client data that is a number": altered(response={"clientDataJSON": "Nw"}),
    "client data that is empty": altered(response={"clientDataJSON": "e30"}),
    "data that ends early": altered(response={"attestationObject": "o2Nm", "authenticatorData": "AA"}),
    "data that is a number": altered(response={"attestationObject": "AA", "authenticatorData": 7}),
    "empty data": altered(response={"attestationObject": "", "authenticatorData": ""}),
    "another challenge": altered(),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", JUNK)
def test_junk_in_place_of_a_passkey_is_refused_with_a_sentence(ada: User, place: str, kind: str) -> None:
    prepare, address, sentence = PLACES[place]
    client = prepare(ada)
    passkeys = Authenticator.objects.count()
    answer = client.post(address, {"credential": JUNK[kind]})
    assert (answer.status_code, answer.content.decode().count(sentence)) == (400, 1)
    assert Authenticator.objects.count() == passkeys


@pytest.mark.parametrize(
    ("place", "sentence"), [("log-in", NOT_KNOWN), ("second step", NO_FIT), ("again", NO_FIT), ("add", NONE_MADE)]
)
def test_no_passkey_at_all_is_told_so(ada: User, place: str, sentence: str) -> None:
    prepare, address, _sentence = PLACES[place]
    answer = prepare(ada).post(address, {"credential": ""})
    assert (answer.status_code, answer.content.decode().count(sentence)) == (400, 1)


@pytest.mark.parametrize("address", [LOG_IN, SECOND_STEP, AGAIN])
def test_a_passkey_opens_where_it_is_asked_for(ada: User, address: str) -> None:
    client = logged_in(ada)
    passkey = add_passkey(client)
    if address != AGAIN:
        client = Client() if address == LOG_IN else logged_in(ada)
    credential = passkey.used(request_challenge(client, address), by=ada)
    assert client.post(address, {"credential": json.dumps(credential)}).status_code == 302
    assert present_person(client) == ada


def test_a_passkey_that_is_refused_at_the_log_in_leads_back_to_the_page_that_was_asked_for(ada: User) -> None:
    client = Client()
    page = client.post(LOG_IN, {"credential": "7", "next": "/account/devices/"}).content.decode()
    assert page.count('name="next" value="/account/devices/"') == 2
    assert 'action="/account/login/"' in page


@pytest.mark.parametrize("address", ["https://[", "//["])
def test_an_address_that_cannot_be_read_is_no_page_to_lead_back_to(address: str) -> None:
    answer = Client().post(LOG_IN, {"credential": "7", "next": address})
    assert (answer.status_code, answer.content.decode().count(address)) == (400, 0)


@pytest.mark.parametrize("origin", [7, None, ["x"], "https://[", "", "https://elsewhere.example"])
def test_an_answer_for_another_site_or_none_is_refused(settings: Any, ada: User, origin: Any) -> None:
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = False
    client = at_add(ada)
    credential = Passkey().created(creation_challenge(client), origin=origin)
    assert client.post(ADD, {"credential": json.dumps(credential)}).status_code == 400
    own = logged_in(ada)
    passkey = add_passkey(own)
    credential = passkey.used(request_challenge(own, AGAIN), by=ada, origin=origin)
    assert own.post(AGAIN, {"credential": json.dumps(credential)}).status_code == 400


@pytest.mark.parametrize("handle", [b"", b"\0", b"\xff", b"7" * 5000, b"nobody", b"0" * 32])
def test_a_passkey_of_nobody_opens_nothing(ada: User, handle: bytes) -> None:
    passkey = add_passkey(logged_in(ada))
    client = Client()
    credential = passkey.used(request_challenge(client, LOG_IN), by=ada, handle=handle)
    assert client.post(LOG_IN, {"credential": json.dumps(credential)}).status_code == 400
    assert present_person(client) is None


def test_an_answer_counts_once(ada: User) -> None:
    passkey = add_passkey(logged_in(ada))
    client = Client()
    credential = json.dumps(passkey.used(request_challenge(client, LOG_IN), by=ada))
    assert client.post(LOG_IN, {"credential": credential}).status_code == 302
    elsewhere = Client()
    request_challenge(elsewhere, LOG_IN)
    assert elsewhere.post(LOG_IN, {"credential": credential}).status_code == 400


@pytest.mark.parametrize("deed", ["name", "remove"])
def test_nobody_changes_somebody_elses_passkey(ada: User, deed: str) -> None:
    add_passkey(logged_in(ada))
    row = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN)
    eve = User.objects.create_user(email="eve@example.org", password=PASSWORD, display_name="Eve")
    client = Client()
    client.post("/account/login/", {"login": eve.email, "password": PASSWORD})
    answer = client.post(f"/account/passkeys/{row.pk}/{deed}/", {"name": "Mine"})
    assert answer.status_code == 404
    row.refresh_from_db()
    assert (row.user, row.data["name"]) == (ada, "My phone")
