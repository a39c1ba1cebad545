"""Which sounds the table tells of, to those who play and to somebody who looks on."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.cambio.browser.tables import LOW, OWN, TRADE, Players, call_cambio, line, press, start
from tests.cambio.browser.test_moments import NOTE_SOUNDS
from tests.kit.browser import enter_as_guest, expect_value
from tests.kit.server import SiteServer


def hears(page: Page, *sounds: str) -> None:
    """All that the page has told of since the last time."""
    expect_value(page, "[...heard].sort()", sorted(sounds))
    page.evaluate("heard.length = 0")


def test_every_move_sounds_for_all_and_the_first_look_sounds_once(server: SiteServer, browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea", phone=True)
    for player in (ada, bea):
        player.page.add_init_script(NOTE_SOUNDS)
    one, two = start(server, ada, bea, wishes=(OWN, TRADE, LOW))
    eve = enter_as_guest(browser_player(name="Eve"))
    eve.add_init_script(NOTE_SOUNDS)
    eve.goto(urlsplit(one.url).path)
    line(eve, "Ada is drawing.")
    everybody = (one, two, eve)
    # A card is put down for who sits down.
    hears(one, "place", "deal", "turn")
    hears(two, "deal")

    def all_hear(*sounds: str) -> None:
        for page in everybody:
            hears(page, *sounds)

    press(one, "Draw from the deck")
    all_hear("draw")
    one.locator("#do-discard").click()
    all_hear("discard")
    # A look at a card of one's own is no second deal.
    press(one, "Look at your top left card")
    hears(one, "peek")
    press(one, "I have it")
    hears(two, "turn")
    press(two, "Draw from the deck")
    all_hear("draw")
    two.locator("#do-discard").click()
    all_hear("discard")
    two.locator("#pick-1-0").check()
    two.locator("#pick-0-3").check()
    press(two, "Swap these two")
    hears(one, "swap", "turn")
    hears(two, "swap")
    hears(eve, "swap")
    press(one, "Take the")
    press(one, "Swap with your top left card")
    hears(one, "draw", "place")
    hears(two, "draw", "place", "turn")
    hears(eve, "draw", "place")
    line(two, "Your turn: draw a card")
    call_cambio(two)
    expect(one.locator(".final")).to_contain_text("Bea called Cambio.")
    hears(one, "call", "turn")
    hears(two, "call")
    hears(eve, "call")
