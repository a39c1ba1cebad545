"""The home page of people who come back, in two browsers: rows move as turns change."""

import re
from collections.abc import Callable
from itertools import count
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.kit.browser import BrowserPlayer, axe_clean, enter_as_guest, never_wide, screenshot

Players = Callable[..., BrowserPlayer]
_numbers = count(1)
TRAVELS = """() => {
  window.travels = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.travels.push([this.dataset.table, this.closest(".part").id, how[1].duration]);
    return animate.apply(this, how);
  };
}"""


@pytest.fixture
def names() -> tuple[str, str]:
    """Names that no other test uses: tests share the site."""
    number = next(_numbers)
    return f"Ana {number}", f"Teo {number}"


def come_in(browser_player: Players, names: tuple[str, str], **options: bool) -> tuple[Page, Page]:
    ana, teo = (enter_as_guest(browser_player(name=name, **options)) for name in names)
    return ana, teo


def start_duel(page: Page, first: str, second: str) -> str:
    """The address of a duel of the two; `first` leads."""
    page.goto("/")
    token = page.evaluate("JSON.parse(document.body.getAttribute('hx-headers'))['x-csrftoken']")
    answer = page.request.post(
        "/duel/start/",
        headers={"X-CSRFToken": token, "Content-Type": "application/x-www-form-urlencoded"},
        data=urlencode([("name", first), ("name", second), ("turn_seconds", 900)]),
        max_redirects=0,
    )
    assert answer.status == 302, answer.text()
    return str(answer.headers["location"])


def play_lowest(page: Page, table: str) -> None:
    page.goto(table)
    cards = page.locator('[id^="play-"]')
    number = cards.count()
    cards.first.click()
    expect(cards).to_have_count(number - 1)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_table_moves_up_when_its_turn_comes_and_down_when_it_passes(
    browser_player: Players, names: tuple[str, str], phone: bool
) -> None:
    ana, teo = come_in(browser_player, names, phone=phone, motion=True)
    table = start_duel(ana, *names)
    teo.goto("/")
    row = teo.locator(f'#my-tables a[href="{table}"]')
    expect(row).to_be_visible()
    expect(teo.get_by_text("Nobody waits for you.")).to_be_visible()
    row.focus()
    teo.evaluate(TRAVELS)

    play_lowest(ana, table)
    ribbon = teo.locator(f'#turns a[href="{table}"]')
    expect(ribbon).to_be_visible()
    expect(ribbon).to_be_focused()
    expect(teo.get_by_text("One table waits for you.")).to_be_visible()
    expect(teo.locator("#my-tables li")).to_have_count(0)
    assert [[part, length] for _table, part, length in teo.evaluate("travels")] == [["turns", 320]]
    never_wide(teo)
    axe_clean(teo)

    ana.goto("/")
    expect(ana.locator(f'#my-tables a[href="{table}"]')).to_be_visible()
    play_lowest(teo, table)
    expect(ana.locator(f'#turns a[href="{table}"], #my-tables a[href="{table}"]')).to_have_count(1)


def test_without_motion_nothing_travels(browser_player: Players, names: tuple[str, str]) -> None:
    ana, teo = come_in(browser_player, names)
    table = start_duel(ana, *names)
    teo.goto("/")
    expect(teo.locator(f'#my-tables a[href="{table}"]')).to_be_visible()
    teo.evaluate(TRAVELS)
    play_lowest(ana, table)
    expect(teo.locator(f'#turns a[href="{table}"]')).to_be_visible()
    assert teo.evaluate("travels") == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_game_is_started_and_found_again_in_one_press_each(
    browser_player: Players, names: tuple[str, str], phone: bool, dark: bool
) -> None:
    page = enter_as_guest(browser_player(name=names[0], phone=phone, dark=dark))
    page.goto("/")
    page.get_by_role("button", name="Play against a bot: Cambio").click()
    expect(page).to_have_url(re.compile(r"/cambio/[\w-]{36}/$"))
    table = re.sub(r"^https?://[^/]+", "", page.url)
    page.goto("/")
    expect(page.locator(".turn-ribbon--live")).to_have_count(1)
    expect(page.get_by_text(re.compile("^Your turn: Cambio with "))).to_be_visible()
    never_wide(page)
    axe_clean(page)
    screenshot(page, f"home-live-turn-{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}")
    page.get_by_role("link", name="Go to the table").click()
    expect(page).to_have_url(re.compile(f"{table}$"))


def test_everything_works_without_script(browser_player: Players, names: tuple[str, str]) -> None:
    page = enter_as_guest(browser_player(name=names[0], javascript=False))
    page.goto("/")
    page.get_by_role("button", name="Play against a bot: Cambio").click()
    expect(page).to_have_url(re.compile(r"/cambio/[\w-]{36}/$"))
    page.goto("/")
    page.get_by_role("link", name="Go to the table").click()
    expect(page).to_have_url(re.compile(r"/cambio/[\w-]{36}/$"))
