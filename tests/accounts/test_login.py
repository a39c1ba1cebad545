from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tabletop.accounts.models import User
from tests.access.test_password_lane import NotingHasher
from tests.accounts.conftest import PASSWORD, path_in_mail, present_person, without_token
from tests.accounts.test_guests import OUTSIDE

pytestmark = pytest.mark.django_db

LOGIN = "/account/login/"
RIGHT = {"login": "Ada@Example.org", "password": PASSWORD}
POSTED = [
    "accounts:guest",
    "accounts:profile",
    "accounts:delete",
    "account_login",
    "account_logout",
    "account_signup",
    "account_email",
    "account_change_password",
    "account_reset_password",
    "account_reauthenticate",
    "mfa_activate_totp",
    "mfa_add_webauthn",
    "mfa_login_webauthn",
    "usersessions_list",
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
    wrong = client.post(LOGIN, {"login": "ada@example.org", "password": "wrong"})
    unknown = client.post(LOGIN, {"login": "bob@example.org", "password": PASSWORD})
    disabled = User.objects.create_user(email="eve@example.org", password=PASSWORD, display_name="Eve", is_active=False)
    inactive = client.post(LOGIN, {"login": disabled.email, "password": PASSWORD})
    pages = [
        without_token(answer.content).replace(f"{name}@example.org", "")
        for answer, name in ((wrong, "ada"), (unknown, "bob"), (inactive, "eve"))
    ]
    assert wrong.status_code == unknown.status_code == inactive.status_code == 400
    assert pages[0] == pages[1] == pages[2]
    assert "do not belong together" in pages[0]


@pytest.mark.parametrize("path", [LOGIN, "/account/sign-up/", "/account/reset/"])
def test_whether_an_address_is_known_takes_the_same_time(ada: User, settings: Any, path: str) -> None:
    """As many hashes, which take by far the most of it."""
    settings.PASSWORD_HASHERS = ["tests.access.test_password_lane.NotingHasher"]
    ada.set_password(PASSWORD)
    ada.save()
    hashed = []
    for address in ("ada@example.org", "bob@example.org"):
        before = NotingHasher.noted
        form = {"login": address, "email": address, "name": "Somebody", "password": "wrong horse battery"}
        answer = Client().post(path, form | {"password1": "wrong horse battery"})
        assert answer.status_code in (302, 400)
        hashed.append(NotingHasher.noted - before)
    assert hashed[0] == hashed[1]
    assert bool(hashed[0]) == (path != "/account/reset/")


def test_a_guest_is_told_what_logging_in_leaves_behind(guest: User, browser_of: Callable[[User], Client]) -> None:
    page = browser_of(guest).get(LOGIN).content.decode()
    assert "the tables of Teo stay with that guest" in page
    assert reverse("account_signup") in page


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
            assert Client().post(LOGIN, {"login": f"{number}@x.org", "password": "x"}).status_code == 400
        refused = Client().post(LOGIN, RIGHT)
        assert (refused.status_code, refused["Retry-After"]) == (429, "60")
        clock.shift(60)
        assert Client().post(LOGIN, RIGHT).status_code == 400


@pytest.mark.parametrize("email", ["ada@example.org", "nobody@example.org"])
def test_fifty_wrong_guesses_an_hour_at_one_account_from_everywhere_whether_it_exists_or_not(
    ada: User, email: str
) -> None:
    spellings = [email, email.upper(), f" {email}", email.title()]
    with time_machine.travel(1_800_000_000, tick=False):
        answers = [
            Client(REMOTE_ADDR=f"192.0.2.{number}").post(LOGIN, {"login": spellings[number % 4], "password": "wrong"})
            for number in range(51)
        ]
    assert [answer.status_code for answer in answers] == [400] * 50 + [429]


def test_a_right_password_is_no_guess(ada: User) -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        for _ in range(7):
            assert Client().post(LOGIN, RIGHT).status_code == 302


def test_twenty_log_ins_in_ten_minutes_of_one_account_from_everywhere(ada: User) -> None:
    own = Client()
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        for number in range(20):
            assert Client(REMOTE_ADDR=f"192.0.2.{number}").post(LOGIN, RIGHT).status_code == 302
        clock.shift(599)
        assert own.post(LOGIN, RIGHT).status_code == 429
        clock.shift(1)
        assert own.post(LOGIN, RIGHT).status_code == 302


def test_sixty_log_ins_in_ten_minutes_from_one_network_of_browsers_that_come_anew(ada: User) -> None:
    people = [
        User.objects.create_user(email=f"{number}@example.org", password=PASSWORD, display_name="Eve")
        for number in range(4)
    ]
    own = Client()
    with time_machine.travel(1_800_000_000, tick=False):
        own.post(LOGIN, RIGHT)
        own.post("/account/logout/")
        forms = [{"login": person.email, "password": PASSWORD} for person in people for _ in range(15)]
        answers = [Client().post(LOGIN, form).status_code for form in forms]
        assert answers == [302] * 59 + [429]
        assert own.post(LOGIN, RIGHT).status_code == 302


def test_wrong_guesses_use_up_no_log_ins_of_the_owner(ada: User) -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        for number in range(4):
            assert guess(10, network=f"192.0.2.{number}") == [400] * 5 + [429] * 5
        assert Client(REMOTE_ADDR="198.51.100.1").post(LOGIN, RIGHT).status_code == 302


def test_a_person_who_shows_the_right_password_again_and_again_is_told_to_wait(
    ada: User, browser_of: Callable[[User], Client]
) -> None:
    client = browser_of(ada)
    with time_machine.travel(1_800_000_000, tick=False):
        answers = [client.post("/account/password/again/", {"password": PASSWORD}).status_code for _ in range(21)]
    assert answers == [302] * 20 + [429]


def guess(times: int, *, network: str) -> list[int]:
    """What a stranger's wrong guesses at Ada's account are answered."""
    wrong = {"login": "ada@example.org", "password": "wrong"}
    return [Client(REMOTE_ADDR=network).post(LOGIN, wrong).status_code for _ in range(times)]


def guess_from_everywhere(email: str = "ada@example.org") -> None:
    for number in range(50):
        Client(REMOTE_ADDR=f"198.51.100.{number}").post(LOGIN, {"login": email, "password": "wrong"})


def test_a_strangers_wrong_guesses_do_not_lock_the_owner_out(ada: User) -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        assert guess(40, network="192.0.2.1") == [400] * 5 + [429] * 35
        assert Client(REMOTE_ADDR="192.0.2.2").post(LOGIN, RIGHT).status_code == 302


def test_guesses_from_the_same_network_do_not_shut_out_a_browser_that_has_logged_in_before(ada: User) -> None:
    own = Client(REMOTE_ADDR="192.0.2.1")
    with time_machine.travel(1_800_000_000, tick=False):
        own.post(LOGIN, RIGHT)
        own.post("/account/logout/")
        assert guess(6, network="192.0.2.1")[-1] == 429
        assert own.post(LOGIN, RIGHT).status_code == 302


def test_guesses_from_everywhere_do_not_shut_out_a_browser_that_has_logged_in_before(ada: User) -> None:
    own = Client(REMOTE_ADDR="192.0.2.1")
    with time_machine.travel(1_800_000_000, tick=False):
        own.post(LOGIN, RIGHT)
        own.post("/account/logout/")
        guess_from_everywhere()
        assert Client(REMOTE_ADDR="192.0.2.2").post(LOGIN, RIGHT).status_code == 429
        assert own.post(LOGIN, RIGHT).status_code == 302


def test_the_owner_at_a_new_browser_is_told_the_way_past_guesses_from_everywhere_and_it_works(ada: User) -> None:
    new = Client(REMOTE_ADDR="192.0.2.2")
    with time_machine.travel(1_800_000_000, tick=False):
        guess_from_everywhere()
        told = new.post(LOGIN, RIGHT)
        assert (told.status_code, told["Retry-After"]) == (429, "3600")
        page = told.content.decode()
        assert "Many wrong passwords have been tried for this address" in page
        assert reverse("account_reset_password") in page
        assert PASSWORD not in page
        new.post("/account/reset/", {"email": "ada@example.org"})
        new.get(path_in_mail("ada@example.org"), follow=True)
        # The old password still counts, and is taken: only the owner has opened the mail here.
        assert new.post(LOGIN, RIGHT).status_code == 302
        assert present_person(new) == ada


def test_an_address_without_an_account_is_told_the_same(ada: User) -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        pages = []
        for email in ("ada@example.org", "nobody@example.org"):
            guess_from_everywhere(email)
            answer = Client(REMOTE_ADDR="192.0.2.2").post(LOGIN, RIGHT | {"login": email})
            pages.append(without_token(answer.content).replace(email, ""))
    assert pages[0] == pages[1]


def test_a_browser_that_is_signed_in_already_is_a_known_one_after_its_next_page(
    ada: User, browser_of: Callable[[User], Client]
) -> None:
    """Signed in before there were such notes, or when its note is about to end."""
    own = browser_of(ada)
    own.get("/account/")
    own.post("/account/logout/")
    with time_machine.travel(1_800_000_000, tick=False):
        guess_from_everywhere()
        assert own.post(LOGIN, RIGHT).status_code == 302


def test_a_guest_has_no_note(client: Client) -> None:
    client.post("/account/guest/", {"name": "Teo"})
    client.get("/account/")
    assert "known_device" not in client.cookies


def test_the_note_of_a_browser_opens_no_other_account_and_has_few_guesses_itself(ada: User) -> None:
    User.objects.create_user(email="eve@example.org", password=PASSWORD, display_name="Eve")
    eve = Client(REMOTE_ADDR="192.0.2.1")
    wrong = {"login": "ada@example.org", "password": "wrong"}
    with time_machine.travel(1_800_000_000, tick=False):
        eve.post(LOGIN, {"login": "eve@example.org", "password": PASSWORD})
        eve.post("/account/logout/")
        assert [eve.post(LOGIN, wrong).status_code for _ in range(6)] == [400] * 5 + [429]
        own = [eve.post(LOGIN, wrong | {"login": "eve@example.org"}).status_code for _ in range(6)]
        assert own == [400] * 5 + [429]


def test_a_forged_note_is_none(ada: User) -> None:
    stranger = Client(REMOTE_ADDR="192.0.2.1")
    with time_machine.travel(1_800_000_000, tick=False):
        guess(5, network="192.0.2.1")
        stranger.cookies["known_device"] = "WyJhIixbXV0:1abcde:forged"
        assert stranger.post(LOGIN, RIGHT).status_code == 429


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
    assert client.post(reverse(name), form | RIGHT).status_code == 403
    ada.refresh_from_db()
    assert (ada.display_name, ada.email) == ("Ada", "ada@example.org")
