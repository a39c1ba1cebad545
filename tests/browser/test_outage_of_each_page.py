"""Every page that has a line to the site says when it is cut: the pages of the product, not of the tiny game."""

import json
import time
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.test_outages import (
    BROWSERS_OWN,
    LIVE_SECONDS,
    NOTE_STATES,
    NOTICED_SECONDS,
    Players,
    banner,
    seconds_until,
)

BROKEN_NAMES = """() => [...document.querySelectorAll(".profile__name")]
    .filter((name) => name.offsetHeight > 1.5 * parseFloat(getComputedStyle(name).lineHeight)).length"""
POST = """([address, fields, headers]) =>
  fetch(address, { method: "POST", body: new URLSearchParams(fields), headers }).then((answer) => answer.url)
"""


def test_every_live_page_says_when_it_is_offline(browser_player: Players) -> None:
    ada = browser_player(name="Annabella")
    # What a page asks for just when the line is cut is told of by htmx too.
    ada.expect_problem(f"{BROWSERS_OWN}|htmx:(afterRequest|sendError)")
    addresses = [
        "/",
        post(ada.page, "/cambio/practice/"),
        post(ada.page, "/imperial/practice/"),
        shared_order(ada.page),
    ]
    pages = [ada.page, *[ada.context.new_page() for _page in addresses[1:]]]
    for page, address in zip(pages, addresses, strict=True):
        page.goto(address)
        expect(page.locator("#live")).to_have_attribute("data-state", "live")
        page.evaluate(NOTE_STATES)
    # Dealt: the page of a first game asks for its cards by itself, and a request on its way would be told of.
    expect(pages[1].locator(".mine .card.is-peek")).to_have_count(2)
    since = time.time()
    ada.context.set_offline(True)
    for page in pages:
        assert seconds_until(page, "offline", since=since) < NOTICED_SECONDS, page.url
        expect(banner(page)).to_have_text("You are offline. This page goes on by itself when you are back.")
    since = time.time()
    ada.context.set_offline(False)
    for page in pages:
        assert seconds_until(page, "live", since=since) < LIVE_SECONDS, page.url
        expect(banner(page)).to_have_count(0)
        page.set_viewport_size({"width": 1024, "height": 768})
        expect(page.locator("#live")).to_contain_text("You are back. Nothing was lost.")
        assert page.evaluate(BROKEN_NAMES) == 0, page.url


def shared_order(page: Page) -> str:
    """The link to the order of a new deck of this person."""
    deck = post(page, "/deckbuilder/play/")
    post(page, f"{deck}share/", link="on", version="0")
    page.goto(deck)
    link = page.locator("[data-copy*='/deckbuilder/shared/']").first.get_attribute("data-copy")
    assert link
    return urlsplit(link).path


def post(page: Page, address: str, **fields: str) -> str:
    """The address that the answer leads to; from the home page anew, since a first visit brings another token."""
    page.goto("/")
    headers = json.loads(page.locator("body").get_attribute("hx-headers") or "{}")
    return str(page.evaluate(POST, [address, fields, headers]))
