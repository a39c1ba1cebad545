"""A whole game of Cambio where sockets are blocked: from the waiting room to the next game, by polling alone."""

from playwright.sync_api import expect

from tests.cambio.browser.tables import (
    LOW,
    OWN,
    RESULT,
    Players,
    call_cambio,
    line,
    open_table,
    press,
    sit_down,
    stack_the_deck,
)
from tests.kit.browser import enter_as_guest
from tests.kit.server import SiteServer

# The handshake fails, as behind a proxy without sockets.
BLOCKED = "WebSocket = class extends WebSocket { constructor(url) { super(url.replace('/live/', '/blocked/')); } }"


def test_two_people_play_a_game_and_another_by_polling_alone(server: SiteServer, browser_player: Players) -> None:
    players = [browser_player(name=name) for name in ("Ada", "Bea")]
    for player in players:
        player.expect_problem(r"WebSocket|\[object Event\]")
        player.page.add_init_script(BLOCKED)
    ada, bea = map(enter_as_guest, players)
    sit_down(bea, open_table(ada, seats=2), name="Bea")
    expect(ada.locator("#waiting")).to_contain_text("Two of two are here.")
    stack_the_deck(server, ada, OWN, LOW, LOW)
    press(ada, "Start the game")
    # Nobody ends the first look: a page may hear of it late.
    line(ada, "Your turn: draw a card")
    press(ada, "Draw from the deck")
    press(ada, "Discard the")
    press(ada, "Look at your top left card")
    press(ada, "I have it")
    line(bea, "Your turn: draw a card")
    press(bea, "Draw from the deck")
    press(bea, "Swap with your top left card")
    line(ada, "Your turn: draw a card")
    call_cambio(ada)
    line(bea, "Your turn: draw a card")
    press(bea, "Draw from the deck")
    press(bea, "Swap with your top left card")
    for page in (ada, bea):
        expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
    press(ada, "Play again with them")
    expect(bea.locator("#again")).to_contain_text("Ada wants to play again.")
    press(bea, "I am in")
    for page in (ada, bea):
        line(page, "Remember these two.")
