"""The end of a game on the felt: what is shown on the way to the result, and who sees the result at once."""

from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import Page, expect

from cambio.rules.cards import POINTS
from tests.cambio.browser.tables import (
    LOW,
    RESULT,
    Hands,
    Players,
    call_cambio,
    come_in,
    in_sight,
    line,
    open_table,
    press,
    sit_down_as_program,
    stack_the_deck,
)
from tests.kit.browser import axe_clean, expect_value, screenshot, wait_until
from tests.kit.server import SiteServer

# Writes down the moments of the show, the hands in the order they turned over, what was told, and layout that jumped.
NOTE_THE_END = """window.told = [];
window.heard = [];
document.addEventListener("tabletop:sound", ({ detail }) => heard.push(detail));
window.moments = [];
window.turned = [];
window.jumped = {};
new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) {
        const moment = moments.at(-1) ?? "the game";
        if (!hadRecentInput) jumped[moment] = (jumped[moment] ?? 0) + value;
    }
}).observe({ type: "layout-shift", buffered: true });
const note = (list, value) => { if (list.at(-1) !== value) list.push(value); };
addEventListener("DOMContentLoaded", () => {
    const board = document.querySelector(".board");
    if (!board) return;
    new MutationObserver(() => {
        const moment = board.dataset.end ?? "result";
        if (!moments.length && moment !== "result") window.began = performance.now();
        if (moments.length || moment !== "result") note(moments, moment);
        if (moments.length > 1 && moment === "result") window.lasted ??= performance.now() - began;
        const opening = board.querySelector(".is-opening .hand");
        if (opening) note(turned, Number(opening.dataset.seat));
    }).observe(board, { subtree: true, attributes: true, childList: true });
    new MutationObserver(() => told.push(document.getElementById("announcer").textContent))
        .observe(document.getElementById("announcer"), { childList: true });
});"""
PLANNED = """([hands, isDoubled]) => import(document.querySelector(".play").dataset.endScript)
    .then(({ planned }) => planned(hands, isDoubled).milliseconds)"""
ABOUT_SIX_SECONDS = range(6000, 6501)
# A busy machine is no slow computer, which skips the rest: the show's deadline comes a minute later. A show that is
# slower is still on when a test presses something.
SHOW_TIMES = """const soon = setTimeout;
window.setTimeout = (act, after, ...more) => {{
    if (after >= {deadline}) return soon(act, after * {deadline_by}, ...more);
    return soon(act, document.querySelector(".board[data-end]") ? after * {slower} : after, ...more);
}};"""
SHORTEST_DEADLINE_MILLISECONDS = 5000
"""Six seconds at a brisk pace, and the two seconds after which a slow computer skips the rest."""
WITH_DOUBLING = ["move", "leave", "turn", "count", "double", "crown", "result"]
MOST_LAYOUT_SHIFT = 0.02
LONG_NAMES = ("Bartholomew Quincy X", "Wilhelmina Overstree", "Maximilian Woodworth")
SIZES = (360, 640), (390, 844), (844, 390), (768, 1024), (1280, 720), (1440, 900)
NARROWEST = (320, 568)


def time_the_show(page: Page, *, deadline_by: float = 10, slower: float = 1) -> None:
    deadline = SHORTEST_DEADLINE_MILLISECONDS
    page.add_init_script(SHOW_TIMES.format(deadline=deadline, deadline_by=deadline_by, slower=slower))


def worth(hands: Hands) -> list[int]:
    return [sum(POINTS[card] for card in hand) for hand in hands]


def best_is(*seats: int) -> Callable[[Hands], bool]:
    def check(hands: Hands) -> bool:
        points = worth(hands)
        return [seat for seat, sum_ in enumerate(points) if sum_ == min(points)] == [*seats]

    return check


FIRST_IS_BEST, SECOND_IS_BEST, BOTH_ARE_BEST = best_is(0), best_is(1), best_is(0, 1)


