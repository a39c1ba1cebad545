"""The log grows on the page: only what is new is sent, and one's own move is told twice."""

from playwright.sync_api import Page, expect

from tests.cambio.browser.tables import LOW, Players, line, press, start
from tests.kit.server import SiteServer

NUMBERS_OF_LINES = "lines => lines.map(line => line.id.split('-').slice(1).map(Number))"


def lines(page: Page) -> list[list[int]]:
    found: list[list[int]] = page.locator("#log li").evaluate_all(NUMBERS_OF_LINES)
    return found


def test_every_move_adds_its_lines_once_above_the_others(server: SiteServer, browser_player: Players) -> None:
    pages = start(server, browser_player(name="Ada"), browser_player(name="Bea", phone=True), wishes=(LOW,) * 6)
    for turn in range(6):
        mover, other = pages[turn % 2], pages[1 - turn % 2]
        line(mover, "Your turn: draw a card")
        press(mover, "Draw from the deck")
        line(mover, "You drew the")
        mover.get_by_role("button", name="Swap with your bottom left card").click()
        line(mover, "is drawing.")
        line(other, "Your turn: draw a card")
    for page in pages:
        told = lines(page)
        assert len(told) > 14
        assert told == sorted(told, key=lambda line: (-line[0], line[1]))
        assert len(set(map(tuple, told))) == len(told)
        newest = told[:6]
        page.reload()
        expect(page.locator("#log li")).to_have_count(9)
        assert lines(page)[:6] == newest
