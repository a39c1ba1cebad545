"""A stranger's first game: one press, a coach, the result, and a stronger bot in one more press."""

import re

from playwright.sync_api import Page, Response, Route, WebSocket, expect

from tests.cambio.browser.tables import LOW, OWN, Players, call_cambio, in_sight, line, press, stack_the_deck
from tests.cambio.browser.test_keyboard import go
from tests.kit.browser import axe_clean, never_wide, screenshot, wait_until
from tests.kit.server import SiteServer

FACE = re.compile(r"#[fi]-(?:10|[2-9AJQK])[SHDC]\b")
FINGERPRINT = re.compile(r"\b[0-9a-f]{64}\b")
WORDS = ".coach__words"


class Wire:
    """All that the site tells a page, in the order in which it is told."""

    def __init__(self, page: Page) -> None:
        self.told: list[Response | str] = []
        page.on("response", self._note_response)
        page.on("websocket", self._note_socket)

    def _note_response(self, response: Response) -> None:
        if re.search(r"/cambio/[\w-]{36}/", response.url):
            self.told.append(response)

    def _note_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.told.append(str(frame)))

    def first(self, pattern: re.Pattern[str]) -> int:
        texts = (news if isinstance(news, str) else news.text() for news in self.told)
        return next(number for number, text in enumerate(texts) if pattern.search(text))


def begin(server: SiteServer, page: Page, *wishes: tuple[str, ...]) -> None:
    """One press on the home page; the deck is stacked while the script that deals is on its way."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/seal*.js", hold)
    page.get_by_role("button", name="Play against a bot").click()
    expect(page.get_by_role("heading", name="The shuffle is fixed")).to_be_visible()
    wait_until(page, lambda: held)
    stack_the_deck(server, page, *wishes)
    held[0].continue_()
    page.unroute("**/seal*.js", hold)
    line(page, "Remember these two.")


def hints_beside_a_power(page: Page) -> None:
    """The table is a dialog, and the coach's hint one of its stops."""
    dialog = page.get_by_role("dialog", name="Look at one card")
    expect(dialog).to_have_attribute("aria-modal", "false")
    card = dialog.get_by_role("button", name="Look at your top left card")
    stops = dialog.get_by_role("button", name="Skip the look"), page.get_by_role("button", name="Hint")
    card.focus()
    for stop in (*stops, card, *stops):
        page.keyboard.press("Tab")
        expect(stop).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#hint")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#hint")).not_to_be_visible()
    expect(dialog).to_be_visible()
    for stop in (*stops[::-1], card, stops[1]):
        expect(stop).to_be_focused()
        page.keyboard.press("Shift+Tab")
    expect(stops[0]).to_be_focused()


def test_a_stranger_is_coached_from_one_press_to_the_result_and_on(server: SiteServer, browser_player: Players) -> None:
    ada = browser_player(name="Ada")
    page = ada.page
    wire = Wire(page)
    page.goto("/")
    begin(server, page, OWN, LOW, LOW, LOW)
    # The fingerprint was told before any card.
    assert wire.first(FINGERPRINT) < wire.first(FACE)
    expect(page.locator(".deal")).to_have_count(0)
    expect(page.locator(WORDS)).to_contain_text("Look at your two bottom cards, this once")
    expect(page.locator(".status .ring")).to_have_count(0)
    axe_clean(page)
    in_sight(page)
    screenshot(page, "cambio-coach-look")

    press(page, "Hint")
    expect(page.locator("#hint")).to_contain_text("Say both cards to yourself")
    axe_clean(page)
    page.keyboard.press("Escape")
    expect(page.locator("#hint")).not_to_be_visible()
    press(page, "I have them")
    expect(page.locator(WORDS)).to_contain_text("Draw a card: from the deck, or the open one.")

    # A power is explained when its first card comes.
    press(page, "Draw from the deck")
    expect(page.locator(WORDS)).to_contain_text("A 7 or 8 from the deck has a power")
    press(page, "Hint")
    expect(page.locator("#hint")).to_have_text(re.compile("^(Let|Put) "))
    page.keyboard.press("Escape")
    press(page, "Discard the")
    expect(page.locator(WORDS)).to_contain_text("Not sure?")
    press(page, "Hint")
    expect(page.locator("#hint")).to_have_text("Look at your top left card: you have not seen it.")
    page.keyboard.press("Escape")
    hints_beside_a_power(page)
    page.get_by_role("button", name="Look at your top left card").click()
    press(page, "I have it")

    # The bot plays, and the next turn is the own one.
    line(page, "Your turn: draw a card")
    screenshot(page, "cambio-coach-turn")
    call_cambio(page)
    expect(page.locator(WORDS)).to_contain_text("All others play once more")
    expect(page.locator("#result-title")).to_be_visible()
    expect(page.locator(WORDS)).to_contain_text("That was a whole game")
    expect(page.locator(".proof")).to_contain_text("You saw the fingerprint before the first card was dealt")
    axe_clean(page)
    first = page.url
    press(page, "Play a stronger bot")
    expect(page.get_by_role("heading", name="The shuffle is fixed")).to_be_visible()
    assert page.url != first
    line(page, "Remember these two.")
    expect(page.locator(".at-top .seat")).to_contain_text("medium")
    # What was explained before is not explained again.
    expect(page.locator(WORDS)).to_contain_text("Not sure?")


def test_a_coached_game_is_played_with_the_keyboard_alone(browser_player: Players) -> None:
    page = browser_player(name="Ada", phone=True).page
    page.goto("/")
    go(page, "Play against a bot")
    line(page, "Remember these two.")
    never_wide(page)
    go(page, "Hint")
    expect(page.locator("#hint")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#ask-hint")).to_be_focused()
    # The next hint waits until it is asked for.
    page.keyboard.press("Enter")
    expect(page.locator("#hint")).to_be_visible()
    go(page, "I have them")
    line(page, "Your turn: draw a card")
    expect(page.locator("#hint")).not_to_be_visible()
    in_sight(page)
    go(page, "Call Cambio")
    expect(page.get_by_role("button", name="Not yet")).to_be_focused()
    go(page, "Call Cambio")
    expect(page.locator("#result-title")).to_be_visible()
    go(page, "Play a stronger bot")
    expect(page.get_by_role("heading", name="The shuffle is fixed")).to_be_visible()
    line(page, "Remember these two.")
