"""The table of Cambio in real browsers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.cambio.browser.tables import (
    KING,
    LOW,
    OWN,
    SPY,
    TRADE,
    Wish,
    come_in,
    line,
    open_table,
    press,
    sit_down,
    stack_the_deck,
)
from tests.kit.browser import BrowserPlayer, axe_clean, screenshot
from tests.kit.server import SiteServer

Players = Callable[..., BrowserPlayer]


def no_scrolling(page: Page) -> None:
    """The whole table is in sight."""
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), page.evaluate(
        "[document.documentElement.scrollHeight, innerHeight]"
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def start(server: SiteServer, ada: BrowserPlayer, bea: BrowserPlayer, *wishes: Wish) -> tuple[Page, Page]:
    """A dealt table of two; both have looked at their cards."""
    one, two = come_in(ada), come_in(bea)
    table = open_table(one, seats=2)
    sit_down(two, table, name=bea.name)
    expect(one.locator("#waiting")).to_contain_text("Two of two are here.")
    if wishes:
        stack_the_deck(server, one, *wishes)
    press(one, "Start the game")
    for page in (one, two):
        line(page, "Remember these two.")
        assert page.locator(".mine .is-peek").count() == 2
    for page in (one, two):
        press(page, "I have them")
    return one, two


def test_two_people_play_a_whole_game(server: SiteServer, browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada", motion=True), browser_player(name="Bea", phone=True, dark=True)
    one, two = start(server, ada, bea, LOW, SPY, TRADE, OWN, KING, LOW)

    # A swap.
    line(one, "Your turn: draw a card")
    line(two, "Ada is drawing.")
    expect(two.locator("#actions button")).to_have_count(0)
    no_scrolling(one)
    screenshot(one, "cambio-draw-desktop-light")
    axe_clean(one)
    press(one, "Draw from the deck")
    line(one, "You drew the")
    line(two, "Ada is holding a card.")
    screenshot(two, "cambio-waiting-phone-dark")
    # A reload changes nothing.
    one.reload()
    line(one, "You drew the")
    one.get_by_role("button", name="Swap with your bottom left card").click()

    # A look at a card of somebody else.
    line(two, "Your turn: draw a card")
    no_scrolling(two)
    two.locator("#card-deck").click()
    no_scrolling(two)
    press(two, "Discard the")
    expect(two.get_by_role("dialog", name="Look at one card")).to_be_visible()
    line(one, "Bea may look at a card.")
    two.keyboard.press("Escape")
    two.keyboard.press("Escape")
    expect(two.get_by_role("dialog")).to_be_visible()
    screenshot(two, "cambio-peek-phone-dark")
    axe_clean(two)
    press(two, "Look at Ada's top right card")
    expect(two.get_by_role("dialog", name="Ada's top right card")).to_be_visible()
    line(one, "Bea is looking at a card.")
    press(two, "Close")
    expect(two.get_by_role("dialog")).to_have_count(0)

    # A blind swap.
    press(one, "Draw from the deck")
    press(one, "Discard the")
    dialog = one.get_by_role("dialog", name="Swap two cards, unseen")
    expect(dialog.get_by_role("button", name="Swap these two")).to_be_disabled()
    dialog.get_by_role("radio", name="Your bottom right card").check()
    dialog.get_by_role("radio", name="Bea's top left card").check()
    expect(dialog).to_contain_text("Your bottom right for Bea's top left.")
    screenshot(one, "cambio-swap-desktop-light")
    axe_clean(one)
    press(one, "Swap these two")
    expect(two.locator("#log")).to_contain_text("swapped two cards: Ada's bottom right, your top left.")

    # A card from the pile must be swapped in.
    two.locator("#card-discard").click()
    line(two, "Where should the")
    expect(two.locator("#actions button")).to_have_count(0)
    two.get_by_role("button", name="Swap with your top right card").click()

    # A look at one's own card, which ends by itself.
    press(one, "Draw from the deck")
    press(one, "Discard the")
    press(one, "Look at your top left card")
    expect(one.get_by_role("dialog", name="Your top left card")).to_be_visible()
    expect(one.get_by_role("dialog")).to_have_count(0, timeout=8000)

    # The glimpse of a king comes by itself.
    press(two, "Draw from the deck")
    press(two, "Discard the king")
    expect(two.get_by_role("dialog", name=re.compile("A glimpse: your"))).to_be_visible()
    press(two, "Close")

    # Cambio.
    press(one, "Call Cambio")
    expect(one.get_by_role("button", name="Not yet")).to_be_focused()
    one.get_by_role("dialog").get_by_role("button", name="Call Cambio").click()
    expect(two.locator(".final")).to_contain_text("Ada called Cambio. One turn left, and it is yours.")
    no_scrolling(one)
    no_scrolling(two)
    screenshot(two, "cambio-final-phone-dark")
    axe_clean(two)
    press(two, "Draw from the deck")
    press(two, "Discard the")
    for page in (one, two):
        expect(page.get_by_role("heading", name=re.compile("wins? with|share it"))).to_be_visible()
        assert page.locator(".score .card").count() == 8
    axe_clean(two)
    screenshot(one, "cambio-result-desktop-light")
    screenshot(two, "cambio-result-phone-dark")

    # The proof, and the next game.
    with one.expect_popup() as proof:
        one.get_by_role("link", name="Check it here").click()
    expect(proof.value.locator("#shuffle-verdict")).to_contain_text("The fingerprint fits")
    press(one, "Play again with them")
    press(two, "Play again with them")
    expect(one.locator("#waiting")).to_contain_text("Two of two are here.")


def test_a_game_against_a_bot_is_one_click_from_the_home_page(browser_player: Players) -> None:
    page = come_in(browser_player(name="Ada"))
    page.get_by_role("button", name="Play against a bot").click()
    press(page, "I have them")
    press(page, "Call Cambio")
    page.get_by_role("dialog").get_by_role("button", name="Call Cambio").click()
    expect(page.locator(".final")).to_contain_text("You called Cambio. One turn left.")
    # The bot plays by itself, and takes up to three seconds for each step.
    expect(page.locator(".result")).to_be_visible(timeout=20_000)


def test_a_turn_can_be_played_with_the_keyboard_alone(server: SiteServer, browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    one, two = start(server, ada, bea, OWN)
    line(one, "Your turn: draw a card")
    tab_to(one, "Draw from the deck")
    one.keyboard.press("Enter")
    line(one, "You drew the")
    tab_to(one, "Discard the")
    one.keyboard.press("Enter")
    dialog = one.get_by_role("dialog", name="Look at one card")
    expect(dialog).to_be_visible()
    # The focus stays in the dialog.
    for _step in range(8):
        one.keyboard.press("Tab")
        assert one.evaluate("document.activeElement === document.body || !!document.activeElement.closest('#power')")
    tab_to(one, "Look at your bottom left card")
    one.keyboard.press("Space")
    expect(one.get_by_role("button", name="Close")).to_be_focused()
    one.keyboard.press("Enter")
    expect(one.get_by_role("dialog")).to_have_count(0)
    line(two, "Your turn: draw a card")
    expect(one.locator("#actions")).to_be_focused()


def tab_to(page: Page, name: str) -> None:
    for _step in range(40):
        label = page.evaluate(
            "(({tagName, ariaLabel, textContent}) => tagName === 'BUTTON' ? ariaLabel ?? textContent.trim() : '')"
            "(document.activeElement)"
        )
        if label.startswith(name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"The Tab key does not lead to {name}")


def test_cards_travel_by_the_names_of_places_alone(server: SiteServer, browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada", motion=True), browser_player(name="Bea", motion=True)
    for player in (ada, bea):
        player.page.add_init_script(
            """window.travels = [];
            window.milliseconds = [];
            const named = () => [...document.querySelectorAll("[class*='vt-']")].map((card) =>
                card.id + " as " + getComputedStyle(card).viewTransitionName).sort().join(", ");
            const real = document.startViewTransition.bind(document);
            document.startViewTransition = (update) => {
                const before = named(), begin = performance.now();
                const travel = real(async () => { await update(); travels.push(before + " -> " + named()); });
                travel.finished.then(() => milliseconds.push(performance.now() - begin));
                return travel;
            };"""
        )
    one, two = start(server, ada, bea, LOW, TRADE)
    press(one, "Draw from the deck")
    # Nothing that comes twice, by the answer and by the socket, cuts a card's way short.
    for page in (one, two):
        page.wait_for_timeout(1000)
        assert page.evaluate("milliseconds[0]") > 400
    one.get_by_role("button", name="Swap with your bottom left card").click()
    line(two, "Your turn: draw a card")
    press(two, "Draw from the deck")
    press(two, "Discard the")
    dialog = two.get_by_role("dialog")
    dialog.get_by_role("radio", name="Your top left card").check()
    dialog.get_by_role("radio", name="Ada's bottom right card").check()
    press(two, "Swap these two")
    line(one, "Your turn: draw a card")
    for page in (one, two):
        expect(page.locator("[class*='vt-']")).to_have_count(0)
        assert page.evaluate("travels") == [
            "card-deck as deck-top -> card-held as deck-top",
            "card-0-2 as c-0-2, card-held as held -> card-0-2 as held, card-discard as c-0-2",
            "card-deck as deck-top -> card-held as deck-top",
            "card-held as held -> card-discard as held",
            "card-0-3 as c-0-3, card-1-0 as c-1-0 -> card-0-3 as c-1-0, card-1-0 as c-0-3",
        ]


def test_without_sockets_the_table_is_playable_by_polling(server: SiteServer, browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    bea.expect_problem(r"WebSocket|\[object Event\]")
    bea.page.add_init_script("WebSocket = class extends WebSocket { constructor(url) { super(url + 'blocked'); } }")
    one, two = start(server, ada, bea)
    press(one, "Draw from the deck")
    press(one, "Swap with your top left card")
    line(two, "Your turn: draw a card")
    press(two, "Draw from the deck")
    press(two, "Swap with your top left card")
    expect(two.locator("#log")).to_contain_text("You swapped the top left card.")
    line(one, "Your turn: draw a card")


def test_a_turn_works_without_script(browser_player: Players) -> None:
    page = browser_player(name="Ada", javascript=False).page
    page.goto("/")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Play against a bot").click()
    press(page, "I have them")
    line(page, "Your turn: draw a card")
    press(page, "Draw from the deck")
    line(page, "You drew the")
    press(page, "Swap with your top left card")
    expect(page.locator("#log")).to_contain_text("swapped the top left card.")


def test_friends_meet_in_the_waiting_room(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea", phone=True)
    one, two = come_in(ada), come_in(bea)
    open_table(one, seats=3)
    expect(one.locator("#waiting")).to_contain_text("One of three is here. Share the code, or add a bot.")
    expect(one.get_by_role("button", name="Start the game")).to_be_disabled()
    code = one.locator(".code-chip").inner_text().split()[-1]
    two.goto("/")
    two.get_by_label("Have a code?").fill(code.lower())
    two.get_by_role("button", name="Join").click()
    press(two, "Sit down as Bea")
    expect(one.locator("#waiting")).to_contain_text("Two of three are here. Share the code, or start now.")
    axe_clean(one)
    axe_clean(two)
    press(one, "medium bot")
    expect(two.locator("#waiting")).to_contain_text("Three of three are here. Ada starts the game.")
    screenshot(two, "cambio-waiting-room-phone-light")
    press(two, "Leave the table")
    expect(one.locator("#waiting")).to_contain_text("Two of three are here.")


@pytest.mark.parametrize("address", ["/cambio/how-to-play/", "/cambio/new/", "/cambio/practice/"])
def test_the_pages_around_the_table_are_accessible(browser_player: Players, address: str) -> None:
    page = come_in(browser_player(name="Ada", phone=True))
    page.goto(address)
    axe_clean(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
