from collections.abc import Callable

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tabletop.accounts import attempts
from tabletop.accounts.models import User
from tests.accounts.conftest import PASSWORD, delivered, path_in_mail, present_person

pytestmark = pytest.mark.django_db

PROFILE = "/account/"
MORE_FOR_ACCOUNTS = [
    "account_reauthenticate",
    "mfa_index",
    "mfa_activate_totp",
    "mfa_deactivate_totp",
    "mfa_view_recovery_codes",
    "mfa_add_webauthn",
    "usersessions_list",
]
CHOICES = {"display_name": "Ada L", "theme": "dark", "sounds": "on", "motion": "brisk"}


@pytest.fixture
def browser(ada: User, browser_of: Callable[[User], Client]) -> Client:
    return browser_of(ada)


def test_the_profile_keeps_what_was_chosen(ada: User, browser: Client) -> None:
    assert browser.post(PROFILE, CHOICES)["Location"] == PROFILE
    ada.refresh_from_db()
    assert (ada.display_name, ada.theme, ada.sounds, ada.notify_by_mail) == ("Ada L", "dark", True, False)
    assert ada.motion == "brisk"
    page = browser.get(PROFILE).content.decode()
    assert 'data-theme="dark"' in page
    assert 'data-motion="brisk"' in page
    assert "Saved." in page


@pytest.mark.parametrize(
    ("field", "value"), [("display_name", "<i>Ada</i>"), ("theme", "pink"), ("theme", ""), ("motion", "wild")]
)
def test_a_bad_choice_changes_nothing(ada: User, browser: Client, field: str, value: str) -> None:
    response = browser.post(PROFILE, CHOICES | {field: value})
    assert response.status_code == 400
    assert f'id="id_{field}_error"' in response.content.decode()
    ada.refresh_from_db()
    assert (ada.display_name, ada.theme, ada.motion) == ("Ada", "system", "system")


def test_what_is_chosen_at_a_table_is_kept_and_nothing_else_changes(ada: User, browser: Client) -> None:
    ada.notify_by_mail = True
    ada.save()
    chosen = {"theme": "dark", "sounds": "on", "motion": "none"}
    assert browser.post("/account/preferences/", chosen).status_code == 204
    ada.refresh_from_db()
    assert (ada.display_name, ada.theme, ada.sounds, ada.notify_by_mail) == ("Ada", "dark", True, True)
    assert ada.motion == "none"
    assert browser.post("/account/preferences/", {"theme": "light", "motion": "system"}).status_code == 204
    for bad in ({"theme": "pink"}, {"motion": "wild"}):
        assert browser.post("/account/preferences/", chosen | bad).status_code == 400
    assert browser.get("/account/preferences/").status_code == 405
    ada.refresh_from_db()
    assert (ada.theme, ada.sounds, ada.motion) == ("light", False, "system")


def test_a_page_from_before_the_choice_of_motion_leaves_it_as_it_is(ada: User, browser: Client) -> None:
    User.objects.update(motion="brisk")
    assert browser.post(PROFILE, {"display_name": "Ada", "theme": "dark"}).status_code == 302
    assert browser.post("/account/preferences/", {"theme": "light"}).status_code == 204
    ada.refresh_from_db()
    assert (ada.theme, ada.motion) == ("light", "brisk")


def test_a_guest_chooses_all_but_mail(guest: User, browser_of: Callable[[User], Client]) -> None:
    client = browser_of(guest)
    page = client.get(PROFILE).content.decode()
    assert "notify_by_mail" not in page
    assert reverse("account_signup") in page
    client.post(PROFILE, CHOICES)
    guest.refresh_from_db()
    assert (guest.display_name, guest.theme, guest.notify_by_mail) == ("Ada L", "dark", True)


@pytest.mark.parametrize(
    "name", ["accounts:profile", "accounts:delete", "account_email", "account_change_password", *MORE_FOR_ACCOUNTS]
)
def test_strangers_are_asked_to_log_in(client: Client, name: str) -> None:
    address = reverse(name)
    assert client.get(address)["Location"] == f"/account/login/?next={address}"
    assert client.post(address)["Location"] == f"/account/login/?next={address}"


