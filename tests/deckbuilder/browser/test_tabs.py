"""Two tabs, slow answers and a lost connection in a real browser."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.deckbuilder.browser.table import (
    HeldAnswers,
    button,
    cards,
    deal,
    names,
    says,
    settled,
    shows_numbers,
    shows_rail,
    use_cards,
)
from tests.kit.browser import BrowserPlayer, intercept

Players = Callable[..., BrowserPlayer]


def test_two_tabs_slow_answers_and_no_connection(browser_player: Players) -> None:
    player = browser_player(name="Ada")
    page = deal(player)
    use_cards(page, "a", "b", "c", "d", "e", "f")

    # A discard that did not reach the server can be sent again with one press.
    player.expect_problem("ERR_FAILED|htmx:")
    intercept(page, "**/act/", lambda route: route.abort())
    for index in (0, 3):
        cards(page).nth(index).click()
    button(page, "Discard 2 cards").click()
    expect(page.locator("#toasts")).to_contain_text("We cannot reach the site right now.")
    page.unroute("**/act/")
    says(page, "2 of 2 cards selected. Ready to discard.")
    expect(page.locator(".is-picked")).to_have_count(2)
    expect(page.locator("#confirm")).to_be_focused()
    button(page, "Discard 2 cards").click()
    settled(page, 2)
    kept = names(page)

    # Clicks show at once; their requests are sent one after another.
    held = HeldAnswers(page)
    for index in (2, 0, 1):
        cards(page).nth(index).click()
    shows_numbers(page, "2", "3", "1")
    expect(button(page, "Lock order")).to_be_enabled()
    for answered in range(3):
        settled(page, 2 + answered)
        held.let_go(answered)
        shows_numbers(page, "2", "3", "1")
    settled(page, 5)
    page.unroute("**/act/")
    page.reload()
    shows_rail(page, kept[2], kept[0], kept[1])

    # Answers to older clicks do not undo a later Clear or Lock on the page.
    held = HeldAnswers(page)
    cards(page).nth(1).click()
    cards(page).nth(1).click()
    button(page, "Clear").click()
    for answered in range(2):
        shows_numbers(page, "", "", "")
        held.let_go(answered)
        settled(page, 6 + answered)
    shows_numbers(page, "", "", "")
    held.let_go(2)
    settled(page, 8)
    held.forget()
    for index in (2, 0, 1):
        cards(page).nth(index).click()
    button(page, "Lock order").click()
    for answered in range(3):
        held.let_go(answered)
        settled(page, 9 + answered)
        expect(page.locator("#hand")).to_have_class(re.compile("is-locked"))
    held.let_go(3)
    settled(page, 12)
    says(page, "Executing")
    page.unroute("**/act/")
    page.keyboard.press("Control+z")
    settled(page, 13)
    shows_numbers(page, "2", "3", "1")

    # A tab that shows an older version is told so and shown the current deck.
    other = player.context.new_page()
    other.goto(page.url)
    button(page, "Clear").click()
    settled(page, 14)
    player.expect_problem("409")
    button(other, "Lock order").click()
    expect(other.locator("#toasts")).to_contain_text("This deck has moved on.")
    says(other, "0 of 3 cards ordered.")
    shows_numbers(other, "", "", "")
    cards(other).nth(1).click()
    settled(other, 15)
    shows_numbers(other, "", "1", "")
    other.close()

    # Without a connection the page takes the click back and says so.
    player.expect_problem("ERR_INTERNET_DISCONNECTED|htmx:")
    page.context.set_offline(True)
    cards(page).nth(0).click()
    expect(page.locator("#toasts")).to_contain_text("We cannot reach the site right now.")
    shows_numbers(page, "", "", "")
    page.context.set_offline(False)
    cards(page).nth(0).click()
    expect(page.locator("#toasts")).to_contain_text("This deck has moved on.")
    shows_numbers(page, "", "1", "")

    # The browser's back button shows the current deck.
    page.reload()
    cards(page).nth(2).click()
    settled(page, 16)
    page.goto("/")
    page.go_back()
    shows_numbers(page, "", "1", "2")
