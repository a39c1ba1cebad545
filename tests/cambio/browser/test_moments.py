"""Moments of a game: cards that are dealt, a clock that runs down, what one did last on a phone."""

import re

from playwright.sync_api import Page, expect

from tests.cambio.browser.tables import (
    LOW,
    Players,
    call_cambio,
    come_in,
    easy_to_hit,
    in_sight,
    line,
    open_table,
    press,
    sit_down,
    start,
)
from tests.kit.browser import axe_clean, enter_as_guest, expect_value, screenshot
from tests.kit.server import SiteServer

PHONES = [(320, 568), (360, 640), (375, 667), (390, 844), (412, 915), (640, 360), (844, 390)]
LONGEST = "W" * 20
LAST_MOVE = re.compile(r"^bottom right, the .* went\.$", re.IGNORECASE)

NOTE_FLIGHTS = """window.flights = [];
window.shift = 0;
window.faces = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
    if (this.matches(".card") && options.fill === "backwards") {
        flights.push(this.id);
        faces.push(this.matches(".is-up") || Boolean(this.querySelector("use:not([href*='#back'])")));
    }
    return animate.call(this, frames, options);
};
new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) shift += value;
}).observe({ type: "layout-shift" });"""
NOTE_SOUNDS = """window.heard = [];
document.addEventListener("tabletop:sound", ({ detail }) => heard.push(detail));"""
# The seconds that the ring still has to run.
RING_LEFT = """(seat) => {
    const run = document.querySelector(`${seat} .ring__run`).getAnimations()[0];
    return Math.round((run.effect.getTiming().duration - run.currentTime) / 1000);
}"""
# Lets the turn end in a few seconds, as far as the page knows.
HURRY = """() => {
    for (const clock of document.querySelectorAll("[data-until]")) clock.dataset.until = Date.now() / 1000 + 9;
}"""
OVERLAPS = """() => {
    const told = ".own-move, .player p, .board .btn, .mine .hand, .status__line, .spot__label";
    const boxes = [...document.querySelectorAll(told)]
        .filter((box) => box.checkVisibility() && box.textContent.trim() + box.children.length)
        .map((box) => [box.className, box.getBoundingClientRect()]);
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    return boxes.flatMap(([name, place], nth) => boxes.slice(nth + 1)
        .filter(([, where]) => meet(place, where)).map(([other]) => `${name} / ${other}`));
}"""


def everywhere(page: Page) -> None:
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        in_sight(page)
        easy_to_hit(page)
        assert page.evaluate(OVERLAPS) == [], (width, height)


# --- the deal ---------------------------------------------------------------------------------------------------------


def test_cards_fly_to_the_hands_when_the_game_begins(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada", motion=True), browser_player(name="Bea", phone=True)
    one, two = come_in(ada), enter_as_guest(bea)
    for page in (one, two):
        page.add_init_script(NOTE_FLIGHTS)
        page.add_init_script(NOTE_SOUNDS)
    sit_down(two, open_table(one, seats=2), name="Bea")
    expect(one.locator("#waiting")).to_contain_text("Two of two are here.")
    one.reload()
    expect(one.locator("#live")).to_have_attribute("data-state", "live")
    press(one, "Start the game")
    # Round by round, the two that Ada may look at face down like all others.
    rounds = [f"card-{seat}-{position}" for position in range(4) for seat in (1, 0)]
    expect_value(one, "flights", rounds)
    expect_value(one, "faces", [False] * 8)
    expect_value(one, "heard", ["deal"])
    # They turn over where they lie.
    expect(one.locator(".mine .card.is-up.is-peek")).to_have_count(2)
    expect(one.locator(".mine .is-up use[href*='#back']")).to_have_count(0)
    expect(one.locator(".player .is-up")).to_have_count(0)
    assert one.evaluate("shift") < 0.02
    # Who wants no motion does not even fetch it, and hears of it all the same.
    expect(two.locator(".mine .card.is-up.is-peek")).to_have_count(2)
    expect_value(two, "[flights, heard]", [[], ["deal"]])
    assert any("cambio-deal" in url for url in ada.requests)
    assert not any("cambio-deal" in url for url in bea.requests)


def test_a_game_against_a_bot_is_dealt_too_and_not_again_for_who_comes_back(browser_player: Players) -> None:
    page = come_in(browser_player(name="Ada", motion=True))
    page.add_init_script(NOTE_FLIGHTS)
    page.get_by_role("button", name="Play against a bot").click()
    expect_value(page, "flights.length", 8)
    press(page, "I have them")
    line(page, "Your turn: draw a card")
    page.reload()
    line(page, "Your turn: draw a card")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    assert page.evaluate("flights") == []


# --- the turn clock ---------------------------------------------------------------------------------------------------


def test_the_clock_runs_at_the_awaited_seat_and_calls_who_is_awaited_once(
    server: SiteServer, browser_player: Players
) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name=LONGEST, phone=True, dark=True)
    for player in (ada, bea):
        player.page.add_init_script(NOTE_SOUNDS)
    one, two = start(server, ada, bea, clock=60, wishes=(LOW,))
    # In one's own line, and at the seat of who else is awaited.
    expect(one.locator(".status .ring.ring--60")).to_be_visible()
    expect(one.locator(".me .clocked, .player .clocked")).to_have_count(0)
    expect(two.locator(".at-top .clocked.ring--60")).to_be_visible()
    expect(two.locator(".status .ring.ring--60")).to_be_visible()
    left = int(one.locator(".status .ring__num").inner_text())
    assert 40 < left <= 60
    assert abs(one.evaluate(RING_LEFT, ".status") - left) <= 3
    assert abs(two.evaluate(RING_LEFT, ".at-top") - left) <= 3
    for page in (one, two):
        in_sight(page)
        axe_clean(page)
    screenshot(one, "cambio-clock-desktop-light")
    screenshot(two, "cambio-clock-phone-dark")
    press(one, "Draw from the deck")
    line(two, "Ada is holding a card.")
    # The time is that of the whole turn.
    expect(two.locator(".at-top .clocked.ring--60")).to_be_visible()
    for page in (one, two):
        page.evaluate(HURRY)
        expect(page.locator(".status .ring__num")).to_have_class("ring__num is-short")
    expect_value(one, "heard.filter((name) => name === 'hurry')", ["hurry"])
    expect(one.locator(".status .ring__num")).to_have_text("6")
    assert one.evaluate("heard.filter((name) => name === 'hurry')") == ["hurry"]
    assert two.evaluate("heard.includes('hurry')") is False
    press(one, "Swap with your top left card")
    expect(one.locator(".at-top .clocked.ring--60")).to_be_visible()
    expect(one.locator(".at-top .seat__clock")).to_have_text(re.compile(r"^\d:\d\d$"))
    expect(two.locator(".status .ring.ring--60")).to_be_visible()
    axe_clean(one)


