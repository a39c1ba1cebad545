"""The admin works in a browser under the site's strict policy."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.kit.browser import PHONE, BrowserPlayer
from tests.kit.codes import code_now
from tests.kit.server import Site

Players = Callable[..., BrowserPlayer]
ADD_APP = """
from tabletop.accounts.models import User
from tests.kit.codes import add_app
add_app(User.objects.get())
"""
APART = 6
"""Pixels between two fields."""
EMAIL, PASSWORD = "staff@site.invalid", "correct horse battery"


@pytest.fixture
def staff(new_site: Callable[..., Site], open_browser: Players) -> BrowserPlayer:
    """The browser of a superuser who has logged in."""
    site = new_site(environment={"DJANGO_SUPERUSER_PASSWORD": PASSWORD})
    site.manage("createsuperuser", "--no-input", "--email", EMAIL, "--display_name", "Staff")
    site.manage("shell", "-c", ADD_APP)
    server = site.serve()
    player = open_browser(name="Staff", origin=server.url)
    page = player.page
    page.goto("/admin/")
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.get_by_label("Code", exact=True).fill(code_now())
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", name="Tabletop", exact=True)).to_be_visible()
    return player


def test_staff_see_people_notices_and_the_tables_of_the_kernel(staff: BrowserPlayer) -> None:
    page = staff.page
    for path in ("accounts/user", "notify/notice", "tabletop/deadline", "tabletop/presence", "tabletop/clockbeat"):
        answer = page.goto(f"/admin/{path}/")
        assert answer is not None
        assert answer.ok, path
    page.goto("/admin/accounts/user/")
    page.get_by_role("link", name="Staff").last.click()
    expect(page.get_by_label("Name:", exact=True)).to_have_value("Staff")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".success")).to_be_visible()


def test_lists_and_hidden_cards_fit_a_phone(staff: BrowserPlayer, open_browser: Players) -> None:
    ada, page = open_browser(name="Ada", origin=staff.origin).page, staff.page
    ada.goto("/cambio/")
    ada.get_by_role("button", name="Play against a bot").click()
    expect(ada).to_have_url(re.compile(r"/cambio/[\w-]{36}/$"))
    page.set_viewport_size(PHONE)
    page.goto("/admin/cambio/gamesession/")
    action, seat = box_of(page.locator("select[name=action]")), box_of(page.locator("input[name=seat]"))
    assert action["width"] > PHONE["width"] / 2
    assert seat["width"] > PHONE["width"] / 3
    assert seat["y"] >= action["y"] + action["height"] + APART
    fits(page)
    for path in ("imperial/game", "deckbuilder/deckstate", "accounts/user", "cambio/cambioaction"):
        page.goto(f"/admin/{path}/")
        fits(page)
    page.goto(f"/admin/cambio/gamesession/{ada.url.rstrip('/').rpartition('/')[2]}/hidden/")
    page.get_by_role("button", name="Look at the hidden cards").click()
    expect(page.get_by_role("table").first).to_be_visible()
    fits(page)


def box_of(control: Locator) -> FloatRect:
    box = control.bounding_box()
    assert box
    return box


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
