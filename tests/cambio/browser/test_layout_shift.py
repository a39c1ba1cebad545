"""Nothing jumps in a whole game, from the first card to the result: for who plays and for who looks on."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.cambio.browser.tables import (
    KING,
    LOW,
    OWN,
    RESULT,
    SPY,
    TRADE,
    Players,
    call_cambio,
    line,
    open_table,
    press,
    sit_down_as_program,
    stack_the_deck,
)
from tests.kit.browser import PHONE, enter_as_guest
from tests.kit.server import SiteServer

ANY = (*LOW, *OWN, *SPY, *TRADE, *KING)
MOST_LAYOUT_SHIFT = 0.02
TABLET = ViewportSize(width=1024, height=768)
# The log is beside the table: its newest line stands first.
LAPTOP = ViewportSize(width=1280, height=900)
# What moved without a press, by how much, and what was said in the line at that moment.
NOTE_SHIFTS = """window.shifts = [];
const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect, currentRect }) =>
            `${node?.id || node?.className || node?.nodeName}: ${place(previousRect)} to ${place(currentRect)}`);
        shifts.push({ value, line: document.querySelector(".status")?.textContent.trim(), moved });
    }
}).observe({ type: "layout-shift", buffered: true });"""


def nothing_jumps(page: Page) -> None:
    shifts: list[dict[str, Any]] = page.evaluate("shifts")
    told = "\n".join(f"{shift['value']:.4f} {shift['line']} {shift['moved']}" for shift in shifts)
    assert sum(shift["value"] for shift in shifts) < MOST_LAYOUT_SHIFT, told


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP], ids=["phone", "tablet", "laptop"])
def test_nothing_jumps_from_the_first_card_to_the_result(
    server: SiteServer, browser_player: Players, size: ViewportSize, seats: int
) -> None:
    is_phone = size == PHONE
    page, watcher = (enter_as_guest(browser_player(name=name, motion=True, phone=is_phone)) for name in ("Ada", "Zoe"))
    for each in (page, watcher):
        each.set_viewport_size(size)
        each.add_init_script(NOTE_SHIFTS)
    table = open_table(page, seats=seats)
    names = ("Bartholomew Quincy X", "Cleo", "Wilhelmina Overstree")[: seats - 1]
    others = [sit_down_as_program(browser_player(name=name), table.split("/")[2]) for name in names]
    expect(page.locator(".chair.is-free")).to_have_count(0)
    # The others put theirs down in a hand, so that any card will do.
    theirs = (ANY,) * (seats - 1)
    stack_the_deck(server, page, OWN, *theirs, SPY, *theirs, TRADE, players=seats)

    def others_move() -> None:
        for act in others:
            act("draw", source="deck")
            line(watcher, "is holding a card")
            act("swap", position=1)

    press(page, "Start the game")
    line(page, "Remember these two.")
    watcher.goto(table)
    expect(watcher.locator("#card-deck")).to_be_visible()
    press(page, "I have them")
    for act in others:
        act("view-initial")
    for look in ("Look at your top left card", f"Look at {names[0]}'s top left card"):
        line(page, "Your turn: draw a card")
        press(page, "Draw from the deck")
        line(page, "You drew the")
        press(page, "Discard the")
        press(page, look)
        press(page, "I have it")
        others_move()
    line(page, "Your turn: draw a card")
    press(page, "Draw from the deck")
    press(page, "Discard the")
    press(page, "Skip")
    others_move()
    line(page, "Your turn: draw a card")
    press(page, "Draw from the deck")
    press(page, "Swap with your top left card")
    others_move()
    line(page, "Your turn: draw a card")
    call_cambio(page)
    expect(watcher.locator(".final")).to_contain_text("Final round")
    others_move()
    for each in (page, watcher):
        expect(each.get_by_role("heading", name=RESULT)).to_be_visible()
        expect(each.locator(".board[data-end]")).to_have_count(0)
    for each in (page, watcher):
        nothing_jumps(each)
