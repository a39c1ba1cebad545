"""The page for programs in a browser: by keyboard, light and dark, with and without JavaScript."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.kit.browser import BrowserPlayer, axe_clean, enter_as_guest, overflow_by_width, screenshot

Players = Callable[..., BrowserPlayer]


def entry(page: Page, anchor: str) -> Locator:
    return page.locator(f"details[id='{anchor}']")


def opened(page: Page, anchor: str) -> Locator:
    """Opens an address by keyboard."""
    found = entry(page, anchor)
    found.locator("> summary").focus()
    page.keyboard.press("Enter")
    expect(found.get_by_role("button", name="Send")).to_be_visible()
    return found


def test_a_person_opens_a_table_and_asks_as_its_seat_by_keyboard(browser_player: Players) -> None:
    player = browser_player(name="Ada")
    page = player.page
    page.goto("/api/")
    page.get_by_role("main").get_by_role("link", name="Cambio").press("Enter")
    create = opened(page, "cambio.create")
    create.get_by_label("Body to send").fill('{"playerCount": 2, "creatorDisplayName": "Ada", "botCount": 1}')
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(create.get_by_role("status")).to_contain_text("201")
    expect(create.get_by_label("Answer")).to_contain_text('"playerToken"')
    create.get_by_role("button", name="Ask as this seat from now on").press("Enter")
    expect(page.get_by_label("Token of your seat")).to_be_focused()
    start = opened(page, "cambio.start")
    start.get_by_role("button", name="Send").press("Enter")
    expect(start.get_by_role("status")).to_contain_text("200")
    expect(start.get_by_label("Answer")).to_contain_text('"phase": "initial_view"')


def test_a_session_asks_without_a_token_and_a_refusal_is_shown(browser_player: Players) -> None:
    player = browser_player(name="Ada")
    player.expect_problem("409|400")
    page = player.page
    page.goto("/api/imperial/")
    show = opened(page, "imperial.state")
    show.get_by_role("button", name="Send").press("Enter")
    expect(show.get_by_role("status")).to_have_text("Fill in the id of a table first.")
    expect(page.get_by_label("Id of the table")).to_be_focused()
    create = opened(page, "imperial.create")
    create.get_by_label("Body to send").fill('{"playerCount": 2, "creatorDisplayName": "Ada"}')
    create.get_by_role("button", name="Send").press("Enter")
    expect(create.get_by_role("status")).to_contain_text("201")
    # The guest of that answer has a session now, and this page the CSRF token of before: it is loaded anew.
    game_id = page.evaluate("(text) => JSON.parse(text).gameId", create.get_by_label("Answer").text_content() or "")
    page.goto("/api/imperial/#imperial.start")
    page.reload()
    page.get_by_label("Id of the table").fill(game_id)
    start = entry(page, "imperial.start")
    start.get_by_role("button", name="Send").press("Enter")
    expect(start.get_by_role("status")).to_contain_text("409")
    expect(start.get_by_label("Answer")).to_contain_text('"invalid_player_count"')


@pytest.mark.parametrize(("phone", "dark"), [(False, False), (True, True)], ids=["desktop-light", "phone-dark"])
def test_the_page_can_be_read(browser_player: Players, phone: bool, dark: bool) -> None:
    player = browser_player(name="Ada", phone=phone, dark=dark)
    page = enter_as_guest(player)
    page.goto("/api/cambio/#cambio.State")
    expect(entry(page, "cambio.State").get_by_role("cell", name="text or null").first).to_be_visible()
    opened(page, "cambio.power")
    axe_clean(page)
    screenshot(page, f"reference-{'phone-dark' if phone else 'desktop-light'}")
    assert overflow_by_width(page) == {}
    player.assert_nothing_left_the_site()


def test_the_page_is_readable_without_javascript(browser_player: Players) -> None:
    page = browser_player(name="Ada", javascript=False).page
    page.goto("/api/imperial/")
    expect(page.get_by_text("Trying needs JavaScript.")).to_be_visible()
    entry(page, "imperial.vote").locator("> summary").click()
    expect(entry(page, "imperial.vote").get_by_text("Vote for one of two proposals")).to_be_visible()
    expect(page.get_by_role("button", name="Send")).to_have_count(0)
