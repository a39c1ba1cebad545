"""A game of Cambio by four people with long names, scanned at every size in each of its states."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_table_menu import practise
from tests.cambio.browser.tables import (
    LOW,
    OWN,
    RESULT,
    SPY,
    TRADE,
    Players,
    call_cambio,
    in_sight,
    line,
    open_table,
    press,
    sit_down_as_program,
    stack_the_deck,
)
from tests.cambio.browser.test_end_on_the_felt import SECOND_IS_BEST, WITH_DOUBLING, last_move, time_the_show
from tests.kit.browser import enter_as_guest, expect_value
from tests.kit.server import SiteServer
from tests.look.scan import LONG_NAMES, LONGEST, faults, nothing_wrong, still

# Each is over sooner than a test may ask for it.
KEEP_THE_MOMENTS = """() => {
    window.shown = {};
    const board = document.querySelector(".board");
    new MutationObserver(() => {
        if (board.dataset.end) shown[board.dataset.end] ??= document.documentElement.outerHTML;
    }).observe(board, { attributeFilter: ["data-end"] });
}"""


@pytest.mark.timeout(600)
def test_a_whole_game_fits_every_screen(server: SiteServer, browser_player: Players) -> None:
    page, watcher = (enter_as_guest(browser_player(name=name)) for name in (LONGEST, "Zoe"))
    table = open_table(page, seats=4)
    others = [sit_down_as_program(browser_player(name=name), table.split("/")[2]) for name in LONG_NAMES]
    expect(page.locator("#waiting")).to_contain_text("Four of four are here.")
    stack_the_deck(server, page, OWN, LOW, LOW, LOW, SPY, LOW, LOW, LOW, TRADE, LOW, LOW, LOW, players=4)
    press(page, "Start the game")
    line(page, "Remember these two.")
    looking = still(page)
    press(page, "I have them")
    for act in others:
        act("view-initial")
    found = {"the first look": faults(looking)}

    def others_move() -> None:
        for act in others:
            act("draw", source="deck")
            act("swap", position=0)

    line(page, "Your turn: draw a card")
    found["one's turn"] = faults(page)
    watcher.goto(table)
    line(watcher, "is drawing")
    found["looking on"] = faults(watcher)
    press(watcher, "Sit in for the next round")
    expect(watcher.locator("#sit-in")).to_contain_text("You are on the list")
    found["on the list for the next round"] = faults(watcher)
    watcher.locator("#watching").click()
    expect(watcher.get_by_role("dialog", name="1 watching")).to_be_visible()
    found["the names of those who look on"] = faults(watcher)
    watcher.keyboard.press("Escape")
    for each, who in ((page, "those who play"), (watcher, "those who look on")):
        each.get_by_role("link", name="Chat").click()
        each.get_by_label("Say something").fill("Somebody has a king, and everybody knows it by now. " * 3)
        each.get_by_role("button", name="Send").click()
        expect(each.locator("#talk-list li")).to_have_count(1)
        found[f"the chat of {who}"] = faults(each)
        each.get_by_text("Mute or report somebody").click()
        each.get_by_label(re.compile("^Report ")).first.click()
        found[f"whom {who} may report"] = faults(each)
        each.get_by_role("button", name="Close the chat").click()
    press(page, "Draw from the deck")
    line(page, "You drew the")
    found["a card in hand"] = faults(page)
    press(page, "Discard the")
    expect(page.get_by_role("dialog", name="Look at one card")).to_be_visible()
    found["a card to look at"] = faults(page)
    press(page, "Look at your top left card")
    expect(page.get_by_role("button", name="I have it")).to_be_visible()
    found["a look"] = faults(still(page))
    expect(page.get_by_role("button", name="I have it")).to_have_count(0)
    others_move()
    line(page, "Your turn: draw a card")
    found["after everybody's move"] = faults(page)
    press(page, "Draw from the deck")
    press(page, "Discard the")
    expect(page.get_by_role("dialog")).to_be_visible()
    found["a card of others to look at"] = faults(page)
    press(page, "Skip")
    others_move()
    line(page, "Your turn: draw a card")
    press(page, "Draw from the deck")
    press(page, "Discard the")
    expect(page.get_by_role("dialog", name="Swap two cards")).to_be_visible()
    found["a swap"] = faults(page)
    press(page, "Skip")
    others_move()
    line(page, "Your turn: draw a card")
    call_cambio(page)
    expect(page.locator(".final")).to_contain_text("You called Cambio.")
    found["the final round"] = faults(page)
    others_move()
    for each, who in ((page, "a seat"), (watcher, "who looks on")):
        expect(each.get_by_role("heading", name=RESULT)).to_be_visible()
        found[f"the result of {who}"] = faults(each)
    press(page, "Play again with them")
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    found["the next table"] = faults(page)
    expect(watcher.locator("#sit-in")).to_contain_text("All chairs of the next round are taken.")
    found["no chair at the next table"] = faults(watcher)
    nothing_wrong(found)


@pytest.mark.timeout(600)
def test_a_first_game_and_the_menu_fit_every_screen(browser_player: Players) -> None:
    page = browser_player(name="Zoe").page
    practise(page, "cambio")
    line(page, "Remember these two.")
    found = {"the first look with a coach": faults(page)}
    press(page, "I have them")
    line(page, "Your turn: draw a card")
    found["a turn with a coach"] = faults(page)
    page.get_by_role("button", name="Hint").click()
    found["a hint"] = faults(page)
    page.keyboard.press("Escape")
    page.locator("#menu-button").click()
    expect(page.get_by_role("dialog", name="At this table")).to_be_visible()
    found["the menu"] = faults(page)
    page.keyboard.press("Escape")
    call_cambio(page)
    expect(page.locator(".final")).to_contain_text("You called Cambio.")
    found["the final round of two"] = faults(still(page))
    expect(page.get_by_role("button", name="Play a stronger bot")).to_be_visible()
    found["the result of two"] = faults(page)
    for width, height in ((320, 568), (360, 640), (390, 844), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        in_sight(page)
    nothing_wrong(found)


@pytest.mark.timeout(600)
def test_the_end_on_the_felt_fits_every_screen(server: SiteServer, browser_player: Players) -> None:
    page, end = last_move(server, browser_player, dealt=SECOND_IS_BEST)
    page.evaluate(KEEP_THE_MOMENTS)
    end()
    expect_value(page, "Object.keys(shown)", WITH_DOUBLING[:-1])
    shown: dict[str, str] = page.evaluate("shown")
    nothing_wrong({moment: faults(still(page, html)) for moment, html in shown.items()})


@pytest.mark.timeout(600)
def test_the_end_of_four_fits_every_screen(server: SiteServer, browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name=LONGEST, motion=True))
    time_the_show(page)
    table = open_table(page, seats=4)
    others = [sit_down_as_program(browser_player(name=name), table.split("/")[2]) for name in LONG_NAMES]
    expect(page.locator("#waiting")).to_contain_text("Four of four are here.")
    stack_the_deck(server, page, LOW, LOW, LOW, players=4, dealt=SECOND_IS_BEST)
    page.reload()
    press(page, "Start the game")
    press(page, "I have them")
    for act in others:
        act("view-initial")
    line(page, "Your turn: draw a card")
    call_cambio(page)
    page.evaluate(KEEP_THE_MOMENTS)
    for act in others:
        act("draw", source="deck")
        act("discard")
    expect_value(page, "Object.keys(shown)", WITH_DOUBLING[:-1])
    shown: dict[str, str] = page.evaluate("shown")
    nothing_wrong({moment: faults(still(page, shown[moment])) for moment in ("turn", "count", "double", "crown")})
