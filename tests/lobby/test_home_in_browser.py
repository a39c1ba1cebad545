"""The home page by mouse, touch and keyboard, light and dark, with and without sockets."""

import re
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tabletop.bidi import isolated
from tabletop.characters import normalised
from tests.kit.browser import BrowserPlayer, axe_clean, measured_transfer, never_wide, screenshot
from tests.kit.people import Person
from tests.kit.server import SiteServer

Players = Callable[..., BrowserPlayer]
FIRST_VISIT_BYTES = 60 * 1024
LOOKS = pytest.mark.parametrize(
    ("phone", "dark"),
    [(False, False), (False, True), (True, False), (True, True)],
    ids=["desktop-light", "desktop-dark", "phone-light", "phone-dark"],
)
CUT_OFF = """() => [...document.querySelectorAll(".game__do .btn")].filter((button) =>
  button.getBoundingClientRect().right > button.closest(".game__do").getBoundingClientRect().right + 1
  ).map((button) => button.textContent)"""
LETTERS = ["W", "\u0634", normalised("n\u0303\u0323"), "\u6e38"]
"""Wide, from right to left, with two marks, and without places to break."""
OVERLAPPING = """() => {
  const boxes = [...document.querySelectorAll(".back :is(.list__main, .turn-ribbon p, .btn, .faces, .avatar--mid)")]
    .filter((box) => box.checkVisibility()).map((box) => [box, box.getBoundingClientRect()]);
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return boxes.flatMap(([box, place], index) => boxes.slice(index + 1)
    .filter(([, other]) => meet(place, other)).map(([other]) => `${box.textContent} and ${other.textContent}`));
}"""
_numbers = count(1)


@pytest.fixture
def name() -> str:
    """A name that no other test uses: tests share the site."""
    return f"Juno {next(_numbers)}"


@pytest.fixture
def friend(server: SiteServer) -> Iterator[Person]:
    with Person(server.url, f"Mara {next(_numbers)}") as person:
        yield person


def look_of(phone: bool, dark: bool) -> str:
    return f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"


def come_in(player: BrowserPlayer) -> Page:
    page = player.page
    page.goto("/")
    page.get_by_label("Your name").fill(player.name)
    page.get_by_role("button", name="Save your name").click()
    expect(page.get_by_role("heading", name=f"Good to see you, {isolated(player.name)}.")).to_be_visible()
    return page


def start_duel(friend: Person, *, first: str, second: str) -> str:
    answer = friend.post("/duel/start/", {"name": [first, second]})
    assert answer.status_code == 302
    return str(answer.headers["Location"])


@LOOKS
def test_a_visitor_finds_the_games_and_comes_in_by_typing_a_name(
    browser_player: Players, friend: Person, name: str, phone: bool, dark: bool
) -> None:
    player = browser_player(name=name, phone=phone, dark=dark)
    page = player.page
    page.goto("/")
    expect(page.get_by_role("heading", name="Pull up a chair.")).to_be_visible()
    for game in ("Cambio", "Imperial", "Deckbuilder"):
        expect(page.get_by_role("article", name=game)).to_be_visible()
    expect(page.get_by_role("heading", name="Start something")).to_have_count(0)
    never_wide(page)
    axe_clean(page)
    screenshot(page, f"home-visitor-{look_of(phone, dark)}")

    come_in(player)
    expect(page.get_by_text("Nobody waits for you.")).to_be_visible()
    never_wide(page)
    axe_clean(page)
    screenshot(page, f"home-newcomer-{look_of(phone, dark)}")

    start_duel(friend, first=name, second=friend.name)
    start_duel(friend, first=friend.name, second=name)
    expect(page.get_by_text("One table waits for you.")).to_be_visible()
    expect(page.locator("#turns .turn-ribbon")).to_have_count(1)
    expect(page.locator("#my-tables li")).to_have_count(1)
    never_wide(page)
    axe_clean(page)
    screenshot(page, f"home-player-{look_of(phone, dark)}")
    page.locator("#turns").get_by_role("link", name="Look in").click()
    expect(page.get_by_role("heading", name="Duel")).to_be_visible()


