"""Playing again: everybody is asked at once, nobody else takes a kept chair, and the game starts by itself."""

from playwright.sync_api import Page, expect

from tests.cambio.browser.tables import LOW, RESULT, Players, call_cambio, line, press, start
from tests.kit.browser import NOTE_SAID, axe_clean, enter_as_guest, expect_value, never_wide
from tests.kit.server import SiteServer


def play_to_the_end(server: SiteServer, *players: object) -> list[Page]:
    """The first one calls at once, the others let a card go that has no power."""
    pages = start(server, *players, wishes=(LOW,) * (len(players) - 1))  # type: ignore[arg-type]
    call_cambio(pages[0])
    for page in pages[1:]:
        line(page, "Your turn: draw a card")
        press(page, "Draw from the deck")
        page.locator("#do-discard").click()
    for page in pages:
        expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
        page.keyboard.press("Escape")
    return pages


def test_four_people_play_again_and_a_stranger_waits_for_a_free_chair(
    server: SiteServer, browser_player: Players
) -> None:
    names = ("Ada", "Bea", "Cleo", "Dora")
    players = [browser_player(name=name, phone=name == "Bea", dark=name == "Cleo") for name in names]
    players[2].page.add_init_script(NOTE_SAID)
    one, two, three, four = play_to_the_end(server, *players)
    three.evaluate("said.length = 0")
    press(one, "Play again with them")
    expect(one.locator(".chair.is-free")).to_have_count(3)
    expect(one.locator("#waiting")).to_contain_text("3 chairs are kept for those who played before.")
    expect(one.locator("#start")).to_be_disabled()
    for page in (two, three, four):
        expect(page.locator("#again")).to_contain_text("Ada wants to play again.")
        never_wide(page)
    axe_clean(two)
    # A stranger with the address cannot take what is kept.
    stranger = browser_player(name="Eve")
    stranger.expect_problem("409")
    eve = enter_as_guest(stranger)
    eve.goto(one.url)
    expect(eve.locator("main")).to_contain_text("They are kept for those who played here before")
    expect(eve.get_by_role("button", name="Sit down")).to_have_count(0)
    press(two, "I am in")
    expect(three.locator("#again")).to_contain_text("Bea is in")
    # The offer is said once, without the seconds that run and the buttons below it.
    expect_value(three, "said", ["Ada wants to play again."])
    press(three, "I am in")
    press(four, "Not this time")
    expect(one.locator("#waiting")).to_contain_text("Three of four are here.")
    expect(one.locator("#start")).to_be_enabled()
    # The chair is free: now the stranger may sit down, and the host starts.
    eve.goto(one.url)
    press(eve, "Sit down")
    expect(one.locator("#waiting")).to_contain_text("Four of four are here.")
    press(one, "Start the game")
    for page in (one, two, three, eve):
        line(page, "Remember these two.")


def test_when_everybody_is_in_the_game_starts_by_itself_and_the_score_goes_on(
    server: SiteServer, browser_player: Players
) -> None:
    pages = play_to_the_end(server, browser_player(name="Ada"), browser_player(name="Bea", phone=True))
    press(pages[1], "Play again with them")
    press(pages[0], "I am in")
    for page in pages:
        line(page, "Remember these two.")
    for page in pages:
        press(page, "I have them")
    host, other = pages[1], pages[0]
    call_cambio(host)
    line(other, "Your turn: draw a card")
    press(other, "Take the")
    press(other, "Swap with your top left card")
    for page in pages:
        expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
        expect(page.locator(".series")).to_contain_text("Together, after 2 games")
