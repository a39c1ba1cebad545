"""The header of every kind of page, and the ways to play on the home page: nothing is cut off at any width."""

import re
from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import Page, expect

from tests.kit.browser import BrowserPlayer, enter_as_guest

Players = Callable[..., BrowserPlayer]
LONGEST = "W" * 20
WIDTHS = range(320, 1460, 20)
FEWER_WIDTHS = range(320, 1460, 60)
PHONES = (320, 360, 390, 430)
HIGHER_THAN_THE_HEADER = """() => {
  const [words, header] = [".conn__text", ".site-header"]
    .map((each) => document.querySelector(each).getBoundingClientRect());
  return words.top < header.top - 1 || words.bottom > header.bottom + 1;
}"""
# As the page's script says it; the page that says so here has a line that is well, and would say that next.
SAY_HOW_THE_LINE_IS = """(state) => {
  const line = document.querySelector("#live, #line").cloneNode(true);
  line.querySelector(".conn__text").textContent = line.dataset[state];
  line.dataset.state = state === "returned" ? "live" : state;
  line.classList.toggle("conn--back", ["back", "offline", "polling"].includes(state));
  line.classList.toggle("conn--gone", ["ended", "gone"].includes(state));
  line.classList.toggle("conn--returned", state === "returned");
  line.id = "line";
  document.querySelectorAll("#live, #line").forEach((other) => other.replaceWith(line));
}"""
CUT_OFF = """(selector) => {
  const edges = (element) => {
    const window = { left: 0, right: document.documentElement.clientWidth };
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === "visible") continue;
      const { left, right } = around.getBoundingClientRect();
      window.left = Math.max(window.left, left);
      window.right = Math.min(window.right, right);
    }
    return window;
  };
  const words = (element) => element.textContent.replace(/\\s+/g, " ").trim();
  return [...document.querySelectorAll(selector)].filter((element) => {
    // For screen readers alone, or not opened.
    if (!element.checkVisibility() || element.offsetWidth <= 1 || element.closest(".menu__list")) return false;
    const { left, right } = element.getBoundingClientRect();
    const within = edges(element);
    return left < within.left - 1 || right > within.right + 1 || element.scrollWidth > element.clientWidth + 1;
  }).map(words);
}"""
OVERLAPPING = """() => {
  const boxes = [...document.querySelectorAll(".brand, .game-switch a, .site-header__end > :not(.sr-only), #where > *")]
    .filter((box) => box.checkVisibility({ visibilityProperty: true }) && box.id !== "where")
    .map((box) => [box, box.getBoundingClientRect()]);
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return boxes.flatMap(([box, place], index) => boxes.slice(index + 1)
    .filter(([other, where]) => !box.contains(other) && !other.contains(box) && meet(place, where))
    .map(([other]) => `${box.textContent.trim()} / ${other.textContent.trim()}`));
}"""
HEADER = ".brand, .game-switch a, .site-header .btn, .imp-where h1"


def cut_off(page: Page, selector: str, widths: Iterable[int] = WIDTHS) -> dict[int, list[str]]:
    """By the width of the window, what of these elements is not whole, or lies over another in the header."""
    found = {}
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        found[width] = [*page.evaluate(CUT_OFF, selector), *page.evaluate(OVERLAPPING)]
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found[width].append("the page is too wide")
    return {width: words for width, words in found.items() if words}


def without_the_tiny_game(page: Page) -> None:
    """The product has three games; the fourth of the tests would not fit the narrowest phones."""
    page.evaluate("document.querySelector('.game-switch a[href^=\"/duel/\"]').remove()")


@pytest.mark.parametrize("address", ["/", "/cambio/", "/imperial/"])
def test_a_stranger_can_read_every_way_to_play_and_the_whole_header(browser_player: Players, address: str) -> None:
    page = browser_player(name="Ada").page
    page.goto(address)
    without_the_tiny_game(page)
    expect(page.get_by_role("link", name="Rules").first).to_be_visible()
    assert cut_off(page, f"{HEADER}, .game__do .btn, .profile") == {}


@pytest.mark.parametrize("address", ["/", "/imperial/rules/", "/deckbuilder/", "/account/"])
def test_the_longest_name_gives_way_in_the_header(browser_player: Players, address: str) -> None:
    page = enter_as_guest(browser_player(name=LONGEST))
    page.goto(address)
    without_the_tiny_game(page)
    assert cut_off(page, HEADER) == {}


@pytest.mark.parametrize("game", ["cambio", "imperial"])
def test_the_header_of_a_table_is_whole(browser_player: Players, game: str) -> None:
    page = enter_as_guest(browser_player(name=LONGEST))
    page.goto(f"/{game}/practice/")
    page.locator("main form button[type=submit], main form .btn--primary").first.click()
    page.wait_for_url(f"**/{game}/*-*/")
    without_the_tiny_game(page)
    if game == "imperial":
        expect(page.get_by_role("link", name=re.compile("^Rules"))).to_be_visible()
    assert cut_off(page, HEADER) == {}


@pytest.mark.parametrize("game", ["cambio", "imperial"])
def test_the_header_of_a_table_is_whole_however_the_line_to_the_site_is(browser_player: Players, game: str) -> None:
    page = enter_as_guest(browser_player(name=LONGEST))
    page.goto(f"/{game}/practice/")
    page.locator("main form button[type=submit], main form .btn--primary").first.click()
    page.wait_for_url(f"**/{game}/*-*/")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    without_the_tiny_game(page)
    found = {}
    for state in ("polling", "back", "offline", "returned", "ended", "gone"):
        page.evaluate(SAY_HOW_THE_LINE_IS, state)
        found[state] = cut_off(page, f"{HEADER}, .conn__text", FEWER_WIDTHS)
        for width in PHONES:
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate(HIGHER_THAN_THE_HEADER):
                found[state][width] = ["the words are higher than the header"]
    assert {state: wrong for state, wrong in found.items() if wrong} == {}
