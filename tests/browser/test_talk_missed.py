"""What was said while a page of a table heard nothing is counted at its button, once."""

import re

from playwright.sync_api import Page, expect

from tests.browser.test_outages import BROWSERS_OWN
from tests.browser.test_talk import open_talk, two_at_a_table, write
from tests.browser.test_watching import Players
from tests.kit.browser import BrowserPlayer, enter_as_guest

UNREAD = re.compile(".")


def is_in_state(page: Page, state: str) -> None:
    expect(page.locator("#live")).to_have_attribute("data-state", state)


def go_offline(page: Page) -> None:
    page.context.set_offline(True)
    is_in_state(page, "offline")


def come_back(page: Page) -> None:
    page.context.set_offline(False)
    is_in_state(page, "live")


def test_a_page_that_comes_back_counts_what_it_missed(browser_player: Players) -> None:
    ada, bea, _table = two_at_a_table(browser_player, problem=f"{BROWSERS_OWN}|htmx:(afterRequest|sendError)")
    button = ada.locator("#talk-button")
    open_talk(bea)
    for number, text in enumerate(("One", "Two"), start=1):
        go_offline(ada)
        write(bea, text)
        expect(bea.locator("#talk-list li").last).to_contain_text(text)
        come_back(ada)
        expect(button).to_have_attribute("aria-label", f"Chat, {number} new")
    write(bea, "Three")
    expect(button).to_have_attribute("aria-label", "Chat, 3 new")
    open_talk(ada)
    expect(ada.locator("#talk-list li")).to_have_count(3)
    write(bea, "Four")
    expect(ada.locator("#talk-list li")).to_have_count(4)
    ada.get_by_role("button", name="Close the chat").click()
    # What has been read is not new when the page comes back once more.
    go_offline(ada)
    come_back(ada)
    bea.get_by_role("button", name="Well played").click()
    expect(ada.locator("#talk-news")).to_contain_text("Well played")
    expect(button).not_to_have_attribute("data-unread", UNREAD)


def test_a_page_without_a_socket_learns_that_somebody_writes(browser_player: Players) -> None:
    ada, _bea, table = two_at_a_table(browser_player)
    player: BrowserPlayer = browser_player(name="Eve")
    player.page.route_web_socket(re.compile("/live/"), lambda socket: socket.close())
    eve, fay = enter_as_guest(player), enter_as_guest(browser_player(name="Fay"))
    for page in (eve, fay):
        page.goto(table)
    is_in_state(eve, "polling")
    expect(eve.locator("#said")).to_have_attribute("data-seq", "0")
    open_talk(fay)
    write(fay, "Ada has a king!")
    button = eve.locator("#talk-button")
    expect(button).to_have_attribute("aria-label", "Chat, 1 new", timeout=15_000)
    expect(ada.locator("#talk-button")).not_to_have_attribute("data-unread", UNREAD)
    open_talk(eve)
    write(fay, "And a queen!")
    expect(eve.locator("#talk-list li")).to_have_count(2, timeout=15_000)
    eve.get_by_role("button", name="Close the chat").click()
    expect(button).not_to_have_attribute("data-unread", UNREAD)
