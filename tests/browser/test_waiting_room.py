"""The waiting room in browsers: chairs, the ticket, what the host chooses, and a bot for who waits alone."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
import segno
from playwright.sync_api import Page, expect

from tests.kit.browser import (
    BrowserPlayer,
    axe_clean,
    enter_as_guest,
    expect_value,
    never_wide,
    overflow_by_width,
    screenshot,
)

Players = Callable[..., BrowserPlayer]
LONGEST = "W" * 20
NOTE_SOUNDS = """window.heard = [];
document.addEventListener("tabletop:sound", ({ detail }) => heard.push(detail));"""
# Where the strokes of the code lie, as a grid of modules.
MODULES = """() => {
  const { baseVal } = document.querySelector("#invite .qr").viewBox;
  const size = baseVal.width - 4;
  const grid = Array.from({ length: size }, () => Array(size).fill(0));
  const strokes = document.getElementById("qr-code").getAttribute("d").matchAll(/M(\\d+) (\\d+).5h(\\d+)/g);
  for (const [, x, y, length] of strokes)
    grid[Number(y)].fill(1, Number(x), Number(x) + Number(length));
  return [baseVal.x, baseVal.y, grid];
}"""
WAITED_FOR_OFFER = """() => document.querySelector(".room__offer").getAnimations()[0].currentTime"""
WAIT_OF_OFFER = """(milliseconds) => {
  const offer = document.querySelector(".room__offer").getAnimations()[0];
  offer.pause();
  offer.currentTime = milliseconds;
}"""
SMALL = """() => [...document.querySelectorAll(".room :is(button, a)")].filter((control) =>
    control.checkVisibility() && control.getBoundingClientRect().width && !control.closest("p"))
  .map((control) => [control.id || control.textContent.trim(), control.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 24 || height < 44).map(([name]) => name)"""


def open_table(page: Page, game: str = "cambio", *, seats: int = 4) -> str:
    """The link that is shared."""
    page.goto(f"/{game}/new/")
    page.get_by_role("group", name="Seats").get_by_label(str(seats)).check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    return str(page.locator("#copy-link").get_attribute("data-copy"))


def sit_down(page: Page, link: str) -> None:
    page.goto(urlsplit(link).path)
    page.get_by_role("button", name="Sit down next to").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()


@pytest.mark.parametrize(("game", "seats"), [("cambio", 4), ("imperial", 6), ("imperial", 5), ("cambio", 2)])
@pytest.mark.parametrize("phone", [False, True])
def test_there_are_as_many_chairs_as_seats(browser_player: Players, game: str, seats: int, phone: bool) -> None:
    page = enter_as_guest(browser_player(name=LONGEST, phone=phone, dark=phone))
    open_table(page, game, seats=seats)
    chairs = page.get_by_role("list", name="Chairs").get_by_role("listitem")
    expect(chairs).to_have_count(seats)
    expect(chairs.first).to_contain_text("You")
    page.locator("#add-bot-1").click()
    expect(page.locator("#chair-1.is-free")).to_have_count(0)
    if not phone:
        assert overflow_by_width(page) == {}
    never_wide(page)
    axe_clean(page)
    assert page.evaluate(SMALL) == []
    screenshot(page, f"waiting-{game}-{seats}-{'phone-dark' if phone else 'desktop-light'}")


@pytest.mark.parametrize("bots", [1, 5])
def test_six_chairs_and_the_start_are_in_sight_on_a_low_screen(browser_player: Players, bots: int) -> None:
    page = enter_as_guest(browser_player(name=LONGEST))
    open_table(page, "imperial", seats=6)
    for number in range(1, 1 + bots):
        page.locator(f"#add-bot-{number}").click()
        expect(page.locator(f"#remove-{number}")).to_be_visible()
    for width, height in ((1366, 768), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#start")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollHeight") <= height
    screenshot(page, f"waiting-imperial-low-{bots}-desktop-light")


def test_the_code_on_the_felt_is_the_link(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Ada", dark=True))
    link = open_table(page)
    x, y, grid = page.evaluate(MODULES)
    assert (x, y) == (-2, -2)
    assert grid == [list(row) for row in segno.make_qr(link, error="m").matrix]
    ticket = page.get_by_role("img", name="QR code with the link to this table")
    expect(ticket).to_be_visible()
    # Dark on light in the dark, too.
    assert ticket.evaluate("(code) => getComputedStyle(code).backgroundColor") == "rgb(255, 255, 255)"
    assert ticket.evaluate("(code) => getComputedStyle(code).stroke") == "rgb(0, 0, 0)"


def test_the_link_is_copied_and_shared(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Ada"))
    link = open_table(page)
    # Pages may not read what is copied.
    page.evaluate("""() => {
      window.copied = [];
      navigator.clipboard.writeText = async (text) => { copied.push(text); };
      navigator.canShare = undefined;
    }""")
    for button in ("#copy-link", "#share-link"):
        page.locator(button).click()
    expect_value(page, "copied", [link, link])
    expect(page.get_by_text("Copied.").first).to_be_visible()
    # Where the system has a sheet, it is that one.
    page.evaluate("""() => {
      window.shared = [];
      navigator.canShare = () => true;
      navigator.share = async (what) => { shared.push(what.url); };
    }""")
    page.locator("#invite-1").click()
    page.locator("#share-sheet").click()
    expect_value(page, "shared", [link])


def test_the_host_removes_a_person_and_is_asked_once(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea", phone=True)
    bea.expect_problem("403|4404|WebSocket")
    one, two = enter_as_guest(ada), enter_as_guest(bea)
    link = open_table(one, seats=3)
    sit_down(two, link)
    expect(two.get_by_role("button", name="Remove")).to_have_count(0)
    one.get_by_role("button", name="Remove Bea").click()
    asked = one.get_by_role("dialog", name="Remove Bea?")
    expect(asked.get_by_role("button", name="Keep Bea")).to_be_focused()
    axe_clean(one)
    one.keyboard.press("Enter")
    expect(asked).not_to_be_visible()
    expect(one.locator("#waiting")).to_contain_text("Two of three are here.")
    one.get_by_role("button", name="Remove Bea").click()
    asked.get_by_role("button", name="Remove Bea").click()
    expect(one.locator("#waiting")).to_contain_text("One of three is here.")
    # The open page goes to the door by itself.
    expect(two.get_by_role("heading", name="The host has given your seat away")).to_be_visible()
    expect(two.locator("main")).to_contain_text("You may come back in 10 minutes.")
    expect(two.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(one.locator("#waiting")).to_contain_text("One of three is here.")


def test_who_is_removed_is_told_without_a_socket_too(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    bea.expect_problem("403")
    bea.page.route_web_socket(re.compile("/live/"), lambda socket: socket.close())
    one, two = enter_as_guest(ada), enter_as_guest(bea)
    sit_down(two, open_table(one, seats=3))
    expect(two.locator("#live")).to_have_attribute("data-state", "polling")
    one.get_by_role("button", name="Remove Bea").click()
    one.get_by_role("dialog", name="Remove Bea?").get_by_role("button", name="Remove Bea").click()
    expect(two.get_by_role("heading", name="The host has given your seat away")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_what_the_host_chooses_is_seen_by_all_at_once(browser_player: Players, phone: bool) -> None:
    one = enter_as_guest(browser_player(name="Ada", phone=phone))
    two = enter_as_guest(browser_player(name="Bea"))
    sit_down(two, open_table(one))
    expect(two.locator(".room__head .badge")).to_have_text("Private")
    if phone:
        one.locator("#show-choices").click()
    one.get_by_role("switch", name="Open to everybody").click()
    expect(two.locator(".room__head .badge")).to_have_text("Open")
    # An open table gets a clock; the sheet of a phone stays open for the next choice.
    expect(two.locator(".segment[aria-current]").filter(has_text="60 s")).to_be_visible()
    expect(one.get_by_role("switch", name="Open to everybody")).to_be_focused()
    one.get_by_role("button", name="30 s").click()
    expect(two.locator(".segment[aria-current]").filter(has_text="30 s")).to_be_visible()
    one.get_by_role("group", name="Chairs").get_by_role("button", name="3").click()
    expect(two.get_by_role("list", name="Chairs").get_by_role("listitem")).to_have_count(3)
    expect(two.locator("#waiting")).to_contain_text("Two of three are here.")
    expect(two.locator("#choices").get_by_role("button")).to_have_count(0)
    axe_clean(one)
    axe_clean(two)


# Draws the part with the sheet anew, as news of the table does; whether the sheet is open at once.
DRAWN_ANEW = """() => {
  const part = document.getElementById("choices").parentElement.closest("[id]").cloneNode(true);
  part.setAttribute("hx-swap-oob", "true");
  htmx.swap(document.body, part.outerHTML, { swapStyle: "none" });
  return document.getElementById("choices").matches(":popover-open");
}"""


def test_a_sheet_drawn_anew_is_as_open_as_it_was(browser_player: Players) -> None:
    one = enter_as_guest(browser_player(name="Ada", phone=True))
    open_table(one)
    one.locator("#show-choices").click()
    assert one.evaluate(DRAWN_ANEW)
    # An answer that draws nothing leaves nothing behind that opens the sheet later.
    one.evaluate("htmx.trigger('body', 'htmx:beforeSwap', { target: document.body, requestConfig: {}, xhr: {} })")
    one.keyboard.press("Escape")
    expect(one.locator("#choices")).to_be_hidden()
    assert not one.evaluate(DRAWN_ANEW)
    expect(one.locator("#choices")).to_be_hidden()


def test_the_strength_of_a_bot_is_chosen_on_its_chair(browser_player: Players) -> None:
    one, two = enter_as_guest(browser_player(name="Ada")), enter_as_guest(browser_player(name="Bea"))
    sit_down(two, open_table(one))
    one.get_by_role("button", name="Add a bot").first.click()
    strength = one.get_by_role("group", name="How well Ruby plays")
    expect(strength.get_by_role("button", name="medium", pressed=True)).to_be_visible()
    expect(two.locator("#chair-2")).to_contain_text("medium bot")
    strength.get_by_role("button", name="hard").click()
    expect(strength.get_by_role("button", name="hard", pressed=True)).to_be_focused()
    expect(two.locator("#chair-2")).to_contain_text("hard bot")
    one.get_by_role("button", name="Remove Ruby").click()
    expect(two.locator("#chair-2")).to_contain_text("Free chair")


def test_who_sits_down_is_seen_and_heard_coming_and_nobody_else_moves(browser_player: Players) -> None:
    one, two = (enter_as_guest(browser_player(name=name, motion=True)) for name in ("Ada", "Bea"))
    one.add_init_script(NOTE_SOUNDS)
    link = open_table(one)
    sit_down(two, link)
    expect(one.locator(".chair.is-new")).to_have_attribute("id", "chair-1")
    assert one.evaluate("heard") == ["place"]
    one.locator("#set-open").click()
    expect(one.locator(".room__head .badge")).to_have_text("Open")
    expect(one.locator(".chair.is-new")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "words"), [("cambio", "Two of four are here."), ("imperial", "2 of 4 seats are taken.")]
)
def test_who_sits_down_is_said_to_screen_readers(browser_player: Players, game: str, words: str) -> None:
    one, two = (enter_as_guest(browser_player(name=name)) for name in ("Ada", "Bea"))
    sit_down(two, open_table(one, game))
    expect(one.locator("#announcer")).to_contain_text(words)


def test_who_waits_alone_for_twenty_seconds_is_offered_a_bot(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Ada"))
    open_table(page, seats=2)
    expect(page.get_by_role("button", name="Start the game")).to_be_disabled()
    offer = page.get_by_text("Nobody yet? Play against a bot meanwhile.")
    page.evaluate(WAIT_OF_OFFER, 19_990)
    expect(offer).not_to_be_visible()
    page.locator("#set-open").click()
    expect(page.locator(".room__head .badge")).to_have_text("Open")
    assert page.evaluate(WAITED_FOR_OFFER) >= 19_990, "a choice does not begin the wait anew"
    page.evaluate(WAIT_OF_OFFER, 20_010)
    expect(offer).to_be_visible()
    axe_clean(page)
    page.locator("#offered-bot").click()
    expect(page.locator("#waiting")).to_contain_text("Two of two are here. Start when you like.")
    expect(offer).to_have_count(0)
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()


def test_without_script_the_room_works_and_offers_nothing_that_does_nothing(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Ada", javascript=False))
    open_table(page, seats=3)
    expect(page.locator("#copy-link")).not_to_be_visible()
    expect(page.locator("#share-link")).not_to_be_visible()
    page.locator("#invite-1").click()
    expect(page.locator("#invite .qr")).to_be_visible()
    page.locator("#close-invite").click()
    page.get_by_role("switch", name="Open to everybody").click()
    expect(page.get_by_role("switch", name="Open to everybody")).to_be_checked()
    page.get_by_label("Name of the table", exact=True).fill("Six")
    page.get_by_role("button", name="Save the name of the table").click()
    expect(page.locator("#waiting-title")).to_contain_text("Cambio: Six")
    page.locator("#add-bot-1").click()
    page.get_by_role("button", name="hard").click()
    expect(page.get_by_role("button", name="hard", pressed=True)).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".status")).to_contain_text("Remember these two.")
