"""The log grows on the page: only what is new is sent, and one's own move is told twice."""

import re

from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from tests.cambio.browser.tables import LOW, Players, line, open_table, press, sit_down, start
from tests.kit.browser import enter_as_guest, wait_until
from tests.kit.server import SiteServer

NUMBERS_OF_LINES = "lines => lines.map(line => line.id.split('-').slice(1).map(Number))"


def lines(page: Page) -> list[list[int]]:
    found: list[list[int]] = page.locator("#log li").evaluate_all(NUMBERS_OF_LINES)
    return found


def note_syncs(page: Page) -> list[str]:
    """When a page loses its line, or asks for everything, it gets the end of the log in place of what it has."""
    noted: list[str] = []

    def watch(line: WebSocket) -> None:
        line.on("framesent", lambda frame: noted.append("asked") if "sync" in str(frame) else None)
        line.on("close", lambda _line: noted.append("lost"))

    page.on("websocket", watch)
    return noted


def test_every_move_adds_its_lines_once_above_the_others(server: SiteServer, browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea", phone=True)
    pages = start(server, ada, bea, wishes=(LOW,) * 12)
    syncs = {page: note_syncs(page) for page in pages}
    for page in pages:
        page.reload()
    for turn in range(12):
        mover, other = pages[turn % 2], pages[1 - turn % 2]
        line(mover, "Your turn: draw a card")
        press(mover, "Draw from the deck")
        line(mover, "You drew the")
        mover.get_by_role("button", name="Swap with your bottom left card").click()
        line(mover, "is drawing.")
        line(other, "Your turn: draw a card")
    for page in pages:
        told = lines(page)
        assert len(told) > 24 or syncs[page]
        assert told == sorted(told, key=lambda line: (-line[0], line[1]))
        assert len(set(map(tuple, told))) == len(told)
        newest = told[:6]
        page.reload()
        expect(page.locator("#log li")).to_have_count(9)
        assert lines(page)[:6] == newest


class SlowWire:
    """A page's socket whose messages can be kept back."""

    def __init__(self, page: Page) -> None:
        self.kept: list[str | bytes] | None = None
        self.said: list[str | bytes] = []
        page.route_web_socket(re.compile("/cambio/.+/live/"), self._connect)

    def _connect(self, near: WebSocketRoute) -> None:
        self.near, self.far = near, near.connect_to_server()
        self.far.on_message(self._tell)
        near.on_message(self._say)

    def _say(self, message: str | bytes) -> None:
        self.said.append(message)
        self.far.send(message)

    def _tell(self, message: str | bytes) -> None:
        if self.kept is None:
            self.near.send(message)
        else:
            self.kept.append(message)

    def keep_back(self) -> None:
        self.kept = []

    def let_go(self) -> None:
        kept, self.kept = self.kept or [], None
        for message in kept:
            self.near.send(message)


def test_a_page_whose_answer_overtook_the_socket_asks_for_everything(
    server: SiteServer, browser_player: Players
) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    wire = SlowWire(ada.page)
    one, two = enter_as_guest(ada), enter_as_guest(bea)
    table = open_table(one, seats=2)
    sit_down(two, table, name="Bea")
    press(one, "Start the game")
    for page in (one, two):
        line(page, "Remember these two.")
    wire.keep_back()
    press(two, "I have them")
    line(two, "Waiting for Ada.")
    press(one, "I have them")
    line(one, "Your turn: draw a card")
    wire.let_go()
    wait_until(one, lambda: any("sync" in str(message) for message in wire.said))
    line(one, "Your turn: draw a card")
