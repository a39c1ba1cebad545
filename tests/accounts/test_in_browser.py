from collections.abc import Callable
from email.message import Message
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.accounts.conftest import PASSWORD
from tests.kit.browser import DESKTOP, BrowserPlayer, axe_clean, screenshot, wait_until
from tests.kit.server import SiteServer
from tests.look.scan import LONGEST, faults, nothing_wrong

NEW_PASSWORD = "a lantern by the river"
Players = Callable[..., BrowserPlayer]
LOOKS = pytest.mark.parametrize(("phone", "dark"), [(False, False), (True, True)], ids=["desktop-light", "phone-dark"])


def check(page: Page, name: str) -> None:
    """Looks at the page as it is; on a desktop with a ruler at every size, too."""
    axe_clean(page)
    size = page.viewport_size or DESKTOP
    for width in (360, 768, 1440):
        page.set_viewport_size({"width": width, "height": size["height"]})
        assert page.evaluate("document.getElementById('main').scrollWidth") <= width
        screenshot(page, f"accounts-{name}-{width}")
    page.set_viewport_size(size)
    if size == DESKTOP:
        nothing_wrong({name: faults(page)})


def link_in_mail(page: Page, server: SiteServer, *, to: str, subject: str) -> str:
    """The mailer runs every second."""

    def found() -> list[Message]:
        return [mail for mail in server.site.mails() if (mail["To"], mail["Subject"]) == (to, subject)]

    wait_until(page, found)
    address = next(word for word in str(found()[-1].get_payload()).split() if word.startswith("http"))
    return urlsplit(address).path


def log_out(page: Page) -> None:
    page.goto("/")
    page.locator("#account-menu summary").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()


@LOOKS
@pytest.mark.timeout(600)
def test_a_guest_comes_in_signs_up_and_leaves(
    browser_player: Players, server: SiteServer, phone: bool, dark: bool
) -> None:
    person = "Teo" if phone else LONGEST
    player = browser_player(name=person, phone=phone, dark=dark)
    player.expect_problem("400|410")
    page, look = player.page, f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"
    email = f"{look}@example.org"

    page.goto("/account/guest/")
    page.get_by_label("Your name").fill("x_")
    page.get_by_role("button", name="Use this name").click()
    expect(
        page.get_by_text("Up to twenty letters or digits, with spaces, hyphens, dots or apostrophes between.")
    ).to_be_visible()
    expect(page.get_by_label("Your name")).to_be_focused()
    check(page, f"guest-{look}")
    page.get_by_label("Your name").fill(person)
    page.get_by_role("button", name="Use this name").click()
    expect(page.get_by_role("heading", name=f"Good to see you, {person}.")).to_be_visible()

    for name in ("", "delete/"):
        page.goto(f"/account/{name}")
        check(page, f"guest-{name.strip('/') or 'profile'}-{look}")
    expect(page.get_by_text("Your name and your settings are erased.")).to_be_visible()

    page.goto("/account/login/")
    expect(page.get_by_text(f"the tables of {person} stay with that guest")).to_be_visible()
    check(page, f"login-{look}")

    page.goto("/account/sign-up/")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Make an account").click()
    expect(page.get_by_label("Password")).to_be_focused()
    check(page, f"sign-up-{look}")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make an account").click()
    expect(page.get_by_text(email)).to_be_visible()
    check(page, f"check-mail-{look}")

    link = link_in_mail(page, server, to=email, subject="Confirm your e-mail address at Tabletop")
    page.goto(link)
    check(page, f"confirm-{look}")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Your account is ready.")).to_be_visible()
    page.goto(link)
    check(page, f"spent-link-{look}")
    page.get_by_role("link", name="To your profile").click()
    page.get_by_label("Light" if dark else "Dark", exact=True).check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "light" if dark else "dark")
    check(page, f"profile-{look}")
    for name in ("e-mail", "password", "delete", "reset"):
        page.goto(f"/account/{name}/")
        check(page, f"{name}-{look}")

    page.get_by_label("E-mail").fill(email)
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_role("heading", name="Look into your mail")).to_be_visible()
    check(page, f"reset-mail-{look}")
    link = link_in_mail(page, server, to=email, subject="A new password for Tabletop")
    page.goto(link)
    check(page, f"reset-form-{look}")
    page.get_by_label("New password", exact=True).fill(NEW_PASSWORD)
    page.get_by_role("button", name="Use this password").click()
    expect(page.get_by_text("Your new password counts from now on.")).to_be_visible()
    page.goto(link)
    expect(page.get_by_role("link", name="Send a new link")).to_be_visible()
    check(page, f"spent-reset-{look}")

    log_out(page)
    page.goto("/account/login/")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(NEW_PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("button", name="Log in", exact=True)).to_have_count(0)
    page.goto("/account/delete/")
    page.get_by_label("Password").fill(NEW_PASSWORD)
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("Your games stay, without your name.")).to_be_visible()
