"""Where an account is signed in, and signing out there."""

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone

from tabletop.accounts.known_devices import name_of
from tabletop.accounts.models import User
from tests.accounts.conftest import PASSWORD, path_in_mail, present_person
from tests.kit.clients import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_shapes]

DEVICES = "/account/devices/"
RIGHT = {"login": "ada@example.org", "password": PASSWORD}
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Mobile/15E148 Safari/604.1"
)


def browser(user_agent: str, **options: str) -> Client:
    client = Client(headers={"User-Agent": user_agent}, **options)  # type: ignore[arg-type]
    client.post("/account/login/", RIGHT)
    return client


def test_every_device_is_listed_and_one_can_be_signed_out_from_another(ada: User) -> None:
    here, phone = browser(FIREFOX), browser(PHONE, REMOTE_ADDR="192.0.2.9")
    page = here.get(DEVICES).content.decode()
    for words in ("Firefox, Windows", "This device", "Safari, iPhone", "192.0.2.9"):
        assert words in page
    there = UserSession.objects.get(ip="192.0.2.9")
    assert here.post(DEVICES, {"device": there.pk})["Location"] == DEVICES
    assert present_person(phone) is None
    assert present_person(here) == ada
    assert "Safari" not in here.get(DEVICES).content.decode()


def test_all_others_are_signed_out_at_once(ada: User) -> None:
    here, elsewhere = browser(FIREFOX), [browser(PHONE), browser(PHONE)]
    here.post(DEVICES, {"device": "others"})
    assert [present_person(client) for client in (here, *elsewhere)] == [ada, None, None]


def test_nobody_signs_another_person_out(ada: User, guest: User) -> None:
    own = browser(FIREFOX)
    eve = client_of(User.objects.create_user(email="eve@example.org", password="x", display_name="Eve"))
    for chosen in (str(UserSession.objects.get().pk), "others", "0", "", "x" * 5000):
        assert eve.post(DEVICES, {"device": chosen})["Location"] == DEVICES
    assert present_person(own) == ada


def test_a_session_from_before_there_was_a_list_is_listed_with_its_next_page(ada: User) -> None:
    old = client_of(ada)
    session = old.session
    session["renewed_at"] = timezone.now().timestamp()
    session.save()
    assert present_person(old) == ada
    assert "This device" in old.get(DEVICES).content.decode()


def test_the_list_says_on_which_day_a_device_was_last_seen(ada: User) -> None:
    with time_machine.travel("2030-05-01 12:00", tick=False) as clock:
        client = browser(FIREFOX)
        clock.shift(timedelta(days=2))
        client.get("/account/")
        assert "Since May 1, 2030, last seen May 3, 2030" in client.get(DEVICES).content.decode()


def test_the_buttons_that_sign_out_are_told_apart(ada: User) -> None:
    with time_machine.travel("2030-05-01 12:00", tick=False) as clock:
        here = browser(FIREFOX)
        for user_agent in ("curl/8", "curl/8", PHONE):
            clock.shift(timedelta(minutes=5))
            browser(user_agent)
        page = here.get(DEVICES).content.decode()
    buttons = [" ".join(text.split()) for text in re.findall(r'value="\d+">(.*?)</button>', page, re.DOTALL)]
    assert buttons == [
        'Sign out there<span class="sr-only"> Safari, iPhone, signed in May 1, 2030, 12:15 p.m.</span>',
        'Sign out there<span class="sr-only"> An unknown browser, signed in May 1, 2030, 12:10 p.m.</span>',
        'Sign out there<span class="sr-only"> An unknown browser, signed in May 1, 2030, 12:05 p.m.</span>',
    ]


def test_the_browser_of_a_guest_who_gets_an_account_is_listed(guest: User) -> None:
    client = client_of(guest)
    client.post("/account/sign-up/", {"name": "Teo", "email": "teo@example.org", "password1": PASSWORD})
    assert not UserSession.objects.exists()
    client.post(path_in_mail("teo@example.org"))
    assert "This device" in client.get(DEVICES).content.decode()


def test_an_address_that_is_none_is_kept_as_unknown(ada: User) -> None:
    for address in ("not an address", ""):
        Client(REMOTE_ADDR=address).post("/account/login/", RIGHT)
    assert {row.ip for row in UserSession.objects.all()} == {"0.0.0.0"}


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX, "Firefox, Windows"),
        (PHONE, "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 15) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Mac"),
        ("curl/8", ""),
        ("", ""),
    ],
)
def test_a_browser_is_called_as_people_call_it(user_agent: str, name: str) -> None:
    assert name_of(user_agent) == name