def test_a_table_without_a_clock_shows_none(server: SiteServer, browser_player: Players) -> None:
    one, two = start(server, browser_player(name="Ada"), browser_player(name="Bea"))
    for page in (one, two):
        expect(page.locator(".board .clocked, .status .ring")).to_have_count(0)


# --- one's own last move, and the final round, on phones --------------------------------------------------------------


def test_a_phone_tells_the_own_last_move_until_the_next_one(server: SiteServer, browser_player: Players) -> None:
    one, two = start(server, browser_player(name="Ada", phone=True), browser_player(name="Bea"), wishes=(LOW,) * 4)
    expect(one.locator(".own-move")).to_have_count(0)
    everywhere(one)
    press(one, "Draw from the deck")
    press(one, "Swap with your bottom right card")
    line(one, "Bea is drawing.")
    told = one.locator(".own-move:visible")
    expect(told).to_have_text(LAST_MOVE, use_inner_text=True)
    everywhere(one)
    press(two, "Draw from the deck")
    press(two, "Swap with your top left card")
    line(one, "Your turn: draw a card")
    expect(told).to_have_text(LAST_MOVE, use_inner_text=True)
    everywhere(one)
    one.set_viewport_size({"width": 390, "height": 844})
    screenshot(one, "cambio-own-move-phone-light")
    press(one, "Draw from the deck")
    everywhere(one)
    one.locator("#do-discard").click()
    expect(told).to_have_text(re.compile("^You let the .* go\\.$"))


def test_the_final_round_fits_the_smallest_phone(server: SiteServer, browser_player: Players) -> None:
    players = browser_player(name=LONGEST, phone=True), browser_player(name="Bea", phone=True)
    one, two = start(server, *players, wishes=(LOW,) * 3)
    for page, other in ((one, two), (two, one)):
        line(page, "Your turn: draw a card")
        press(page, "Draw from the deck")
        press(page, "Swap with your bottom right card")
        line(other, "Your turn: draw a card")
    call_cambio(one)

    def tells_the_last_moves() -> None:
        """What everybody did last is there, and all of it that is shown can be read."""
        for width, height in PHONES:
            two.set_viewport_size({"width": width, "height": height})
            expect(two.locator(".own-move")).to_have_text(LAST_MOVE, use_inner_text=True)
            expect(two.locator("#top_move p")).to_have_text("called Cambio", use_inner_text=True)
            expect(two.locator("#top_move p")).to_be_visible()
            one.set_viewport_size({"width": width, "height": height})
            expect(one.locator("#top_move p")).to_contain_text("bottom right", use_inner_text=True)
            for page in (one, two):
                cut = page.locator(".own-move:visible, #top_move p").evaluate_all(
                    "(all) => all.filter((line) => line.scrollHeight > line.clientHeight + 1).length"
                )
                assert cut == 0, (width, height)

    for page in (one, two):
        expect(page.locator(".final")).to_contain_text("Final round")
        everywhere(page)
    tells_the_last_moves()
    press(two, "Draw from the deck")
    line(two, "You drew the")
    everywhere(two)
    tells_the_last_moves()
