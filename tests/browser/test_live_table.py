"""A live table in two browsers, without reloads, with a connection that fails."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.kit.browser import (
    BrowserPlayer,
    axe_clean,
    csrf_token,
    enter_as_guest,
    expect_value,
    intercept,
    move_by_post,
    rest_the_pointer_on_messages,
    screenshot,
)
from tests.kit.server import Site, SiteServer

Players = Callable[..., BrowserPlayer]
AFTER_ONE_MOVE = "3"
"""Number of the last action: the second person joined, the host started, and somebody moved."""


def come_in(player: BrowserPlayer) -> Page:
    page = player.page
    page.goto("/")
    page.get_by_label("Your name").fill(player.name)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".profile__name")).to_have_text(player.name)
    return page


def sit_down(first: BrowserPlayer, second: BrowserPlayer) -> tuple[Page, Page]:
    """Seats both as guests at a new table."""
    enter_as_guest(first)
    enter_as_guest(second)
    return meet(first, second)


def meet(first: BrowserPlayer, second: BrowserPlayer) -> tuple[Page, Page]:
    table = start_duel(first, second)
    for player in (first, second):
        player.page.goto(table)
        expect(player.page.locator("#live")).to_have_attribute("data-state", "live")
    return first.page, second.page


def start_duel(first: BrowserPlayer, second: BrowserPlayer) -> str:
    answer = first.context.request.post(
        "/duel/start/",
        headers={"X-CSRFToken": csrf_token(first), "Content-Type": "application/x-www-form-urlencoded"},
        data=f"name={first.name}&name={second.name}",
        max_redirects=0,
    )
    return answer.headers["location"]


def play_lowest(page: Page) -> str:
    button = page.get_by_role("button", name=re.compile("^Play the")).first
    name = button.inner_text()
    button.click()
    return name.removeprefix("Play the ")


def play_to_the_end(one: Page, two: Page) -> None:
    for _move in range(6):
        turn = one if "Your turn" in one.locator("#turn").inner_text() else two
        other = two if turn is one else one
        before = turn.locator("#beat").get_attribute("data-seq")
        play_lowest(turn)
        for page in (turn, other):
            expect(page.locator("#beat")).not_to_have_attribute("data-seq", before)
    for page in (one, two):
        expect(page.locator("#winner")).to_be_visible()
        expect(page.locator("#turn")).to_have_text("Over.")


@pytest.mark.both_shapes
def test_two_people_play_a_whole_game_without_a_reload(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea", phone=True, dark=True)
    come_in(ada)
    come_in(bea)
    one, two = meet(ada, bea)
    axe_clean(one)
    play_to_the_end(one, two)
    screenshot(one, "duel-over-desktop-light")
    screenshot(two, "duel-over-phone-dark")


def test_with_sockets_blocked_a_whole_game_is_playable_by_polling(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    for player in (ada, bea):
        player.expect_problem(r"WebSocket|\[object Event\]")
        # The handshake fails, as behind a proxy without sockets.
        player.page.add_init_script(
            "WebSocket = class extends WebSocket { constructor(url) { super(url.replace('/live/', '/blocked/')); } }"
        )
    one, two = enter_as_guest(ada), enter_as_guest(bea)
    table = start_duel(ada, bea)
    for page in (one, two):
        page.goto(table)
    play_to_the_end(one, two)


def test_with_a_handshake_that_never_ends_the_page_polls(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    bea.page.clock.install()
    bea.page.add_init_script("WebSocket = class extends EventTarget { readyState = 0; close() {} send() {} }")
    one, two = enter_as_guest(ada), enter_as_guest(bea)
    table = start_duel(ada, bea)
    for page in (one, two):
        page.goto(table)
    play_lowest(one)
    two.clock.run_for(20_000)
    expect(two.locator("#live")).to_contain_text("looks for news every few seconds")
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")


def test_a_page_that_polls_forgets_the_name_of_a_person_who_has_deleted_the_account(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    bea.page.clock.install()
    bea.page.add_init_script("WebSocket = class extends EventTarget { readyState = 0; close() {} send() {} }")
    enter_as_guest(ada)
    two = enter_as_guest(bea)
    two.goto(start_duel(ada, bea))
    before = two.locator("#names-beat").get_attribute("data-seq")
    assert before
    ada.page.goto("/account/delete/")
    ada.page.get_by_role("textbox").fill("Ada")
    with ada.page.expect_navigation():
        ada.page.get_by_role("button", name="Delete").click()
    two.clock.run_for(20_000)
    expect(two.locator("#names-beat")).not_to_have_attribute("data-seq", before)
    # From now on nothing is news.
    with two.expect_response(lambda response: response.status == 204):
        two.clock.run_for(4_000)


def test_what_a_person_is_typing_and_the_focus_survive_the_moves_of_others(browser_player: Players) -> None:
    one, two = sit_down(browser_player(name="Ada"), browser_player(name="Bea"))
    note = two.get_by_label("Note to yourself")
    note.fill("keep the")
    note.press("End")
    play_lowest(one)
    expect(two.locator("#led")).not_to_have_text("Nothing is led.")
    expect(note).to_be_focused()
    two.keyboard.type(" eight")
    expect(note).to_have_value("keep the eight")


def test_a_button_keeps_the_focus_when_its_part_is_replaced(browser_player: Players) -> None:
    one, two = sit_down(browser_player(name="Ada"), browser_player(name="Bea"))
    button = two.get_by_role("button", name=re.compile("^Play the")).last
    button.focus()
    play_lowest(one)
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    expect(button).to_be_focused()
    two.keyboard.press("Enter")
    expect(two.locator("#led")).to_have_text("Nothing is led.")


def test_a_refused_move_says_why_and_shows_the_table(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    one, two = sit_down(ada, bea)
    bea.expect_problem("409")
    rest_the_pointer_on_messages(two)
    two.get_by_role("button", name=re.compile("^Play the")).first.click()
    expect(two.locator(".toast")).to_contain_text("Not your turn yet.")
    play_lowest(one)
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")


def test_an_answer_is_shown_even_if_the_control_was_replaced_meanwhile(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    one, two = sit_down(ada, bea)
    bea.expect_problem("409")

    def answer_late(route: Route) -> None:
        answer = route.fetch()
        play_lowest(one)
        expect(two.locator("#turn")).to_have_text("Your turn: play a card")
        route.fulfill(response=answer)

    move_by_post(two)
    intercept(two, "**/move/", answer_late)
    rest_the_pointer_on_messages(two)
    two.get_by_role("button", name=re.compile("^Play the")).first.click()
    expect(two.locator(".toast")).to_contain_text("Not your turn yet.")
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    expect(two.locator("#beat")).to_have_attribute("data-seq", AFTER_ONE_MOVE)


def test_a_double_click_is_one_move(browser_player: Players) -> None:
    one, _two = sit_down(browser_player(name="Ada"), browser_player(name="Bea"))
    one.get_by_role("button", name=re.compile("^Play the")).first.dblclick()
    expect(one.locator("#turn")).to_have_text("Waiting for seat 1.")
    expect(one.locator("#beat")).to_have_attribute("data-seq", AFTER_ONE_MOVE)
    expect(one.get_by_role("button", name=re.compile("^Play the"))).to_have_count(2)


def test_pressing_again_after_a_lost_answer_is_the_same_move(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    one, _two = sit_down(ada, bea)
    ada.expect_problem("ERR_FAILED|htmx:(sendError|afterRequest)")
    keys: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    move_by_post(one)
    intercept(one, "**/move/", lose_the_first_answer)
    rest_the_pointer_on_messages(one)
    # The doorbell must not replace the button before the second press.
    one.evaluate("document.addEventListener('htmx:wsBeforeMessage', (event) => event.preventDefault())")
    button = one.get_by_role("button", name=re.compile("^Play the")).first
    button.click()
    expect(one.locator(".toast")).to_contain_text("We cannot reach the site")
    button.click()
    expect(one.locator("#beat")).to_have_attribute("data-seq", AFTER_ONE_MOVE)
    assert keys[0] == keys[1]


def test_after_a_restart_of_the_server_pages_come_back_by_themselves(
    new_site: Callable[..., Site], open_browser: Players
) -> None:
    server: SiteServer = new_site().serve()
    ada, bea = open_browser(name="Ada", origin=server.url), open_browser(name="Bea", origin=server.url)
    one, two = sit_down(ada, bea)
    for player in (ada, bea):
        player.expect_problem(r"WebSocket|\[object Event\]|ERR_CONNECTION|htmx:(sendError|afterRequest)")
    one.get_by_role("button", name=re.compile("^Play the")).first.click()
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    server.kill()
    expect(two.locator("#live")).to_contain_text("Reconnecting. Your seat is safe.")
    screenshot(two, "duel-reconnecting")
    server.start()
    expect(two.locator("#live")).to_contain_text("You are back. Nothing was lost.")
    play_lowest(two)
    expect(one.locator("#led")).to_have_text("Nothing is led.")


def test_a_page_whose_socket_was_closed_says_how_it_goes_on(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    bea.page.add_init_script(
        "WebSocket = class extends WebSocket { constructor(url) { super(url); window.line = this; } }"
    )
    one, two = sit_down(ada, bea)
    expect_value(two, "line.readyState", 1)
    two.evaluate("for (let time = 0; time < 40; time++) line.send('')")
    expect(two.locator("#live")).to_contain_text("looks for news every few seconds")
    play_lowest(one)
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    ada.context.request.post("/account/logout/", headers={"X-CSRFToken": csrf_token(ada)})
    expect(one.locator("#live")).to_contain_text("You have been signed out.")


@pytest.mark.parametrize("code", [1000, 1001])
def test_a_socket_that_somebody_on_the_way_closes_politely_is_opened_again(browser_player: Players, code: int) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    lines: list[WebSocketRoute] = []

    def pass_on(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    bea.page.route_web_socket(re.compile("/live/"), pass_on)
    bea.page.add_init_script("window.opened = 0; document.addEventListener('htmx:wsOpen', () => { opened += 1; })")
    one, two = sit_down(ada, bea)
    expect_value(two, "opened", 1)
    lines[-1].close(code=code)
    expect(two.locator("#live")).to_contain_text("You are back. Nothing was lost.")
    play_lowest(one)
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    expect_value(two, "opened", 2)


def test_a_part_that_a_script_has_styled_is_drawn_again_without_a_complaint(browser_player: Players) -> None:
    """The policy forbids to copy the attribute, which may be left over without any style in it."""
    one, two = sit_down(browser_player(name="Ada"), browser_player(name="Bea"))
    for page in (one, two):
        page.evaluate("document.getElementById('turn').style.color = 'red'")
        page.evaluate("document.getElementById('turn').style.color = ''")
    play_lowest(one)
    for page in (one, two):
        expect(page.locator("#beat")).to_have_attribute("data-seq", AFTER_ONE_MOVE)
