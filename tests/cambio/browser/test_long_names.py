"""The longest name of the widest letters makes no page of Cambio wider than its window."""

from itertools import combinations

from playwright.sync_api import expect

from tests.cambio.browser.tables import RESULT, Players, call_cambio, line, open_table, press, sit_down, start
from tests.kit.browser import WIDTHS, enter_as_guest, overflow_by_width
from tests.kit.server import SiteServer

LONGEST = "W" * 20
BOXES = """labels => labels.map((label) => label.getBoundingClientRect())
    .map(({ left, right, top, bottom }) => ({ left, right, top, bottom }))"""


def are_apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Side by side, or one below the other, as the piles of a table of two on a wide screen."""
    beside = one["right"] <= other["left"] or other["right"] <= one["left"]
    return beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


def test_a_long_name_on_the_home_page(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name=LONGEST))
    page.goto("/")
    assert overflow_by_width(page) == {}


def test_a_long_name_at_the_door(browser_player: Players) -> None:
    one, two = (enter_as_guest(browser_player(name=name)) for name in ("Ada", LONGEST))
    two.goto(open_table(one, seats=2))
    expect(two.get_by_text(f"You sit down as {LONGEST}.")).to_be_visible()
    assert overflow_by_width(two) == {}


def test_a_long_name_with_a_card_in_hand(server: SiteServer, browser_player: Players) -> None:
    one, two = start(server, browser_player(name=LONGEST), browser_player(name="Ada"))
    press(one, "Draw from the deck")
    line(two, f"{LONGEST} is holding a card.")
    assert overflow_by_width(two) == {}
    for width in WIDTHS:
        two.set_viewport_size({"width": width, "height": 800})
        boxes = two.locator(".spot__label:visible").evaluate_all(BOXES)
        assert len(boxes) == 3
        assert all(are_apart(one, other) for one, other in combinations(boxes, 2)), (width, boxes)
        assert all(box["left"] >= 0 for box in boxes), (width, boxes)


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


def test_a_long_name_beside_the_clock_of_its_turn(server: SiteServer, browser_player: Players) -> None:
    _one, two = start(server, browser_player(name=LONGEST), browser_player(name="Ada"), clock=120)
    line(two, f"{LONGEST} is drawing.")
    for width, height in ((320, 568), (360, 640), (390, 844), (768, 1024), (1024, 768), (1280, 720)):
        two.set_viewport_size({"width": width, "height": height})
        for box in two.locator(".status :is(.ring, .status__words)").evaluate_all(BOXES):
            assert (box["left"] >= 0, box["right"] <= width) == (True, True), (width, box)


def test_a_long_name_whom_a_waiting_room_waits_for(browser_player: Players) -> None:
    one, two = (enter_as_guest(browser_player(name=name)) for name in (LONGEST, "Ada"))
    sit_down(two, open_table(one, seats=3), name="Ada")
    expect(two.locator(".room__sentence")).to_contain_text(f"{LONGEST} starts the game.")
    for width in (1024, 1280, 1440):
        two.set_viewport_size({"width": width, "height": 800})
        assert two.locator(".room__sentence").evaluate("(words) => words.scrollWidth - words.clientWidth") == 0