def last_move(
    server: SiteServer,
    players: Players,
    *,
    dealt: Callable[[Hands], bool],
    motion: bool = True,
    phone: bool = False,
    deadline_by: float = 10,
    slower: float = 1,
) -> tuple[Page, Callable[[], None]]:
    """Ada's page after she has called Cambio with her first hand, and Bea's last move, which changes no hand."""
    page = come_in(players(name="Ada", motion=motion, phone=phone))
    time_the_show(page, deadline_by=deadline_by, slower=slower)
    page.add_init_script(NOTE_THE_END)
    table = open_table(page, seats=2).split("/")[2]
    bea = sit_down_as_program(players(name="Bea"), table)
    expect(page.locator("#waiting")).to_contain_text("Two of two are here.")
    stack_the_deck(server, page, LOW, dealt=dealt)
    page.reload()
    press(page, "Start the game")
    press(page, "I have them")
    bea("view-initial")
    line(page, "Your turn: draw a card")
    call_cambio(page)
    expect(page.locator(".final")).to_contain_text("You called Cambio. One turn left.")

    def end() -> None:
        bea("draw", source="deck")
        bea("discard")

    return page, end


def out_of_sight(page: Page, sizes: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The windows that the page does not fit into, each with what it needs."""
    needed = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        root = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        if root[0] > width or root[1] > height:
            needed.append((width, height, *root))
    return needed


def result_stands(page: Page) -> None:
    """Nothing is left of the show, and everything of the table."""
    expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
    expect(page.locator(".board:is([data-end], [data-early], .is-suspense, .is-uncounted)")).to_have_count(0)
    expect(page.locator(".end-banner, .end-words, .board .is-down:visible, .is-counted, .is-base")).to_have_count(0)
    expect(page.locator("#end-skip")).to_be_hidden()
    expect(page.get_by_role("button", name="Play again with them")).to_be_visible()
    for hand in page.locator(".hand.is-open").all():
        expect(hand.locator(".card.is-up[role='img']")).to_have_count(4)
    expect(page.locator("#log li").first).to_contain_text("Bea discarded")


def test_hands_turn_over_points_are_counted_and_a_wrong_call_is_doubled(
    server: SiteServer, browser_player: Players
) -> None:
    page, end = last_move(server, browser_player, dealt=SECOND_IS_BEST)
    expect(page.locator(".final")).to_contain_text("Final round")
    end()
    # The last card goes to the pile before anything else happens, and no hand is open yet.
    expect(page.locator(".board")).to_have_attribute("data-end", "move")
    expect(page.locator("#card-discard")).to_be_visible()
    expect(page.locator(".hand .card use[href*='#f-']:visible")).to_have_count(0)
    expect(page.locator(".board")).to_have_attribute("data-end", "turn")
    expect(page.locator(".end-words .is-now")).to_have_text("Bea's cards You turn over last.", use_inner_text=True)
    screenshot(page, "cambio-end-turning-desktop-light")
    expect(page.locator(".board")).to_have_attribute("data-end", "double")
    expect(page.locator(".mine .stamp")).to_be_visible()
    expect(page.locator(".end-words .is-now")).to_contain_text("Not the lowest")
    result_stands(page)
    expect(page.get_by_role("heading", name=RESULT)).to_be_focused()
    assert page.evaluate(PLANNED, [2, True]) <= page.evaluate("lasted")
    expect_value(page, "moments", WITH_DOUBLING)
    assert page.evaluate("heard.slice(-6)") == ["draw", "discard", "reveal", "reveal", "discard", "win"]
    # The caller's neighbour first, the caller last.
    assert page.evaluate("turned") == [1, 0]
    sum_, base = page.locator(".mine .sum"), int(page.locator(".mine .sum s").inner_text())
    expect(sum_.locator("b")).to_have_text(str(2 * base))
    expect(page.locator(".verdict")).to_contain_text(f"You called Cambio with {base}. That was not the lowest")
    expect(page.locator(".at-top .is-won")).to_have_count(1)
    expect(page.locator(".is-won, .laurel")).to_have_count(2)
    # The focus tells the result, so the announcer does not; and nothing has jumped.
    assert not [words for words in page.evaluate("told") if "win" in words]
    assert sum(page.evaluate("jumped").values()) < MOST_LAYOUT_SHIFT, page.evaluate("jumped")
    axe_clean(page)
    in_sight(page)


@pytest.mark.parametrize("way", ["Escape", " ", "x", "button", "press", "beside"])
def test_the_show_is_skipped(server: SiteServer, browser_player: Players, way: str) -> None:
    page, end = last_move(server, browser_player, dealt=FIRST_IS_BEST, slower=3)
    end()
    expect(page.locator(".board")).to_have_attribute("data-end", "turn")
    if way == "button":
        press(page, "Skip to the result")
    elif way == "press":
        page.locator(".at-top .hand").click()
    elif way == "beside":
        page.locator(".side__head h2").click()
    else:
        page.keyboard.press(way)
    expect(page.locator(".board")).not_to_have_attribute("data-end", "turn")
    assert page.evaluate("moments") == ["move", "leave", "turn", "result"]
    result_stands(page)
    expect(page.get_by_role("heading", name="You win with")).to_be_focused()
    # A right call is not doubled.
    expect(page.locator(".stamp")).to_have_count(0)
    expect(page.locator(".mine .is-won")).to_have_count(1)
    expect(page.locator(".verdict")).to_contain_text("and nobody had less")


def test_keys_pressed_beside_the_table_do_there_what_they_always_do(
    server: SiteServer, browser_player: Players
) -> None:
    page, end = last_move(server, browser_player, dealt=FIRST_IS_BEST, slower=3)
    menu = page.get_by_role("dialog", name="At this table")
    page.locator("#menu-button").click()
    expect(menu.get_by_role("switch", name="Sound")).to_be_focused()
    end()
    expect(page.locator(".board")).to_have_attribute("data-end", "turn")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    assert "result" not in page.evaluate("moments")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("t")
    expect(page.get_by_role("button", name="Close the chat")).to_be_visible()
    page.locator("#talk-text").fill("gg")
    page.keyboard.press("Enter")
    expect(page.locator("#talk-list")).to_contain_text("gg")
    result_stands(page)
    assert page.evaluate("moments") == ["move", "leave", "turn", "count", "crown", "result"]


def test_the_show_takes_about_six_seconds_for_any_number_of_hands(server: SiteServer, browser_player: Players) -> None:
    page, end = last_move(server, browser_player, dealt=FIRST_IS_BEST)
    for hands in (2, 3, 4):
        for is_doubled in (False, True):
            assert round(page.evaluate(PLANNED, [hands, is_doubled])) in ABOUT_SIX_SECONDS
    # Keys that lead about the page, or are the browser's, are left to it.
    end()
    expect(page.locator(".board")).to_have_attribute("data-end", "turn")
    page.evaluate("addEventListener('keydown', (e) => (window.keys ??= []).push([e.key, e.defaultPrevented]))")
    for key in ("F2", "Tab", "Shift+Tab", "x"):
        page.keyboard.press(key)
    assert page.evaluate("keys") == [["F2", False], ["Tab", False], ["Shift", False], ["Tab", False], ["x", True]]
    result_stands(page)


def test_a_slow_computer_skips_the_rest(server: SiteServer, browser_player: Players) -> None:
    # Its show would take eighteen seconds; the deadline, here halved, comes after four.
    page, end = last_move(server, browser_player, dealt=FIRST_IS_BEST, deadline_by=0.5, slower=3)
    end()
    expect(page.locator(".board")).to_have_attribute("data-end", "turn")
    result_stands(page)
    moments = page.evaluate("moments")
    assert moments[-1] == "result"
    assert "crown" not in moments


def test_without_motion_the_result_is_there_at_once_and_told_once(server: SiteServer, browser_player: Players) -> None:
    page, end = last_move(server, browser_player, dealt=FIRST_IS_BEST, motion=False)
    end()
    expect(page.get_by_role("heading", name="You win with")).to_be_focused()
    assert page.evaluate("moments") == []
    assert not [words for words in page.evaluate("told") if "win" in words]
    result_stands(page)


def test_whoever_comes_late_sees_the_result_at_once(server: SiteServer, browser_player: Players) -> None:
    page, end = last_move(server, browser_player, dealt=BOTH_ARE_BEST, slower=3)
    end()
    expect(page.locator(".board")).to_have_attribute("data-end", "turn")
    page.reload()
    result_stands(page)
    assert page.evaluate("moments") == []
    # Both have the lowest, both are crowned.
    expect(page.locator("#result-title")).to_contain_text("You and Bea share it with")
    expect(page.locator(".is-won")).to_have_count(2)
    expect(page.locator(".laurel")).to_have_count(2)
    expect(page.locator(".stamp")).to_have_count(0)


def test_without_script_the_result_is_the_table_with_open_hands(browser_player: Players) -> None:
    page = come_in(browser_player(name="Ada", javascript=False))
    page.get_by_role("button", name="Play against a bot").click()
    expect(page.locator(".deal code")).to_be_visible()
    fingerprint = page.locator(".deal code").inner_text()
    press(page, "Deal the cards")
    press(page, "I have them")
    # A reload while the form is still on its way would meet its answer.
    with page.expect_navigation():
        press(page, "Call Cambio now")

    def is_over() -> bool:
        page.reload()
        return page.locator("#result-title").count() > 0

    wait_until(page, is_over)
    expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
    expect(page.locator(".hand.is-open .card.is-up")).to_have_count(8)
    expect(page.locator(".sum")).to_have_count(2)
    expect(page.locator("#log")).to_contain_text("called Cambio")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.locator("#end-skip, .stamp, .card__pts >> visible=true")).not_to_be_visible()
    page.get_by_text("Fingerprint and secret").click()
    expect(page.locator(".proof__data")).to_contain_text(fingerprint)


def test_four_hands_end_in_sight_on_every_screen(server: SiteServer, browser_player: Players) -> None:
    page = come_in(browser_player(name="Ada", motion=True))
    time_the_show(page, slower=3)
    page.add_init_script(NOTE_THE_END)
    table = open_table(page, seats=4).split("/")[2]
    friends = [sit_down_as_program(browser_player(name=name), table) for name in LONG_NAMES]
    expect(page.locator("#waiting")).to_contain_text("Four of four are here.")
    stack_the_deck(server, page, LOW, LOW, LOW, LOW, players=4, dealt=best_is(2))
    page.reload()
    press(page, "Start the game")
    press(page, "I have them")
    for act in friends:
        act("view-initial")
    line(page, "Your turn: draw a card")
    press(page, "Draw from the deck")
    press(page, "Discard the")
    line(page, f"{LONG_NAMES[0]} is drawing.")
    friends[0]("cambio")
    for act in friends[1:]:
        act("draw", source="deck")
        act("discard")
    line(page, "This is your last turn.")
    press(page, "Draw from the deck")
    line(page, "You drew the")
    press(page, "Discard the")
    expect(page.locator(".board")).to_have_attribute("data-end", "turn")
    expect(page.locator("#end-skip")).to_be_focused()
    assert out_of_sight(page, SIZES) == []
    expect(page.locator(".board")).not_to_have_attribute("data-end", "turn")
    expect(page.get_by_role("heading", name=f"{LONG_NAMES[1]} wins with")).to_be_focused()
    assert page.evaluate("turned") == [2, 3, 0, 1]
    expect_value(page, "moments", WITH_DOUBLING)
    assert page.evaluate(PLANNED, [4, True]) <= page.evaluate("lasted")
    assert out_of_sight(page, (*SIZES, NARROWEST)) == []
    axe_clean(page)