@pytest.mark.parametrize("name", ["account_email", "account_change_password", *MORE_FOR_ACCOUNTS])
def test_guests_are_shown_how_to_get_an_account(guest: User, browser_of: Callable[[User], Client], name: str) -> None:
    assert browser_of(guest).post(reverse(name))["Location"] == "/account/sign-up/"


def test_who_is_logged_in_costs_two_statements_a_page(
    browser: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser.get(PROFILE)  # the first page of a month renews the session
    # The session and the person.
    with django_assert_num_queries(2):
        assert browser.get(PROFILE).status_code == 200


def test_a_new_address_counts_when_its_link_is_opened(ada: User, browser: Client) -> None:
    browser.post("/account/e-mail/", {"email": "New@Example.org", "password": PASSWORD})
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"
    browser.post(path_in_mail("new@example.org"))
    ada.refresh_from_db()
    assert ada.email == "new@example.org"
    assert present_person(browser) == ada


def test_a_new_address_needs_the_password_and_guessing_is_limited(ada: User, browser: Client) -> None:
    answers = [
        browser.post("/account/e-mail/", {"email": "new@example.org", "password": "wrong"}).status_code
        for _ in range(11)
    ]
    assert set(answers) == {400, 429}
    assert delivered() == []


def test_a_taken_address_gets_the_same_answer_as_a_free_one(browser: Client) -> None:
    User.objects.create_user(email="teo@example.org", password=PASSWORD, display_name="Teo")
    for email in ("teo@example.org", "free@example.org"):
        response = browser.post("/account/e-mail/", {"email": email, "password": PASSWORD})
        assert (response.status_code, response["Location"]) == (302, "/account/sign-up/mail/")
    assert "/account/confirm/" not in delivered()[0].body
    assert "/account/confirm/" in delivered()[1].body


def test_strangers_who_sign_up_with_an_address_keep_nobody_from_changing_to_it(browser: Client) -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        for _ in range(6):
            form = {"name": "Eve", "email": "new@example.org", "password1": PASSWORD}
            Client(REMOTE_ADDR="192.0.2.9").post("/account/sign-up/", form)
        change = {"email": "new@example.org", "password": PASSWORD}
        assert browser.post("/account/e-mail/", change).status_code == 302
        answers = [browser.post("/account/e-mail/", change).status_code for _ in range(5)]
    assert answers == [302] * 4 + [429]


def test_a_try_that_fails_within_the_site_counts_as_no_success(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser.raise_request_exception = False
    change = {"email": "new@example.org", "password": PASSWORD}
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        with monkeypatch.context() as broken:
            broken.setattr(attempts, "count_mail", lambda *_args, **_kwargs: 1 // 0)
            for _ in range(4):
                assert [browser.post("/account/e-mail/", change).status_code for _ in range(6)] == [500] * 5 + [429]
                clock.shift(60)
        assert browser.post("/account/e-mail/", change).status_code == 302


def test_ones_own_address_is_not_mailed(browser: Client) -> None:
    response = browser.post("/account/e-mail/", {"email": "ADA@example.org", "password": PASSWORD})
    assert response.status_code == 400
    assert delivered() == []


def test_deleting_ends_every_session_of_the_person(ada: User, browser_of: Callable[[User], Client]) -> None:
    here, elsewhere = browser_of(ada), browser_of(ada)
    page = here.post("/account/delete/", {"proof": PASSWORD}, follow=True)
    assert page.redirect_chain == [(reverse("lobby:home"), 302)]
    assert present_person(here) is None
    assert present_person(elsewhere) is None


def test_deleting_with_a_wrong_proof_changes_nothing(ada: User, browser: Client) -> None:
    response = browser.post("/account/delete/", {"proof": "Ada"})
    assert response.status_code == 400
    assert 'id="id_proof_error"' in response.content.decode()
    assert present_person(browser) == ada


def test_a_guest_deletes_by_typing_the_name(guest: User, browser_of: Callable[[User], Client]) -> None:
    client = browser_of(guest)
    assert "Type your name to confirm: Teo" in client.get("/account/delete/").content.decode()
    client.post("/account/delete/", {"proof": "Teo"})
    assert present_person(client) is None
    assert User.objects.get().display_name == "deleted player"
