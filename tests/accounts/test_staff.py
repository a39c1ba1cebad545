"""Staff come into the admin by the log-in of the site, with a second factor, for twelve hours."""

from datetime import timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.test import Client, RequestFactory
from django.utils import timezone

from tabletop.accounts.models import User
from tabletop.accounts.sessions import SECOND_FACTOR, SessionStore
from tests.accounts.conftest import PASSWORD, present_person
from tests.accounts.passkeys import add_passkey
from tests.kit.clients import client_of
from tests.kit.codes import add_app, code_now

pytestmark = pytest.mark.django_db

LOGIN, CODE, APP = "/account/login/", "/account/second-factor/log-in/", "/account/second-factor/app/"
RIGHT = {"login": "Boss@example.org", "password": PASSWORD}


@pytest.fixture
def boss(db: None) -> User:
    return User.objects.create_superuser(email="boss@example.org", password=PASSWORD, display_name="The boss")


def opens_the_admin(client: Client) -> bool:
    return client.get("/admin/").status_code == 200


def test_the_admin_has_no_log_in_of_its_own(boss: User, client: Client) -> None:
    for answer in (
        client.get("/admin/login/?next=/admin/auth/"),
        client.post("/admin/login/?next=/admin/auth/", RIGHT),
    ):
        assert (answer.status_code, answer["Location"]) == (302, "/account/login/?next=%2Fadmin%2Fauth%2F")
    assert present_person(client) is None


def test_guesses_at_the_admin_are_limited_as_all_are(boss: User) -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        answers = [
            Client().post(f"{LOGIN}?next=/admin/", RIGHT | {"password": f"guess {number}"}).status_code
            for number in range(30)
        ]
    assert answers == [400] * 5 + [429] * 25


def test_who_is_no_staff_is_told_so(ada: User, guest: User) -> None:
    assert client_of(ada).get("/admin/login/").status_code == 403
    assert client_of(guest).get("/admin/login/")["Location"] == "/account/login/?next=%2Fadmin%2F"


@pytest.mark.django_db(transaction=True)
def test_staff_without_a_second_factor_are_led_to_set_one_up_before_the_admin_opens(boss: User, client: Client) -> None:
    page = client.post(f"{LOGIN}?next=/admin/", RIGHT, follow=True)
    assert page.redirect_chain[-1] == ("/account/second-factor/", 302)
    assert "Staff need a second factor." in page.content.decode()
    assert not opens_the_admin(client)
    secret = client.get(APP).context["form"].secret
    assert client.post(APP, {"code": code_now(secret)})["Location"] == "/account/second-factor/codes/"
    assert opens_the_admin(client)


def test_staff_log_in_with_address_password_and_code(boss: User, client: Client) -> None:
    add_app(boss)
    assert client.post(f"{LOGIN}?next=/admin/", RIGHT)["Location"] == CODE
    assert present_person(client) is None
    assert not opens_the_admin(client)
    assert client.post(CODE, {"code": "000000"}).status_code == 400
    assert client.post(CODE, {"code": code_now()})["Location"] == "/admin/"
    assert "The boss" in client.get("/admin/").content.decode()


def test_a_session_from_before_the_second_factor_shows_it_first(boss: User) -> None:
    client = Client()
    client.force_login(boss)
    add_app(boss)
    asked = client.get("/admin/", follow=True)
    assert asked.redirect_chain[-1] == ("/account/second-factor/again/?next=%2Fadmin%2F", 302)
    assert client.post("/account/second-factor/again/?next=/admin/", {"code": code_now()})["Location"] == "/admin/"
    assert opens_the_admin(client)


CHANGES = [
    "/account/passkeys/add/",
    APP,
    f"{APP}remove/",
    "/account/second-factor/codes/",
    "/account/second-factor/codes/new/",
    "/account/second-factor/codes/file/",
]


@pytest.mark.parametrize("address", CHANGES)
def test_second_factors_change_only_after_one_of_them_is_shown(boss: User, client: Client, address: str) -> None:
    client.post(LOGIN, RIGHT)
    client.post("/account/password/again/", {"password": PASSWORD})
    add_app(boss)
    for answer in (client.get(address), client.post(address)):
        assert answer["Location"] == f"/account/second-factor/again/?next={address.replace('/', '%2F')}"
    password = client.get("/account/password/again/")
    assert password["Location"] == "/account/second-factor/again/", "the password alone is not enough"
    assert client.post(f"/account/second-factor/again/?next={address}", {"code": code_now()})["Location"] == address
    assert opens_the_admin(client)


def test_a_passkey_stands_for_the_app_where_there_is_no_other_factor(boss: User, client: Client) -> None:
    client.post(LOGIN, RIGHT)
    add_passkey(client)
    Authenticator.objects.exclude(type="webauthn").delete()
    old = Client()
    old.force_login(boss)
    assert old.get(APP)["Location"] == "/account/passkeys/again/?next=%2Faccount%2Fsecond-factor%2Fapp%2F"


def test_the_first_second_factor_opens_the_admin_and_a_further_one_does_not(boss: User, rf: RequestFactory) -> None:
    def opens(kind: str) -> bool:
        request = rf.post("/")
        request.session = SessionStore()
        added = Authenticator.objects.create(user=boss, type=kind, data={})
        authenticator_added.send(sender=Authenticator, request=request, user=boss, authenticator=added)
        return SECOND_FACTOR in request.session

    assert [opens(kind) for kind in ("totp", "webauthn", "recovery_codes")] == [True, False, False]


def test_staff_keep_at_least_one_second_factor(boss: User) -> None:
    client = client_of(boss)
    client.post("/account/password/again/", {"password": PASSWORD})
    refused = client.post(f"{APP}remove/")
    assert (refused.status_code, "Staff keep at least one" in refused.content.decode()) == (400, True)
    assert Authenticator.objects.filter(user=boss).exists()
    assert opens_the_admin(client)


def test_the_admin_shuts_when_the_second_factor_is_gone(boss: User) -> None:
    client = client_of(boss)
    Authenticator.objects.all().delete()
    assert not opens_the_admin(client)


def test_the_password_of_staff_is_changed_where_everybody_changes_it(boss: User) -> None:
    assert client_of(boss).get("/admin/password_change/")["Location"] == "/account/password/"


def test_a_session_of_staff_ends_after_twelve_hours_however_much_it_is_used(boss: User, client: Client) -> None:
    add_app(boss)
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        client.post(LOGIN, RIGHT)
        client.post(CODE, {"code": code_now()})
        for _ in range(11):
            clock.shift(timedelta(hours=1))
            assert opens_the_admin(client)
        clock.shift(timedelta(minutes=59))
        assert opens_the_admin(client)
        clock.shift(timedelta(minutes=2))
        assert not opens_the_admin(client)
        assert present_person(client) is None


def test_a_session_that_becomes_one_of_staff_ends_after_twelve_hours(ada: User) -> None:
    client = client_of(ada)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client.get("/account/")
        clock.shift(timedelta(days=3))
        assert present_person(client) == ada
        User.objects.filter(pk=ada.pk).update(is_staff=True)
        client.get("/account/")
        clock.shift(timedelta(hours=11, minutes=59))
        assert present_person(client) == ada
        clock.shift(timedelta(minutes=2))
        assert present_person(client) is None


def test_a_session_of_others_does_not_end_then(ada: User) -> None:
    client = client_of(ada)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client.get("/account/")
        clock.shift(timedelta(hours=13))
        assert present_person(client) == ada
