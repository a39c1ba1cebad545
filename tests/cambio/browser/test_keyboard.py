"""A whole game without a mouse or a finger, from the home page to the result."""

from playwright.sync_api import Page, expect

from tests.cambio.browser.tables import LOW, OWN, RESULT, TRADE, Players, line, press, sit_down, stack_the_deck
from tests.kit.browser import enter_as_guest
from tests.kit.server import SiteServer

# What a screen reader calls the control that has the focus.
LABEL = """(() => {
    const control = document.activeElement;
    if (!control.matches("a, button, input")) return "";
    return control.ariaLabel ?? (control.labels?.[0] ?? control).textContent.trim();
})()"""


def tab_to(page: Page, name: str) -> None:
    for _step in range(60):
        if page.evaluate(LABEL).startswith(name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"The Tab key does not lead to {name}")


def go(page: Page, name: str, *, key: str = "Enter") -> None:
    tab_to(page, name)
    page.keyboard.press(key)


def test_a_whole_game_is_played_with_the_keyboard_alone(server: SiteServer, browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    one, two = ada.page, enter_as_guest(bea)

    # Coming in, a table, the start.
    one.goto("/")
    tab_to(one, "Your name")
    one.keyboard.type("Ada")
    one.keyboard.press("Enter")
    expect(one.locator(".profile__name")).to_have_text("Ada")
    one.goto("/cambio/new/")
    tab_to(one, "4")
    one.keyboard.press("ArrowLeft")
    one.keyboard.press("ArrowLeft")
    go(one, "Open the table")
    expect(one.locator("#waiting")).to_contain_text("One of two is here.")
    sit_down(two, one.url, name="Bea")
    expect(one.locator("#waiting")).to_contain_text("Two of two are here.")
    stack_the_deck(server, one, OWN, LOW, TRADE)
    go(one, "Start the game")
    line(one, "Remember these two.")
    press(two, "I have them")
    go(one, "I have them")

    # A card is let go, and its power used where the cards lie: the focus is on the first of them.
    line(one, "Your turn: draw a card")
    go(one, "Draw from the deck")
    line(one, "You drew the")
    go(one, "Discard the")
    dialog = one.get_by_role("dialog", name="Look at one card")
    expect(dialog.get_by_role("button", name="Look at your top left card")).to_be_focused()
    one.keyboard.press("ArrowDown")
    expect(dialog.get_by_role("button", name="Look at your bottom left card")).to_be_focused()
    one.keyboard.press("Space")
    dialog = one.get_by_role("dialog", name="Your bottom left card")
    expect(dialog.get_by_role("button", name="I have it")).to_be_focused()
    one.keyboard.press("Enter")
    expect(one.get_by_role("dialog")).to_have_count(0)
    line(two, "Your turn: draw a card")
    expect(one.locator("#actions")).to_be_focused()
    press(two, "Draw from the deck")
    press(two, "Swap with your top left card")

    # Two cards are chosen and swapped.
    line(one, "Your turn: draw a card")
    go(one, "Draw from the deck")
    line(one, "You drew the")
    go(one, "Discard the")
    dialog = one.get_by_role("dialog", name="Swap two cards, unseen")
    expect(dialog.get_by_role("radio", name="Your top left card")).to_be_focused()
    one.keyboard.press("ArrowRight")
    expect(dialog.get_by_role("radio", name="Your top right card")).to_be_focused()
    expect(dialog.get_by_role("radio", checked=True)).to_have_count(0)
    one.keyboard.press("Space")
    line(one, "Your top right for …")
    one.keyboard.press("ArrowUp")
    expect(dialog.get_by_role("radio", name="Bea's bottom right card")).to_be_focused()
    one.keyboard.press("ArrowLeft")
    one.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    one.keyboard.press("Space")
    line(one, "Your top right for Bea's bottom left")
    one.keyboard.press("Enter")
    expect(two.locator("#log")).to_contain_text("Ada swapped two cards: Ada's top right, your bottom left.")
    press(two, "Draw from the deck")
    press(two, "Swap with your top left card")

    # A swap; then Cambio, after second thoughts.
    line(one, "Your turn: draw a card")
    go(one, "Take the")
    line(one, "Where should the")
    go(one, "Swap with your bottom right card")
    press(two, "Draw from the deck")
    press(two, "Swap with your top left card")
    line(one, "Your turn: draw a card")
    go(one, "Call Cambio")
    expect(one.get_by_role("button", name="Not yet")).to_be_focused()
    one.keyboard.press("Escape")
    expect(one.get_by_role("button", name="Call Cambio")).to_be_focused()
    one.keyboard.press("Enter")
    expect(one.get_by_role("button", name="Not yet")).to_be_focused()
    one.keyboard.press("Tab")
    one.keyboard.press("Enter")
    expect(two.locator(".final")).to_contain_text("Ada called Cambio.")
    press(two, "Draw from the deck")
    press(two, "Swap with your top left card")

    # The result has the focus, and the next game is a few steps away.
    expect(one.get_by_role("heading", name=RESULT)).to_be_focused()
    go(one, "Play again with them")
    expect(one.locator("#waiting")).to_contain_text("One of two is here.")
