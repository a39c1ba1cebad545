"""The cookies of a public site are called `__Host-...`; people who signed in before stay signed in."""

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as site_settings
from django.test import Client
from pytest_django import Settings

from tabletop.accounts.models import User
from tabletop.accounts.old_cookies import HAS_NEW_NAME
from tabletop.accounts.sessions import SessionStore
from tabletop.live.old_cookies import OldSessionCookie

pytestmark = pytest.mark.django_db
SESSION, FORMS = "__Host-sessionid", "__Host-csrftoken"


@pytest.fixture
def ada() -> User:
    return User.objects.create(display_name="Ada", is_guest=True)


@pytest.fixture
def browser(ada: User) -> Client:
    """Signed in before the update, with a page open."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ada)
    browser.get("/")
    assert {"sessionid", "csrftoken"} <= browser.cookies.keys()
    return browser


@pytest.fixture
def _updated(browser: Client, settings: Settings) -> None:
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = SESSION, FORMS
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True


def keep(browser: Client) -> None:
    """Forgets the cookies that were deleted, as a browser does."""
    for name, morsel in list(browser.cookies.items()):
        if morsel["max-age"] == 0:
            del browser.cookies[name]


@pytest.mark.usefixtures("_updated")
def test_a_person_with_the_old_cookie_stays_signed_in_and_gets_the_new_one(browser: Client) -> None:
    old = browser.cookies["sessionid"].value
    page = browser.get("/account/", secure=True)
    assert page.status_code == 200
    assert 'value="Ada"' in page.content.decode()
    new = page.cookies[SESSION]
    assert (new.value, new["secure"], new["httponly"], new["path"], new["domain"]) == (old, True, True, "/", "")
    assert page.cookies["sessionid"]["max-age"] == page.cookies["csrftoken"]["max-age"] == 0
    keep(browser)
    assert "sessionid" not in browser.cookies
    again = browser.get("/account/", secure=True)
    assert 'value="Ada"' in again.content.decode()
    assert SESSION not in again.cookies


@pytest.mark.usefixtures("_updated")
def test_a_form_that_was_open_during_the_update_can_be_sent(browser: Client, ada: User) -> None:
    token = browser.cookies["csrftoken"].value
    headers = {"X-CSRFToken": token, "Referer": "https://testserver/account/"}
    sent = browser.post("/account/guest/", {"name": "Ada Byron"}, headers=headers, secure=True)
    assert sent.status_code == 302
    assert sent.cookies[FORMS].value == token
    ada.refresh_from_db()
    assert ada.display_name == "Ada Byron"
    keep(browser)
    assert browser.post("/account/guest/", {"name": "Ada"}, headers=headers, secure=True).status_code == 302


@pytest.mark.usefixtures("_updated")
def test_a_session_of_the_new_cookie_is_not_taken_under_the_old_name(browser: Client) -> None:
    """Another site of the same domain could have put it there."""
    made = Client()
    made.post("/account/guest/", {"name": "Eve"}, secure=True)
    for session in (made.cookies[SESSION].value, "no such session"):
        victim = Client()
        victim.cookies["sessionid"] = session
        page = victim.get("/", secure=True)
        assert "Eve" not in page.content.decode()
        assert SESSION not in page.cookies


@pytest.mark.usefixtures("_updated")
def test_a_log_out_with_the_old_cookie_leaves_no_session(browser: Client) -> None:
    headers = {"X-CSRFToken": browser.cookies["csrftoken"].value, "Referer": "https://testserver/"}
    assert browser.post("/account/logout/", headers=headers, secure=True).status_code == 302
    keep(browser)
    assert not {"sessionid", SESSION} & browser.cookies.keys()


@sync_to_async
def a_session(*, has_new_name: bool = False) -> str:
    session = SessionStore()
    session.update({"x": 1} | ({HAS_NEW_NAME: True} if has_new_name else {}))
    session.create()
    return str(session.session_key)


async def cookies_of(header: str) -> str:
    told: list[bytes] = []

    async def application(scope: dict[str, list[tuple[bytes, bytes]]], *_given: object) -> None:
        told.extend(value for name, value in scope["headers"] if name == b"cookie")

    await OldSessionCookie(application)({"headers": [(b"host", b"x"), (b"cookie", header.encode())]}, None, None)
    return told[0].decode()


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_reconnects_after_the_update_is_known_by_the_old_cookie(settings: Settings) -> None:
    old, new = await a_session(), await a_session(has_new_name=True)
    assert await cookies_of(f"sessionid={old}") == f"sessionid={old}"
    settings.SESSION_COOKIE_NAME = SESSION
    assert await cookies_of(f"a=b; sessionid={old}") == f"a=b; sessionid={old}; {SESSION}={old}"
    for header in (f"sessionid={old}; {SESSION}=new", f"sessionid={new}", "sessionid=no-such-session", "a=b"):
        assert await cookies_of(header) == header


@pytest.mark.usefixtures("_updated")
def test_the_old_secret_of_forms_is_taken_with_an_old_session_alone(browser: Client) -> None:
    """Another site of the same domain could have put it there, and then send forms with it."""
    planted = browser.cookies["csrftoken"].value
    headers = {"X-CSRFToken": planted, "Referer": "https://testserver/"}
    for session in (None, "no such session"):
        victim = Client(enforce_csrf_checks=True)
        victim.cookies["csrftoken"] = planted
        if session:
            victim.cookies["sessionid"] = session
        sent = victim.post("/account/guest/", {"name": "Eve"}, headers=headers, secure=True)
        assert sent.status_code == 403
        assert sent.cookies["csrftoken"]["max-age"] == 0
    assert not User.objects.filter(display_name="Eve").exists()


def test_a_site_on_ones_own_machine_keeps_the_plain_names(browser: Client) -> None:
    assert (site_settings.SESSION_COOKIE_NAME, site_settings.CSRF_COOKIE_NAME) == ("sessionid", "csrftoken")
    assert "sessionid" not in browser.get("/").cookies
