"""Those who look on, in browsers: their names, their way to a chair, and games that everybody may watch."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.cambio.browser.tables import LOW, RESULT, call_cambio, line, open_table, press, sit_down, stack_the_deck
from tests.kit.browser import BrowserPlayer, axe_clean, enter_as_guest, never_wide
from tests.kit.server import SiteServer

Players = Callable[..., BrowserPlayer]
SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900)]
SMALL = """() => [...document.querySelectorAll("#watching, #watchers :is(button, a)")]
    .filter((control) => control.checkVisibility())
    .filter((control) => control.getBoundingClientRect().height < 44 || control.getBoundingClientRect().width < 44)
    .map((control) => control.outerHTML)"""


# As when somebody wants to play again.
DRAWN_ANEW = "htmx.trigger('#again', 'htmx:oobAfterSwap', { target: document.getElementById('again') })"


def practise(player: BrowserPlayer, game: str) -> str:
    page = enter_as_guest(player)
    page.goto(f"/{game}/practice/")
    page.locator("main form button[type=submit], main form .btn--primary").first.click()
    page.wait_for_url(re.compile(rf"/{game}/[0-9a-f-]{{36}}/"))
    if game == "cambio":
        expect(page.locator(".mine .card.is-peek")).to_have_count(2)
    return urlsplit(page.url).path


@pytest.mark.parametrize("game", ["cambio", "imperial"])
def test_the_number_of_watchers_opens_their_names(browser_player: Players, game: str) -> None:
    ada = browser_player(name="Ada")
    table = practise(ada, game)
    page = ada.page
    assert not any("/watchers/" in url for url in ada.requests)
    eve = enter_as_guest(browser_player(name="Evelyn Featherstone", phone=True))
    eve.goto(table)
    expect(page.locator("#watching")).to_contain_text("1 watching")
    fay = enter_as_guest(browser_player(name="Fay", dark=True))
    fay.goto(table)
    # The number was replaced meanwhile, and opens the names all the same.
    expect(page.locator("#watching")).to_contain_text("2 watching")
    page.locator("#watching").focus()
    page.keyboard.press("Enter")
    names = page.get_by_role("dialog", name="2 watching")
    expect(names.get_by_role("listitem")).to_have_text([re.compile("Evelyn Featherstone"), re.compile("Fay")])
    expect(names.get_by_role("button", name="Close")).to_be_focused()
    axe_clean(page)
    page.keyboard.press("Escape")
    expect(names).to_be_hidden()
    expect(page.locator("#watching")).to_be_focused()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#watching b").click()
        expect(names.get_by_role("button", name="Close")).to_be_visible()
        assert page.evaluate(SMALL) == []
        never_wide(page)
        names.get_by_role("button", name="Close").click()
    eve.locator("#watching").click()
    own = eve.get_by_role("dialog", name="2 watching")
    expect(own.get_by_role("listitem").first).to_contain_text("(you)")
    never_wide(eve)


def test_a_watcher_sits_in_for_the_next_round(server: SiteServer, browser_player: Players) -> None:
    ada, bea = (enter_as_guest(browser_player(name=name)) for name in ("Ada", "Bea"))
    table = open_table(ada, seats=3)
    sit_down(bea, table, name="Bea")
    expect(ada.locator("#waiting")).to_contain_text("Two of three are here.")
    stack_the_deck(server, ada, LOW, players=2)
    press(ada, "Start the game")
    for page in (ada, bea):
        line(page, "Remember these two.")
    ines = enter_as_guest(browser_player(name="Ines", phone=True))
    ines.goto(table)
    press(ines, "Sit in for the next round")
    expect(ines.locator("#sit-in")).to_contain_text("You are on the list for the next round.")
    axe_clean(ines)
    never_wide(ines)
    press(ines, "Not this time")
    press(ines, "Sit in for the next round")
    for page in (ada, bea):
        press(page, "I have them")
    line(ada, "Your turn: draw a card")
    call_cambio(ada)
    line(bea, "Your turn: draw a card")
    press(bea, "Draw from the deck")
    bea.locator("#do-discard").click()
    for page in (ada, bea, ines):
        expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
        page.keyboard.press("Escape")
    for page in (ada, bea):
        expect(page.locator("#sit-in")).to_have_text("Ines would sit in.")
    axe_clean(bea)
    withdraw = ines.get_by_role("button", name="Not this time")
    withdraw.focus()
    withdraw.evaluate("(button) => { button.dataset.before = ''; }")
    ines.evaluate(DRAWN_ANEW)
    expect(ines.locator("[data-before]")).to_have_count(0)
    expect(withdraw).to_be_focused()
    press(ada, "Play again with them")
    expect(ada.locator("#waiting")).to_contain_text("Ines")
    expect(ines.locator("#again")).to_contain_text("Ada wants to play again.")
    expect(ines.locator("#sit-in")).to_contain_text("A chair is kept for you.")
    axe_clean(ines)
    never_wide(ines)
    press(ines, "Sit down for the next round")
    expect(ines.get_by_role("heading", name="Waiting for players")).to_be_visible()
    press(bea, "I am in")
    for page in (ada, bea, ines):
        line(page, "Remember these two.")


def test_a_person_at_the_door_of_a_full_table_is_told_of_a_free_chair(browser_player: Players) -> None:
    ada, bea = (enter_as_guest(browser_player(name=name)) for name in ("Ada", "Bea"))
    table = open_table(ada, seats=2)
    sit_down(bea, table, name="Bea")
    eve = enter_as_guest(browser_player(name="Eve", phone=True))
    eve.goto(table)
    press(eve, "Tell me when a chair is free")
    expect(eve.locator("#on-list")).to_contain_text("We tell you on the home page when a chair is free.")
    axe_clean(eve)
    never_wide(eve)
    eve.goto("/")
    expect(eve.locator("#live")).to_have_attribute("data-state", "live")
    expect(eve.get_by_role("heading", name="Invitations")).to_have_count(0)
    press(bea, "Leave the table")
    expect(eve.locator("#invitations")).to_contain_text("Cambio with Ada")
    expect(eve.locator("#invitations")).to_contain_text("A chair is free.")
    axe_clean(eve)
    eve.locator("#invitations").get_by_role("button", name="Sit down").click()
    expect(ada.locator("#waiting")).to_contain_text("Two of two are here.")
    expect(eve.get_by_role("heading", name="Waiting for players")).to_be_visible()


def test_the_door_of_a_full_table_opens_by_itself_when_a_chair_is_free(browser_player: Players) -> None:
    ada, bea = (enter_as_guest(browser_player(name=name)) for name in ("Ada", "Bea"))
    table = open_table(ada, seats=2)
    sit_down(bea, table, name="Bea")
    eve, known = browser_player(name="Eve", phone=True).page, enter_as_guest(browser_player(name="Kim"))
    for page in (eve, known):
        page.goto(table)
        expect(page.get_by_role("button", name="Tell me when a chair is free")).to_be_visible()
    press(bea, "Leave the table")
    for page in (eve, known):
        expect(page.get_by_role("heading", name="Ada invites you to Cambio")).to_be_visible()
    axe_clean(eve)
    eve.get_by_label("Your name at the table").fill("Eve")
    eve.get_by_role("button", name="Sit down next to Ada").click()
    expect(ada.locator("#waiting")).to_contain_text("Two of two are here.")
    expect(known.get_by_role("button", name="Sit down next to Ada")).to_be_visible()


def test_a_game_that_everybody_may_watch_comes_to_open_home_pages(browser_player: Players) -> None:
    eve = enter_as_guest(browser_player(name="Eve", phone=True))
    eve.goto("/")
    expect(eve.locator("#live")).to_have_attribute("data-state", "live")
    ada = enter_as_guest(browser_player(name="Ada"))
    open_table(ada, seats=2)
    ada.locator("#set-watching-everybody").click()
    expect(ada.locator("#set-watching-everybody")).to_have_attribute("aria-pressed", "true")
    press(ada, "Add a bot")
    expect(ada.locator("#waiting")).to_contain_text("Two of two are here.")
    listed = eve.locator(f'#watched li:has([href="{urlsplit(ada.url).path}"])')
    expect(listed).to_have_count(0)
    press(ada, "Start the game")
    expect(listed).to_contain_text("Ada and Ruby")
    axe_clean(eve)
    never_wide(eve)
    listed.get_by_role("link", name="Watch").click()
    expect(eve.get_by_text("You are watching").first).to_be_visible()


def test_without_script_a_watcher_gets_on_the_list_too(browser_player: Players) -> None:
    table = practise(browser_player(name="Ada"), "cambio")
    page: Page = enter_as_guest(browser_player(name="Eve", javascript=False))
    page.goto(table)
    press(page, "Sit in for the next round")
    expect(page.locator("#sit-in")).to_contain_text("You are on the list for the next round.")
    press(page, "Not this time")
    expect(page.get_by_role("button", name="Sit in for the next round")).to_be_visible()
    expect(page.locator("#watching")).to_contain_text("1")
