"""Talk at a table, in browsers: quick words at the seats, the drawer, mute and report."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_watching import Players, practise
from tests.cambio.browser.tables import line, open_table, press, sit_down
from tests.kit.browser import axe_clean, enter_as_guest, never_wide

SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1440, 900)]
SMALL = """() => [...document.querySelectorAll("#talk :is(button, a, summary, input:not([type=hidden]))")]
    .filter((control) => control.checkVisibility())
    .filter((control) => control.getBoundingClientRect().height < 24 || control.getBoundingClientRect().width < 24)
    .map((control) => control.outerHTML)"""
STANDS_AT_SEAT = """() => {
    const bubble = document.querySelector("body > .bubble");
    const signs = [...document.querySelectorAll(`.seat:has(.avatar--${bubble.dataset.colour})`)];
    const sign = signs.find((each) => each.checkVisibility());
    const [one, two] = [bubble, sign].map((element) => element.getBoundingClientRect());
    const isNear = Math.min(Math.abs(one.top - two.bottom), Math.abs(two.top - one.bottom)) < 12;
    return isNear && one.left < two.right && two.left < one.right && sign.textContent.trim();
}"""


SECOND_WORD_AFTER_THE_FIRST = """() => document.addEventListener("htmx:afterRequest", () => {
    queueMicrotask(() => document.querySelector("[aria-keyshortcuts='2']").click());
}, { once: true })"""
COVERED = """() => [...document.querySelectorAll(".board .hand, .board :is(.card, button, a)")]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        const points = [[left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3], [right - 3, bottom - 3]];
        return points.some(([x, y]) => document.elementFromPoint(x, y)?.closest("#talk"));
    })
    .map((each) => each.outerHTML.slice(0, 200))"""


def open_talk(page: Page) -> None:
    page.get_by_role("link", name="Chat").click()
    expect(page.locator("#talk")).to_be_visible()
    expect(page.locator(".talk__word, #talk-text").first).to_be_focused()


def write(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.get_by_label("Say something").press("Enter")


def two_at_a_table(
    browser_player: Players, *, phone: bool = False, problem: str | None = None
) -> tuple[Page, Page, str]:
    """The pages of Ada, who may be refused something (`problem`), and Bea, and the address."""
    host = browser_player(name="Ada")
    if problem is not None:
        host.expect_problem(problem)
    ada = enter_as_guest(host)
    bea = enter_as_guest(browser_player(name="Bea", phone=phone))
    table = open_table(ada, seats=2)
    sit_down(bea, table, name="Bea")
    press(ada, "Start the game")
    for page in (ada, bea):
        line(page, "Remember these two.")
    return ada, bea, table


@pytest.mark.parametrize("phone", [False, True])
def test_what_is_said_is_heard_at_once_and_counted_while_the_drawer_is_shut(
    browser_player: Players, phone: bool
) -> None:
    ada, bea, table = two_at_a_table(browser_player, phone=phone)
    eve = enter_as_guest(browser_player(name="Eve"))
    eve.goto(table)
    expect(ada.locator("#watching")).to_contain_text("1")
    open_talk(ada)
    axe_clean(ada)
    write(ada, "Good luck, <b>Bea</b>!")
    expect(ada.locator("#talk-list li")).to_have_text(re.compile("You.*Good luck, <b>Bea</b>!"))
    expect(ada.get_by_label("Say something")).to_have_value("")
    button = bea.get_by_role("link", name="Chat, 1 new")
    expect(button).to_be_visible()
    button.click()
    expect(bea.locator("#talk-list li")).to_have_text(re.compile("Ada.*Good luck, <b>Bea</b>!"))
    expect(bea.locator("#talk-button")).to_have_attribute("aria-label", "Chat")
    axe_clean(bea)
    write(bea, "Thank you.")
    expect(ada.locator("#talk-list li").last).to_contain_text("Thank you.")
    expect(ada.locator("#talk-list li")).to_have_count(2)
    # Those who watch have a room of their own.
    open_talk(eve)
    expect(eve.locator("#talk-list li")).to_have_count(0)
    write(eve, "Ada has a king!")
    expect(eve.locator("#talk-list li")).to_have_count(1)
    write(bea, "Your turn.")
    expect(ada.locator("#talk-list li")).to_have_count(3)
    expect(ada.locator("#talk-list")).not_to_contain_text("king")


def test_a_quick_word_stands_at_the_seat_for_all_to_see(browser_player: Players) -> None:
    ada, bea, table = two_at_a_table(browser_player, problem="409.*/talk/")
    eve = enter_as_guest(browser_player(name="Eve", phone=True))
    eve.goto(table)
    expect(eve.locator("#me .seat")).to_be_visible()
    eve.evaluate("document.querySelector('.me').hidden = true")
    ada.keyboard.press("t")
    expect(ada.locator(".talk__word").first).to_be_focused()
    # However long the looks below take, the bubbles stay until they are over.
    for page in (ada, bea, eve):
        page.clock.install()
        page.clock.pause_at(datetime.now(tz=UTC) + timedelta(seconds=1))
    # One at a time: the second word follows at once.
    ada.evaluate(SECOND_WORD_AFTER_THE_FIRST)
    ada.keyboard.press("1")
    expect(ada.locator("#talk-refusal")).to_have_text("One quick word at a time. Wait 3 seconds.")
    for page, name in ((ada, "You"), (bea, "Ada")):
        expect(page.locator("body > .bubble")).to_contain_text("Well played")
        assert name in page.evaluate(STANDS_AT_SEAT)
        never_wide(page)
    # Where the sign of the seat is out of sight the word stands above, with the name.
    expect(eve.locator(".bubbles > .bubble")).to_have_text("AdaWell played")
    expect(eve.locator(".bubble__who")).to_be_visible()
    never_wide(eve)
    for page in (ada, bea, eve):
        page.clock.run_for(3900)
        expect(page.locator(".bubble")).to_have_class("bubble is-leaving")
        page.clock.run_for(200)
        expect(page.locator(".bubble")).to_have_count(0)
        page.clock.resume()
    ada.keyboard.press("Escape")
    expect(ada.locator("#talk")).to_be_hidden()
    expect(ada.locator("#talk-button")).to_be_focused()


def test_somebody_is_muted_and_reported_with_two_presses(browser_player: Players) -> None:
    ada, bea, _table = two_at_a_table(browser_player)
    open_talk(bea)
    write(bea, "You play like a duck.")
    open_talk(ada)
    expect(ada.locator("#talk-list li")).to_have_count(1)
    ada.get_by_text("Mute or report somebody").click()
    ada.get_by_role("button", name="Mute Bea").click()
    expect(ada.locator("#talk-list li")).to_have_count(0)
    write(bea, "Quack.")
    expect(bea.locator("#talk-list li")).to_have_count(2)
    ada.get_by_role("button", name="Hear Bea again").click()
    expect(ada.locator("#talk-list li")).to_have_count(2)
    ada.get_by_label("Report Bea", exact=True).click()
    ada.get_by_role("button", name="Rude words").click()
    expect(ada.locator("#talk-people")).to_contain_text("Reported. Somebody looks at it.")
    expect(ada.locator("#talk-list li")).to_have_count(0)
    axe_clean(ada)
    ada.get_by_role("button", name="Undo").click()
    expect(ada.locator("#talk-list li")).to_have_count(2)


@pytest.mark.parametrize("game", ["cambio", "imperial"])
def test_the_drawer_fits_every_size(browser_player: Players, game: str) -> None:
    ada = browser_player(name="Ada")
    practise(ada, game)
    page = ada.page
    assert not any("talk" in url.rpartition("/")[2] for url in ada.requests)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        open_talk(page)
        expect(page.locator("#talk-close")).to_be_in_viewport(ratio=1)
        expect(page.locator("#talk-text")).to_be_in_viewport(ratio=1)
        assert page.evaluate(SMALL) == []
        never_wide(page)
        page.locator("#talk-close").click()


def test_the_drawer_covers_nothing_to_press_on_tablets_and_desktops(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Ada"))
    open_table(page, seats=4)
    for number in ("Two", "Three", "Four"):
        press(page, "Add a bot")
        expect(page.locator("#waiting")).to_contain_text(f"{number} of four are here.")
    press(page, "Start the game")
    press(page, "I have them")
    line(page, "Your turn: draw a card")
    for width, height in ((730, 900), *(size for size in SIZES if min(size) >= 768), (820, 1180), (1180, 820)):
        page.set_viewport_size({"width": width, "height": height})
        open_talk(page)
        assert page.evaluate(COVERED) == [], (width, height)
        page.locator("#talk-close").click()


def test_without_script_there_is_a_page(browser_player: Players) -> None:
    ada = enter_as_guest(browser_player(name="Ada"))
    table = open_table(ada, seats=2)
    plain = browser_player(name="Ada", javascript=False)
    plain.context.add_cookies([{**cookie} for cookie in ada.context.cookies()])
    plain.page.goto(table)
    plain.page.get_by_role("link", name="Chat").click()
    plain.page.get_by_label("Say something").fill("Hello")
    plain.page.get_by_role("button", name="Send").click()
    expect(plain.page.locator("#talk-list li")).to_have_text(re.compile("You.*Hello"))
    plain.page.get_by_role("link", name="Back to the table").click()
    expect(plain.page).to_have_url(re.compile(table))
