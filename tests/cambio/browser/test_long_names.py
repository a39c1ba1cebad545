"""The longest name of the widest letters makes no page of Cambio wider than its window."""

from itertools import pairwise

from playwright.sync_api import expect

from tests.cambio.browser.tables import RESULT, Players, call_cambio, line, open_table, press, start
from tests.kit.browser import WIDTHS, enter_as_guest, overflow_by_width
from tests.kit.server import SiteServer

LONGEST = "W" * 20
EDGES = "labels => labels.map((label) => label.getBoundingClientRect()).map((box) => [box.left, box.right])"


def test_a_long_name_on_the_home_page(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name=LONGEST))
    page.goto("/")
    assert overflow_by_width(page) == {}


def test_a_long_name_at_the_door(browser_player: Players) -> None:
    one, two = (enter_as_guest(browser_player(name=name)) for name in ("Ada", LONGEST))
    two.goto(open_table(one, seats=2))
    expect(two.get_by_role("button", name=f"Sit down as {LONGEST}")).to_be_visible()
    assert overflow_by_width(two) == {}


def test_a_long_name_with_a_card_in_hand(server: SiteServer, browser_player: Players) -> None:
    one, two = start(server, browser_player(name=LONGEST), browser_player(name="Ada"))
    press(one, "Draw from the deck")
    line(two, f"{LONGEST} is holding a card.")
    assert overflow_by_width(two) == {}
    for width in WIDTHS:
        two.set_viewport_size({"width": width, "height": 800})
        edges = two.locator(".spot__label:visible").evaluate_all(EDGES)
        assert len(edges) == 3
        assert all(left[1] <= right[0] for left, right in pairwise(edges)), (width, edges)
        assert edges[0][0] >= 0, (width, edges)


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
