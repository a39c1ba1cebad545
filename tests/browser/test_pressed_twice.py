"""A button that opens a table or takes a seat, pressed twice in a hurry, does so once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.kit.browser import BrowserPlayer, enter_as_guest

OwnTables = list[str]


def own_tables(page: Page) -> OwnTables:
    """The addresses that the home page lists as the person's own."""
    page.goto("/")
    return [str(link.get_attribute("href")) for link in page.locator("#turns a, #my-tables a").all()]


def see_table(page: Page, game: str) -> None:
    """The page arrives at a table; the second press may break off the way there that the first one began."""
    expect(page).to_have_url(re.compile(rf"/{game}/[^/]+-[^/]+/$"))


@pytest.mark.parametrize("game", ["cambio", "imperial"])
@pytest.mark.parametrize("javascript", [True, False])
def test_open_the_table_pressed_twice_opens_one(
    browser_player: Callable[..., BrowserPlayer], game: str, javascript: bool
) -> None:
    page = enter_as_guest(browser_player(name="Ada", javascript=javascript))
    page.goto(f"/{game}/new/")
    page.get_by_role("button", name="Open the table").dblclick()
    see_table(page, game)
    assert len({address for address in own_tables(page) if f"/{game}/" in address}) == 1


@pytest.mark.parametrize(
    ("address", "button"),
    [("/cambio/practice/", "Deal the cards"), ("/", "Play against a bot"), ("/cambio/", "Play against a bot")],
)
def test_a_game_for_practice_is_begun_once_by_two_presses(
    browser_player: Callable[..., BrowserPlayer], address: str, button: str
) -> None:
    page = browser_player(name="Ada").page
    page.goto(address)
    page.get_by_role("button", name=button).dblclick()
    see_table(page, "cambio")
    assert len({address for address in own_tables(page) if "/cambio/" in address}) == 1


def test_sit_down_pressed_twice_takes_one_seat(browser_player: Callable[..., BrowserPlayer]) -> None:
    ada, bea = (enter_as_guest(browser_player(name=name)) for name in ("Ada", "Bea"))
    ada.goto("/cambio/new/")
    ada.get_by_role("button", name="Open the table").click()
    ada.wait_for_url("**/cambio/*-*/")
    bea.goto(ada.url)
    bea.locator("#sit-down").dblclick()
    for page in (ada, bea):
        expect(page.locator("#waiting")).to_contain_text("Two of four are here.")