def test_every_button_of_a_game_is_within_its_card_at_any_width(browser_player: Players, name: str) -> None:
    page = browser_player(name=name).page
    page.goto("/")
    cut_off = {}
    for width in range(320, 1480, 40):
        page.set_viewport_size({"width": width, "height": 800})
        cut_off[width] = page.evaluate(CUT_OFF)
    assert {width: buttons for width, buttons in cut_off.items() if buttons} == {}


@pytest.mark.parametrize("letter", LETTERS)
def test_the_longest_names_neither_widen_the_page_nor_cover_anything(
    browser_player: Players, server: SiteServer, letter: str
) -> None:
    name, long_name = letter * 19, letter * 20
    page = come_in(browser_player(name=name, phone=True))
    with Person(server.url, long_name) as friend:
        start_duel(friend, first=name, second=long_name)
        start_duel(friend, first=long_name, second=name)
        for part in ("#turns", "#my-tables", "#open-tables"):
            expect(page.locator(part).get_by_text(long_name).first).to_be_visible()
        for width in (320, 360, 390, 768, 1024):
            page.set_viewport_size({"width": width, "height": 740})
            never_wide(page)
            assert page.evaluate(OVERLAPPING) == [], width
        page.set_viewport_size({"width": 320, "height": 740})
        screenshot(page, f"home-long-names-{ord(letter[0])}")
        stranger = browser_player(name=f"{name} too", phone=True).page
        stranger.set_viewport_size({"width": 320, "height": 740})
        stranger.goto("/")
        expect(stranger.locator("#open-tables").get_by_text(long_name).first).to_be_visible()
        never_wide(stranger)
        page.goto("/account/")
        never_wide(page)


def test_the_name_is_kept_when_the_page_is_opened_again(browser_player: Players, name: str) -> None:
    page = come_in(browser_player(name=name))
    page.reload()
    expect(page.get_by_role("heading", name=f"Good to see you, {name}.")).to_be_visible()
    page.goto("/account/")
    page.get_by_label("Your name").fill(f"{name} too")
    page.get_by_role("button", name="Save").first.click()
    page.goto("/")
    expect(page.get_by_role("heading", name=f"Good to see you, {name} too.")).to_be_visible()
    expect(page.locator(".profile__name")).to_have_text(f"{name} too")


def test_a_choice_of_dark_in_the_profile_is_kept_on_the_home_page(browser_player: Players, name: str) -> None:
    page = come_in(browser_player(name=name))
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.goto("/account/")
    page.get_by_label("Dark", exact=True).check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    axe_clean(page)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_wrong_code_is_answered_next_to_the_field(browser_player: Players, name: str, phone: bool) -> None:
    player = browser_player(name=name, phone=phone)
    player.expect_problem("404")
    page = player.page
    page.goto("/")
    page.get_by_label("Your name").fill("half a na")
    page.get_by_label("Have a code?").fill("abc")
    page.get_by_role("button", name="Join the table with this code").click()
    expect(page.get_by_text("We know no table with that code.")).to_be_visible()
    expect(page.get_by_label("Have a code?")).to_be_focused()
    expect(page.get_by_label("Have a code?")).to_have_value("abc")
    expect(page.get_by_label("Your name")).to_have_value("half a na")
    axe_clean(page)
    screenshot(page, f"home-wrong-code-{look_of(phone, dark=False)}")


def test_a_shared_link_with_a_wrong_code_leads_home(browser_player: Players, name: str) -> None:
    player = browser_player(name=name)
    player.expect_problem("404")
    player.page.goto("/t/ABCDEF/")
    expect(player.page.get_by_text("This invitation leads to no table any more.")).to_be_visible()
    expect(player.page.get_by_label("Have a code?")).to_be_focused()


def test_everything_can_be_done_by_keyboard(browser_player: Players, friend: Person, name: str) -> None:
    player = browser_player(name=name)
    page = player.page
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Good to see you, {name}.")).to_be_visible()

    table = start_duel(friend, first=name, second=friend.name)
    code = str(page.locator("#turns .muted").inner_text()).split()[1]
    for _number in range(30):
        if page.evaluate("document.activeElement.id") == "code":
            break
        page.keyboard.press("Tab")
    page.keyboard.type(code.lower())
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{table}")


