"""The longest name of the widest letters makes no page of Cambio wider than its window."""

from playwright.sync_api import expect

from tests.cambio.browser.tables import RESULT, Players, call_cambio, line, press, start
from tests.kit.browser import enter_as_guest, overflow_by_width
from tests.kit.server import SiteServer

LONGEST = "W" * 20


def test_a_long_name_on_the_home_page(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name=LONGEST))
    page.goto("/")
    assert overflow_by_width(page) == {}


def test_a_long_name_at_the_table(server: SiteServer, browser_player: Players) -> None:
    one, two = pages = start(server, browser_player(name="Ada"), browser_player(name=LONGEST))
    assert [overflow_by_width(page) for page in pages] == [{}, {}]
    press(one, "Draw from the deck")
    press(one, "Swap with your top left card")
    line(two, "Your turn: draw a card")
    call_cambio(two)
    expect(one.locator(".final")).to_contain_text(f"{LONGEST} called Cambio.")
    expect(one.locator("#log")).to_contain_text(LONGEST)
    assert [overflow_by_width(page) for page in pages] == [{}, {}]
    # The rail beside the table does not scroll sideways either.
    assert one.locator(".side__log").evaluate("(log) => log.scrollWidth - log.clientWidth") == 0
    press(one, "Draw from the deck")
    press(one, "Swap with your top left card")
    for page in pages:
        expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
    assert [overflow_by_width(page) for page in pages] == [{}, {}]
