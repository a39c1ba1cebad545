"""What surrounds a game: the waiting room, a bot to practise with, pages to read, a browser without script."""

from playwright.sync_api import Route, expect

from tests.cambio.browser.tables import Players, call_cambio, come_in, line, open_table, press
from tests.kit.browser import axe_clean, expect_value, intercept, move_by_post, never_wide, screenshot

NOTE_SOUNDS = """window.heard = [];
window.speakers = [];
document.addEventListener("tabletop:sound", ({detail}) => heard.push(detail));
AudioContext = class extends AudioContext { constructor() { super(); speakers.push(this); } };"""


def test_a_game_against_a_bot_is_one_click_from_the_home_page(browser_player: Players) -> None:
    page = browser_player(name="Ada").page
    page.add_init_script(NOTE_SOUNDS)
    page.goto("/")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play against a bot").click()
    expect(page.locator(".profile__name")).to_have_text("Ada")
    press(page, "I have them")
    call_cambio(page)
    expect(page.locator(".final")).to_contain_text("You called Cambio. One turn left.")
    # The bot plays by itself, and takes up to three seconds for each step.
    expect(page.locator(".result")).to_be_visible()
    # Nobody hears what they have not asked for.
    expect_value(page, "[heard.slice(0, 3), heard.at(-1), speakers.length]", [["deal", "turn", "call"], "win", 0])

    page.goto("/account/")
    page.get_by_label("Play sounds").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="Play against a bot").click()
    press(page, "I have them")
    press(page, "Draw from the deck")
    press(page, "Swap with your top left card")
    expect(page.locator("#log")).to_contain_text("swapped the top left card.")
    expect_value(page, "[heard.slice(0, 4), speakers.length]", [["deal", "turn", "draw", "place"], 1])


def test_a_turn_works_without_script(browser_player: Players) -> None:
    page = come_in(browser_player(name="Ada", javascript=False))
    page.get_by_role("button", name="Play against a bot").click()
    press(page, "Deal the cards")
    press(page, "I have them")
    line(page, "Your turn: draw a card")
    # Nothing is offered that does nothing.
    expect(page.get_by_role("button", name="Call Cambio")).to_have_text("Call Cambio now")
    press(page, "Draw from the deck")
    line(page, "You drew the")
    press(page, "Swap with your top left card")
    expect(page.locator("#log")).to_contain_text("swapped the top left card.")


def test_after_a_lost_answer_another_choice_is_another_move(browser_player: Players) -> None:
    ada = browser_player(name="Ada")
    ada.expect_problem("ERR_FAILED|htmx:(sendError|afterRequest)")
    page = come_in(ada)
    open_table(page, seats=4)
    keys: list[str] = []

    def lose_the_first_answers(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) <= 2:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    move_by_post(page)
    intercept(page, "**/act/", lose_the_first_answers)
    # The doorbell must not tidy up before the second press.
    page.evaluate("document.addEventListener('htmx:wsBeforeMessage', (event) => event.preventDefault())")
    for choice in ("#add-bot-1", "#add-bot-1", "#set-open"):
        with page.expect_request("**/act/"):
            page.locator(choice).click()
    expect(page.locator("#waiting")).to_contain_text("Two of four are here.")
    expect(page.get_by_role("switch", name="Open to everybody")).to_be_checked()
    assert keys[0] == keys[1] != keys[2]


def test_friends_meet_in_the_waiting_room(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada", dark=True), browser_player(name="Bea", phone=True)
    one, two = come_in(ada), come_in(bea)
    table = open_table(one, seats=3)
    expect(one.locator("#waiting")).to_contain_text("One of three is here. One more person or a bot is needed.")
    expect(one.get_by_role("button", name="Start the game")).to_be_disabled()
    code = one.locator(".ticket .code-chip").inner_text().split()[-1]
    two.goto("/")
    two.get_by_label("Have a code?").fill(code.lower())
    two.get_by_role("button", name="Join").click()
    expect(two.get_by_role("list", name="At this table")).to_have_text("AAdayour chair")
    axe_clean(two)
    press(two, "Sit down next to Ada")
    expect(one.locator("#waiting")).to_contain_text("Two of three are here. Start now, or wait for one more.")
    axe_clean(one)
    axe_clean(two)
    press(one, "Add a bot")
    expect(two.locator("#waiting")).to_contain_text("Three of three are here. Ada starts the game.")
    never_wide(two)
    screenshot(two, "cambio-waiting-room-phone-light")
    press(two, "Leave the table")
    expect(one.locator("#waiting")).to_contain_text("Two of three are here.")

    # A visitor who comes too late finds a way on: to look on, where that is allowed, as it is by itself.
    press(one, "Start the game")
    line(one, "Remember these two.")
    two.goto(table)
    expect(two.get_by_role("region", name="Cards in front")).to_be_visible()
    axe_clean(two)


def test_the_pages_around_the_table_are_accessible(browser_player: Players) -> None:
    page = come_in(browser_player(name="Ada", phone=True))
    for address in ("/cambio/how-to-play/", "/cambio/new/", "/cambio/practice/"):
        page.goto(address)
        axe_clean(page)
        never_wide(page)
    page.emulate_media(color_scheme="dark")
    page.goto("/cambio/how-to-play/")
    axe_clean(page)