def test_focus_stays_where_it_was_when_the_lists_change(browser_player: Players, friend: Person, name: str) -> None:
    page = come_in(browser_player(name=name))
    table = start_duel(friend, first=name, second=friend.name)
    page.locator("#turns").get_by_role("link", name="Look in").focus()
    start_duel(friend, first=name, second=friend.name)
    expect(page.locator("#turns .turn-ribbon")).to_have_count(2)
    expect(page.locator(f'#turns a[href="{table}"]')).to_be_focused()


def test_a_half_typed_code_survives_what_happens_elsewhere(browser_player: Players, friend: Person, name: str) -> None:
    page = come_in(browser_player(name=name))
    page.get_by_label("Have a code?").fill("7kq")
    start_duel(friend, first=name, second=friend.name)
    expect(page.get_by_text(f"Your turn: Duel with {friend.name}")).to_be_visible()
    expect(page.get_by_label("Have a code?")).to_have_value("7kq")


def test_tables_come_one_row_at_a_time_and_a_page_that_missed_one_gets_the_whole_list(
    browser_player: Players, friend: Person, name: str
) -> None:
    page = come_in(browser_player(name=name))
    first = start_duel(friend, first=name, second=friend.name)
    page.goto("/")
    # Of duels alone: tables with a free seat, which other tests may have left, come before all that play.
    rows = page.locator("#open-list > li", has=page.locator('a[href^="/duel/"]'))
    expect(rows.first.get_by_role("link")).to_have_attribute("href", first)
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    marked = f"document.querySelector('#open-list a[href=\"{first}\"]')"
    page.evaluate(f"{marked}.isTheSame = true")
    second = start_duel(friend, first=name, second=friend.name)
    expect(rows.first.get_by_role("link")).to_have_attribute("href", second)
    expect(rows.nth(1).get_by_role("link")).to_have_attribute("href", first)
    assert page.evaluate(f"{marked}.isTheSame"), "the rows that stay are not drawn again"

    # As if a message had been lost: the page does not show what the next one stands on.
    page.evaluate(f"document.querySelector('#open-list > li:has(a[href=\"{second}\"])').remove()")
    page.evaluate("document.getElementById('beat').dataset.seq = 'marks.another'")
    third = start_duel(friend, first=name, second=friend.name)
    for place, table in enumerate((third, second, first)):
        expect(rows.nth(place).get_by_role("link")).to_have_attribute("href", table)
    ids = page.evaluate("[...document.querySelectorAll('#open-list > li')].map((row) => row.id)")
    assert len(set(ids)) == len(ids)


def test_where_sockets_are_blocked_the_page_looks_for_news_by_itself(
    browser_player: Players, friend: Person, name: str
) -> None:
    player = browser_player(name=name)

    def refuse(socket: WebSocketRoute) -> None:
        socket.close()

    player.page.route_web_socket(re.compile("/lobby/live/"), refuse)
    page = come_in(player)
    start_duel(friend, first=name, second=friend.name)
    expect(page.get_by_text(f"Your turn: Duel with {friend.name}")).to_be_visible()
    screenshot(page, "home-polling-desktop-light")


def test_without_script_the_page_is_complete_and_a_name_lets_in(
    browser_player: Players, friend: Person, name: str
) -> None:
    player = browser_player(name=name, javascript=False)
    page = come_in(player)
    start_duel(friend, first=name, second=friend.name)
    page.reload()
    expect(page.get_by_text(f"Your turn: Duel with {friend.name}")).to_be_visible()


def test_the_first_visit_is_small(browser_player: Players, name: str) -> None:
    page = browser_player(name=name).page
    with measured_transfer(page) as transferred:
        page.goto("/", wait_until="load")
        expect(page.locator("#live")).to_have_attribute("data-state", "live")
        page.wait_for_load_state("networkidle")
        assert 0 < transferred() <= FIRST_VISIT_BYTES
