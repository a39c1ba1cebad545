"""Second factors, passkeys and devices in a browser with a virtual authenticator."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.accounts.conftest import PASSWORD
from tests.accounts.test_in_browser import LOOKS, check, log_out
from tests.kit.browser import BrowserPlayer
from tests.kit.codes import code_now
from tests.kit.server import SiteServer
from tests.look.scan import LONGEST

MEMBER = (
    "from tabletop.accounts.models import User; User.objects.create_user({!r}, {!r}, display_name={!r}, is_staff={!r})"
)
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def join(server: SiteServer, email: str, *, is_staff: bool = False) -> None:
    server.site.manage("shell", "-c", MEMBER.format(email, PASSWORD, LONGEST, is_staff))


def log_in(page: Page, email: str) -> None:
    page.goto("/account/login/")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()


@pytest.fixture
def member(server: SiteServer, open_browser: Callable[..., BrowserPlayer]) -> Callable[..., BrowserPlayer]:
    """A browser at localhost: no browser allows passkeys for a bare address."""

    def make(**look: Any) -> BrowserPlayer:
        return open_browser(name=LONGEST, origin=server.url.replace("127.0.0.1", "localhost"), **look)

    return make


def plug_in_authenticator(page: Page) -> CDPSession:
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return devices


@LOOKS
@pytest.mark.timeout(600)
def test_staff_set_up_an_app_and_find_the_admin_open(
    server: SiteServer, member: Callable[..., BrowserPlayer], phone: bool, dark: bool
) -> None:
    player = member(phone=phone, dark=dark)
    player.expect_problem("400")
    page, look = player.page, f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"
    email = f"app-{look}@example.org"
    join(server, email, is_staff=True)
    page.goto("/admin/")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_text("Staff need a second factor.")).to_be_visible()
    check(page, f"second-factor-none-{look}")
    page.get_by_role("link", name="Set up an app").click()
    check(page, f"add-app-{look}")
    page.get_by_label("Code", exact=True).fill("000000")
    page.get_by_role("button", name="Use this app").click()
    expect(page.get_by_text("That code does not fit.")).to_be_visible()
    page.get_by_label("Code", exact=True).fill(code_now(page.locator(".secret").inner_text()))
    page.get_by_role("button", name="Use this app").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    check(page, f"recovery-codes-{look}")
    codes = page.locator(".recovery-codes code").all_inner_texts()
    assert len(codes) == 10
    page.get_by_role("link", name="Make new ones").click()
    check(page, f"new-codes-{look}")
    page.goto("/account/second-factor/app/remove/")
    expect(page.get_by_text("Staff keep at least one second factor.")).to_be_visible()
    check(page, f"remove-app-{look}")
    page.goto("/account/second-factor/")
    check(page, f"second-factor-{look}")
    page.get_by_role("link", name="To the admin").click()
    expect(page.get_by_role("heading", name="Tabletop", exact=True)).to_be_visible()

    log_out(page)
    log_in(page, email)
    expect(page.get_by_role("heading", name="One step more")).to_be_visible()
    check(page, f"one-step-more-{look}")
    page.get_by_label("Code", exact=True).fill(codes[0])
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.locator("#account-menu")).to_contain_text(LONGEST)
    page.goto("/account/devices/")
    expect(page.get_by_text("This device")).to_be_visible()
    check(page, f"devices-{look}")


@LOOKS
@pytest.mark.timeout(600)
def test_a_passkey_is_made_logs_in_and_is_removed(
    server: SiteServer, member: Callable[..., BrowserPlayer], phone: bool, dark: bool
) -> None:
    player = member(phone=phone, dark=dark)
    player.expect_problem("400")
    page, look = player.page, f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"
    email = f"key-{look}@example.org"
    join(server, email)
    devices = plug_in_authenticator(page)
    log_in(page, email)
    page.goto("/account/passkeys/add/")
    check(page, f"add-passkey-{look}")
    page.get_by_label("Name", exact=True).fill("My phone")
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.get_by_role("link", name="Done").click()
    expect(page.locator(".list__title", has_text="My phone")).to_be_visible()
    check(page, f"passkeys-{look}")

    log_out(page)
    page.goto("/account/login/?next=/account/devices/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", name="Your devices")).to_be_visible()

    log_out(page)
    log_in(page, email)
    expect(page.get_by_role("heading", name="One step more")).to_be_visible()
    check(page, f"one-step-more-passkey-{look}")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("#account-menu")).to_contain_text(LONGEST)

    page.goto("/account/second-factor/")
    page.get_by_role("link", name="Rename My phone").click()
    check(page, f"rename-passkey-{look}")
    page.get_by_label("Name", exact=True).fill("Old phone")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Remove Old phone").click()
    check(page, f"remove-passkey-{look}")
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_text("Old phone")).to_have_count(0)

    log_out(page)
    page.goto("/account/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_text("That passkey is not known here.")).to_be_visible()
    devices.send("WebAuthn.disable")


def test_an_old_log_in_shows_the_password_or_the_passkey_once_more(
    server: SiteServer, member: Callable[..., BrowserPlayer]
) -> None:
    page = member().page
    join(server, "again@example.org")
    plug_in_authenticator(page)
    log_in(page, "again@example.org")
    page.goto("/account/passkeys/add/")
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    server.site.manage("shell", "-c", FORGET_LOG_INS)
    page.goto("/account/second-factor/app/")
    expect(page.get_by_role("heading", name="Your password once more")).to_be_visible()
    check(page, "password-again")
    page.get_by_role("link", name=re.compile("passkey")).click()
    check(page, "passkey-again")
    page.get_by_role("button", name="Use the passkey").click()
    expect(page.get_by_role("heading", name="Codes of an app")).to_be_visible()


FORGET_LOG_INS = """
from django.contrib.sessions.models import Session
from tabletop.accounts.sessions import SessionStore
for row in Session.objects.all():
    store = SessionStore(row.session_key)
    if store.pop("account_authentication_methods", None):
        store.save()
"""
"""As if they had been long ago: the times of log-ins stand in the sessions."""
