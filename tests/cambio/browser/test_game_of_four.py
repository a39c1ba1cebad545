"""A whole game of four in four browsers: on phones and desktops, light and dark, with and without sockets."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.cambio.browser.cable import Cable
from tests.cambio.browser.tables import (
    KING,
    LOW,
    OWN,
    RESULT,
    SPY,
    TRADE,
    Players,
    call_cambio,
    easy_to_hit,
    in_sight,
    line,
    places,
    press,
    start,
)
from tests.kit.browser import axe_clean, never_wide, screenshot
from tests.kit.server import SiteServer

CUT_OFF = r"WebSocket|\[object Event\]|ERR_|htmx:(sendError|afterRequest)"
LONG_NAME = "Dorothea Longstocking"[:20]


def looks_well(page: Page, name: str = "") -> None:
    never_wide(page)
    easy_to_hit(page)
    axe_clean(page)
    if name:
        screenshot(page, name)


@pytest.fixture
def cable(server: SiteServer) -> Iterator[Cable]:
    line = Cable(port=server.port)
    yield line
    line.close()


def test_four_people_play_a_whole_game(
    server: SiteServer, browser_player: Players, open_browser: Players, cable: Cable
) -> None:
    ada = browser_player(name="Ada")
    bea = browser_player(name="Bea", phone=True, dark=True)
    cleo = open_browser(name="Cleo", phone=True, origin=cable.url)
    dora = browser_player(name=LONG_NAME, dark=True)
    # Dorothea's network lets no socket through: her page asks for news by itself.
    dora.expect_problem(r"WebSocket|\[object Event\]")
    dora.page.add_init_script(
        "WebSocket = class extends WebSocket { constructor(url) { super(url.replace('/live/', '/blocked/')); } }"
    )
    one, two, three, four = pages = start(server, ada, bea, cleo, dora, wishes=(LOW, SPY, TRADE, OWN, KING))
    still = [places(page) for page in pages]

    def nothing_has_jumped() -> None:
        assert [places(page) for page in pages] == still

    # Ada swaps.
    line(three, "Ada is drawing.")
    looks_well(one, "cambio-draw-desktop-light")
    in_sight(one)
    press(one, "Draw from the deck")
    line(three, "Ada is holding a card.")
    line(one, "You drew the")
    nothing_has_jumped()
    press(one, "Swap with your bottom left card")

    # Bea lets a nine or ten go, and looks at a card of whom she likes.
    line(two, "Your turn: draw a card")
    looks_well(two)
    press(two, "Draw from the deck")
    line(two, "You drew the")
    press(two, "Discard the")
    dialog = two.get_by_role("dialog", name="Look at one card")
    expect(dialog.get_by_role("button", name="Look at Cleo's top left card")).to_be_focused()
    looks_well(two, "cambio-peek-phone-dark")
    line(one, "Bea may look at a card.")
    press(two, f"Look at {LONG_NAME}'s top right card")
    expect(two.get_by_role("dialog", name=f"{LONG_NAME}'s top right card")).to_be_visible()
    line(three, "Bea is looking at a card.")
    nothing_has_jumped()
    # Nobody closes it: a player who needs more than the five seconds to read finds the game going on.
    axe_clean(two)

    # Cleo's connection breaks while she holds a card. The table waits, and she goes on where she was.
    line(three, "Your turn: draw a card")
    press(three, "Draw from the deck")
    line(three, "You drew the")
    words, drawn = three.locator(".status").inner_text(), three.locator("#card-held").get_attribute("aria-label")
    cleo.expect_problem(CUT_OFF)
    cable.cut()
    expect(three.locator("#live")).to_contain_text("Reconnecting. Your seat is safe.")
    line(one, "Cleo is away.")
    expect(two.locator(".status")).to_contain_text(re.compile(r"A bot plays on in (1:00|0:\d\d)\."))
    for page in (one, two):
        expect(page.locator(".player", has_text="Cleo").get_by_role("img", name="away")).to_be_visible()
        expect(page.locator("#card-held")).to_have_attribute("aria-label", "The card Cleo holds, face down")
        axe_clean(page)
    never_wide(two)
    cable.mend()
    expect(three.locator("#live")).to_contain_text("You are back. Nothing was lost.")
    line(one, "Cleo is holding a card.")
    expect(one.locator("#log")).to_contain_text("Cleo is back.")
    expect(three.locator(".status")).to_have_text(words, use_inner_text=True)
    expect(three.locator("#card-held")).to_have_attribute("aria-label", str(drawn))
    nothing_has_jumped()

    # The jack or queen she drew swaps two cards that nobody sees.
    press(three, "Discard the")
    dialog = three.get_by_role("dialog", name="Swap two cards, unseen")
    dialog.get_by_role("radio", name="Your bottom right card").check()
    dialog.get_by_role("radio", name=f"{LONG_NAME}'s top left card").check()
    # Another card on the same side moves the choice.
    dialog.get_by_role("radio", name="Ada's top left card").check()
    expect(dialog.get_by_role("radio", checked=True)).to_have_count(2)
    line(three, "Your bottom right for Ada's top left")
    nothing_has_jumped()
    looks_well(three, "cambio-swap-phone-light")
    press(three, "Swap these two")
    expect(one.locator("#log")).to_contain_text("Cleo swapped two cards: Cleo's bottom right, your top left.")

    # Dorothea looks at a card of her own; her page polls.
    line(four, "Your turn: draw a card")
    press(four, "Draw from the deck")
    press(four, "Discard the")
    expect(four.get_by_role("dialog", name="Look at one card")).to_be_visible()
    looks_well(four)
    press(four, "Look at your bottom left card")
    expect(four.get_by_role("dialog", name="Your bottom left card")).to_be_visible()
    press(four, "I have it")
    expect(four.locator("#log")).to_contain_text("You looked at your bottom left card.")

    # Ada's king shows her one card by itself.
    press(one, "Draw from the deck")
    press(one, "Discard the king")
    expect(one.get_by_role("dialog", name=re.compile("A glimpse: your"))).to_be_visible()
    looks_well(one)

    # Bea takes what lies open.
    two.locator("button#card-discard").click()
    line(two, "Where should the king")
    press(two, "Swap with your top left card")

    # Cleo calls Cambio: exactly three turns follow.
    line(three, "Your turn: draw a card")
    nothing_has_jumped()
    call_cambio(three)
    expect(one.locator(".final")).to_contain_text("Cleo called Cambio. Three turns left, one is yours.")
    expect(three.locator(".final")).to_contain_text("You called Cambio. Three turns left.")
    for page in pages[:3]:
        in_sight(page)
    looks_well(two, "cambio-final-phone-dark")
    for page, left in ((four, "Two turns"), (one, "One turn")):
        line(page, "Your turn: draw a card")
        axe_clean(page)
        press(page, "Draw from the deck")
        press(page, "Swap with your top right card")
        expect(three.locator(".final")).to_contain_text(f"{left} left")
    line(two, "This is your last turn.")
    press(two, "Draw from the deck")
    press(two, "Swap with your top right card")

    # All cards, and the next game.
    for page in pages:
        expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
        expect(page.locator(".hand.is-open .card.is-up")).to_have_count(16)
        never_wide(page)
    looks_well(one, "cambio-result-desktop-light")
    looks_well(two, "cambio-result-phone-dark")
    press(one, "Play again with them")
    for page in pages[1:]:
        press(page, "I am in")
    for page in pages:
        line(page, "Remember these two.")
