"""What a browser that knows nothing of the site fetches for a table: compressed, with headers."""

import pytest
from playwright.sync_api import Page, expect

from tests.cambio.browser.tables import Players, open_table, press
from tests.kit.browser import BrowserPlayer, enter_as_guest, expect_value, measured_transfer, wait_until

FIRST_VISIT_BYTES = 60 * 1024
# What is fetched a moment after the page is not fetched while it is weighed.
MUCH_LATER = """const later = setTimeout;
window.setTimeout = (work, milliseconds, ...given) =>
    later(work, milliseconds === 3000 ? 60_000 : milliseconds, ...given);"""

# What is fetched a moment after the page is fetched when the test says so.
LATER = """const later = setTimeout;
window.setTimeout = (work, milliseconds, ...given) =>
    milliseconds === 3000 ? (window.go = work) : later(work, milliseconds, ...given);"""
PLACES = """() => [...document.querySelectorAll(".site-header, .site-header *, .room, .room *")].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const name = `${element.localName}.${element.className?.baseVal ?? element.className}`;
    return `${name}: ${[x, y, width, height].join(" ")}`;
})"""
WITH_AND_WITHOUT_MOTION = pytest.mark.parametrize("motion", [False, True], ids=["still", "with the deal"])


def elsewhere(browser_player: Players, host: Page, *, motion: bool) -> BrowserPlayer:
    """The same person with another browser, to which everything is new."""
    player = browser_player(name="Ada", motion=motion)
    player.context.add_cookies([{**cookie} for cookie in host.context.cookies()])
    return player


@WITH_AND_WITHOUT_MOTION
def test_the_first_visit_of_a_waiting_room_is_small(browser_player: Players, motion: bool) -> None:
    host = enter_as_guest(browser_player(name="Ada"))
    table = open_table(host, seats=4)
    player = elsewhere(browser_player, host, motion=motion)
    page = player.page
    page.add_init_script(MUCH_LATER)
    with measured_transfer(page) as transferred:
        page.goto(table, wait_until="load")
        expect(page.locator(".room")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert 0 < transferred() <= FIRST_VISIT_BYTES
    assert not fetched(player, "cambio-sizes")
    assert not fetched(player, "cambio-deal")
    # With the first news, however early.
    press(host, "Add a bot")
    wait_until(page, lambda: fetched(player, "cambio-sizes") and fetched(player, "cambio-deal") == motion)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_room_has_what_its_game_needs_after_a_moment_and_stays_still(browser_player: Players, phone: bool) -> None:
    player = browser_player(name="Ada", motion=True, phone=phone)
    page = enter_as_guest(player)
    page.add_init_script(LATER)
    open_table(page, seats=4)
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    # The socket may be open before the page has loaded all of its parts.
    expect_value(page, "Boolean(window.go)", True)
    before = page.evaluate(PLACES)
    page.evaluate("go()")
    wait_until(page, lambda: fetched(player, "cambio-sizes") and fetched(player, "cambio-deal"))
    expect_value(page, "[...document.styleSheets].some(({ href }) => href?.includes('cambio-sizes'))", True)
    assert page.evaluate(PLACES) == before


def fetched(player: BrowserPlayer, name: str) -> bool:
    return any(f"/{name}." in url for url in player.requests)


@WITH_AND_WITHOUT_MOTION
def test_the_first_visit_of_a_table_is_small(browser_player: Players, motion: bool) -> None:
    host = enter_as_guest(browser_player(name="Ada"))
    table = open_table(host, seats=2)
    press(host, "Add a bot")
    press(host, "Start the game")
    expect(host.locator(".mine .is-peek")).to_have_count(2)
    page = elsewhere(browser_player, host, motion=motion).page
    with measured_transfer(page) as transferred:
        page.goto(table, wait_until="load")
        expect(page.locator("#live")).to_have_attribute("data-state", "live")
        page.wait_for_load_state("networkidle")
        assert 0 < transferred() <= FIRST_VISIT_BYTES
