"""Nothing leaves its place: the longest name of the widest letters, and six countries beside each other."""

import pytest
from playwright.sync_api import expect

from tests.imperial.browser.tables import Players, arrange, asked, last_vote, press
from tests.imperial.rules.positions import position
from tests.kit.browser import enter_as_guest, overflow_by_width
from tests.kit.server import SiteServer

LONGEST = "W" * 20
OUTSIDE_ITS_CARD = """() => [...document.querySelectorAll(".land-card :is(h3, .land-card__units > span, .bonds li)")]
  .filter((part) => getComputedStyle(part).overflowX === "visible")
  .filter((part) => part.scrollWidth > part.clientWidth + 1
    || part.getBoundingClientRect().right > part.closest(".land-card").getBoundingClientRect().right)
  .map((part) => part.textContent)"""
OUTSIDE_ITS_PROPOSAL = """() => [...document.querySelectorAll(".prop .badge, .pick2 small")]
  .filter((part) => part.getBoundingClientRect().right > part.closest(".prop, label").getBoundingClientRect().right
    || part.scrollWidth > part.clientWidth)
  .map((part) => part.textContent)"""
UNITS_THAT_TOUCH = """() => [...document.querySelectorAll(".land-card__units")].filter((units) =>
  [...units.children].some((unit) => unit.nextElementSibling
    && unit.getBoundingClientRect().right > unit.nextElementSibling.getBoundingClientRect().left)).length"""


def test_a_long_name_from_the_waiting_room_to_the_auction(browser_player: Players) -> None:
    one, two = pages = [enter_as_guest(browser_player(name=name)) for name in ("Ann", LONGEST)]
    one.goto("/imperial/new/")
    one.get_by_role("group", name="Seats").get_by_label("2").check()
    one.get_by_role("button", name="Open the table").click()
    expect(one.get_by_role("heading", name="Waiting for players")).to_be_visible()
    two.goto(one.url)
    two.get_by_role("button", name="Sit down").click()
    expect(one.locator("#waiting")).to_contain_text(LONGEST)
    assert [overflow_by_width(page) for page in pages] == [{}, {}]
    one.get_by_role("button", name="Start the game").click()
    for page, bid in ((one, "4"), (two, "9")):
        asked(page, "Austria-Hungary: place your sealed bid")
        page.get_by_label("Your bid in dollars").fill(bid)
        press(page, "Seal a bid")
    asked(one, f"{LONGEST} may take a bond")
    assert [overflow_by_width(page) for page in pages] == [{}, {}]


def test_a_long_name_in_a_vote_and_as_the_winner(server: SiteServer, browser_player: Players) -> None:
    ann, ben = (enter_as_guest(browser_player(name=name)) for name in (LONGEST, "Ben"))
    table = arrange(server, last_vote(LONGEST, "Ben", "Cleo"))
    for page in (ann, ben):
        page.goto(table)
        asked(page, "France votes")
        assert overflow_by_width(page) == {}
        assert page.evaluate(OUTSIDE_ITS_PROPOSAL) == []
    for page in (ann, ben):
        page.locator("label", has=page.locator("#choice-1")).click()
        press(page, "Vote for 1")
    for page in (ann, ben):
        expect(page.locator(".over h2").first).to_contain_text(f"{LONGEST} wins")
        assert overflow_by_width(page) == {}


@pytest.mark.parametrize("height", [800, 900, 1080])
def test_what_a_country_has_stays_within_its_card(server: SiteServer, browser_player: Players, height: int) -> None:
    page = enter_as_guest(browser_player(name="Ann"))
    page.goto(arrange(server, position(armies={"Austria": ["Vienna"] * 10}, fleets={"England": ["London"] * 10})))
    asked(page, "Austria-Hungary")
    outside = {}
    for width in (1153, 1280, 1376, 1440, 1600, 1920):
        page.set_viewport_size({"width": width, "height": height})
        outside[width] = [page.evaluate(OUTSIDE_ITS_CARD), page.evaluate(UNITS_THAT_TOUCH)]
    assert {width: found for width, found in outside.items() if found != [[], 0]} == {}


@pytest.mark.parametrize("tab", ["Players", "Countries", "Log"])
def test_a_phone_shows_the_result_whatever_tab_was_open(server: SiteServer, browser_player: Players, tab: str) -> None:
    ann, ben = (enter_as_guest(browser_player(name=name, phone=True)) for name in ("Ann", "Ben"))
    table = arrange(server, last_vote("Ann", "Ben", "Cleo"))
    tabs = ann.get_by_role("navigation", name="Parts of the table")
    for page in (ann, ben):
        page.goto(table)
        asked(page, "France votes")
        page.locator("label", has=page.locator("#choice-1")).click()
        press(page, "Vote for 1")
        if page == ann:
            tabs.get_by_role("link", name=tab).click()
    result = ann.get_by_role("heading", name="Ann wins")
    expect(result).to_be_in_viewport()
    expect(tabs).to_be_hidden()
    # The final map has the tabs, and leads back.
    ann.get_by_role("link", name="Look at the final map").click()
    expect(ann.locator("#board")).to_be_in_viewport()
    expect(result).to_be_hidden()
    tabs.get_by_role("link", name=tab).click()
    expect(result).to_be_hidden()
    tabs.get_by_role("link", name="Board").click()
    ann.get_by_role("link", name="Back to the result").click()
    expect(result).to_be_in_viewport()
