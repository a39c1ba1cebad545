"""Outages as a page sees them: it says the truth until they are over, play goes on, and no move counts twice."""

import os
import re
import signal
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.test_live_table import AFTER_ONE_MOVE, play_lowest, play_to_the_end, sit_down
from tests.browser.test_moves_by_socket import Wire, play, posts_of
from tests.kit.browser import BrowserPlayer, axe_clean, intercept, rest_the_pointer_on_messages, screenshot, wait_until
from tests.kit.bulk import bulk
from tests.kit.people import get
from tests.kit.postgres import PostgresServer
from tests.kit.server import Site, SiteServer

Players = Callable[..., BrowserPlayer]
NOTICED_SECONDS = 3.0
LIVE_SECONDS = 3.0
LONGER_THAN_A_TOAST_SECONDS = 5
KILLS = bulk(20, least=3)
BROWSERS_OWN = r"^console (error|warning): (WebSocket connection to|Failed to load resource)"
"""What Chromium notes of a connection that fails; nothing of ours is expected."""
NOTE_STATES = """() => {
  window.states = [];
  const live = document.getElementById("live");
  new MutationObserver(() => states.push([live.dataset.state, Date.now() / 1000]))
    .observe(live, { attributes: true, attributeFilter: ["data-state"] });
}"""
HOLD_SOCKETS = """window.isHeld = true;
window.WebSocket = new Proxy(WebSocket, {
  construct: (Socket, [url]) => new Socket(isHeld ? url.replace("/live/", "/nowhere/") : url),
});"""


def banner(page: Page) -> Locator:
    return page.locator("#toasts .banner")


def seconds_until(page: Page, state: str, *, since: float) -> float:
    """From that moment until the page says so, by the page's own clock; no time at all if it did already."""
    expect(page.locator("#live")).to_have_attribute("data-state", state)
    changes: list[tuple[str, float]] = page.evaluate("states")
    at = next(at for told, at in reversed(changes) if told == state)
    return max(at - since, 0)


def come_to_a_table(site: Site, open_browser: Players) -> tuple[SiteServer, Page, Page]:
    server = site.serve()
    ada, bea = open_browser(name="Ada", origin=server.url), open_browser(name="Bea", origin=server.url)
    pages = sit_down(ada, bea)
    for player in (ada, bea):
        player.expect_problem(BROWSERS_OWN)
        player.page.evaluate(NOTE_STATES)
    return server, *pages


def test_a_page_that_is_offline_says_so_until_it_is_back(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada", phone=True), browser_player(name="Bea")
    one, two = sit_down(ada, bea)
    one.evaluate(NOTE_STATES)
    since = time.time()
    ada.context.set_offline(True)
    assert seconds_until(one, "offline", since=since) < NOTICED_SECONDS
    expect(banner(one)).to_have_text("You are offline. This page goes on by itself when you are back.")
    axe_clean(one)
    screenshot(one, "duel-offline")
    wait_until(one, lambda: time.time() > since + LONGER_THAN_A_TOAST_SECONDS)
    expect(banner(one)).to_be_visible()
    expect(one.locator("#live")).to_contain_text("You are offline.")
    expect(two.locator(".is-away")).to_have_count(1)
    since = time.time()
    ada.context.set_offline(False)
    assert seconds_until(one, "live", since=since) < LIVE_SECONDS
    expect(banner(one)).to_have_count(0)
    # The table notes who comes back, and a move is made for the table as the page shows it.
    expect(two.locator(".is-away")).to_have_count(0)
    expect(one.locator("#beat")).to_have_attribute("data-seq", two.locator("#beat").get_attribute("data-seq") or "")
    play_lowest(one)
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")


def test_a_page_that_goes_offline_before_it_was_ever_live_says_that_it_is_back(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    one, _two = sit_down(ada, bea)
    ada.expect_problem(".*")
    one.add_init_script(HOLD_SOCKETS)
    one.reload()
    expect(one.locator("#live")).to_have_attribute("data-state", "polling")
    ada.context.set_offline(True)
    expect(one.locator("#live")).to_have_attribute("data-state", "offline")
    one.evaluate("isHeld = false")
    ada.context.set_offline(False)
    expect(one.locator("#live")).to_have_text("You are back. Nothing was lost.")


def test_a_move_that_is_pressed_offline_is_made_once_when_the_page_is_back(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    one, two = sit_down(ada, bea)
    posts = posts_of(one)
    ada.context.set_offline(True)
    expect(banner(one)).to_have_text("You are offline. This page goes on by itself when you are back.")
    play(one)
    expect(banner(one)).to_contain_text("Your last move may not have counted yet")
    expect(two.locator("#turn")).to_have_text("Waiting for seat 0.")
    ada.context.set_offline(False)
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    expect(one.locator("#beat")).to_have_attribute("data-seq", AFTER_ONE_MOVE)
    expect(banner(one)).to_have_count(0)
    assert len(posts) == 1


def test_a_move_that_was_pressed_long_ago_is_not_made_any_more(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    one, _two = sit_down(ada, bea)
    posts = posts_of(one)
    ada.context.set_offline(True)
    expect(one.locator("#live")).to_have_attribute("data-state", "offline")
    rest_the_pointer_on_messages(one)
    play(one)
    one.evaluate("(now => { Date.now = () => now() + 40_000; })(Date.now)")
    ada.context.set_offline(False)
    expect(one.locator(".toast")).to_contain_text("Your last move was too long ago to be sent again.")
    expect(banner(one)).to_have_count(0)
    assert posts == []


def test_pages_come_back_within_seconds_of_every_restart_of_the_server(
    new_site: Callable[..., Site], open_browser: Players
) -> None:
    server, one, two = come_to_a_table(new_site(), open_browser)
    noticed, returned = [], []
    for _kill in range(KILLS):
        since = time.time()
        server.kill()
        noticed += [seconds_until(page, "back", since=since) for page in (one, two)]
        server.start()
        since = time.time()
        returned += [seconds_until(page, "live", since=since) for page in (one, two)]
    assert max(noticed) < NOTICED_SECONDS, noticed
    assert max(returned) < LIVE_SECONDS, returned
    play_to_the_end(one, two)


def test_a_move_that_is_pressed_while_the_server_is_away_is_made_once_when_it_is_back(
    new_site: Callable[..., Site], open_browser: Players
) -> None:
    server, one, two = come_to_a_table(new_site(), open_browser)
    posts = posts_of(one)
    server.kill()
    since = time.time()
    expect(one.locator("#live")).to_contain_text("Reconnecting. Your seat is safe.")
    play(one)
    play(one)
    expect(banner(one)).to_contain_text("We cannot reach the site.")
    expect(banner(one)).to_contain_text("Your last move may not have counted yet")
    wait_until(one, lambda: time.time() > since + LONGER_THAN_A_TOAST_SECONDS)
    expect(banner(one)).to_be_visible()
    expect(banner(two)).to_have_text(
        "We cannot reach the site. This page tries again and again, and goes on by itself."
    )
    screenshot(one, "duel-site-away")
    server.start()
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    expect(one.locator("#beat")).to_have_attribute("data-seq", AFTER_ONE_MOVE)
    for page in (one, two):
        expect(banner(page)).to_have_count(0)
        expect(page.locator(".toast")).to_have_count(0)
    assert len(set(posts)) == 1


def test_a_server_that_stands_still_is_noticed_and_the_move_sent_meanwhile_counts_once(
    new_site: Callable[..., Site], open_browser: Players
) -> None:
    server, one, two = come_to_a_table(new_site(), open_browser)
    assert server.process
    since = time.time()
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        # By the open socket, as nothing is known yet.
        play(one)
        assert seconds_until(one, "back", since=since) < NOTICED_SECONDS
        expect(banner(one)).to_contain_text("Your last move may not have counted yet")
        wait_until(one, lambda: time.time() > since + 2 * LONGER_THAN_A_TOAST_SECONDS)
        expect(banner(one)).to_be_visible()
    finally:
        since = time.time()
        os.kill(server.process.pid, signal.SIGCONT)
    for page in (one, two):
        assert seconds_until(page, "live", since=since) < LIVE_SECONDS
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    expect(one.locator("#beat")).to_have_attribute("data-seq", AFTER_ONE_MOVE)
    expect(banner(one)).to_have_count(0)
    play_lowest(two)
    expect(one.locator("#led")).to_have_text("Nothing is led.")


def test_a_move_that_the_site_cannot_make_just_now_is_sent_again_until_it_counts(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    ada.expect_problem(f"503|{BROWSERS_OWN}")
    wire = Wire(ada.page)
    one, two = sit_down(ada, bea)
    posts = posts_of(one)

    def answer(route: Route) -> None:
        if len(posts) < 3:
            route.fulfill(status=503, headers={"Retry-After": "2"}, body="<p>not now</p>")
        else:
            route.continue_()

    intercept(one, "**/move/", answer)
    wire.loses_moves = True
    play(one)
    expect(banner(one)).to_have_text("Your last move has not come through yet. It is sent again, and counts once.")
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    expect(banner(one)).to_have_count(0)
    expect(one.locator("#beat")).to_have_attribute("data-seq", AFTER_ONE_MOVE)
    assert posts == [wire.moves[0]["key"]] * 3


def test_a_move_pressed_for_a_table_that_has_moved_on_meanwhile_is_refused_with_the_reason(
    browser_player: Players,
) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    ada.expect_problem("409")
    one, two = sit_down(ada, bea)
    play_lowest(one)
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    expect(one.locator("#turn")).to_have_text("Waiting for seat 1.")
    rest_the_pointer_on_messages(one)
    ada.context.set_offline(True)
    expect(one.locator("#live")).to_have_attribute("data-state", "offline")
    play(one)
    ada.context.set_offline(False)
    expect(one.locator(".toast")).to_contain_text("Not your turn yet.")
    expect(banner(one)).to_have_count(0)


def test_of_two_moves_pressed_while_offline_the_last_one_is_meant(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    one, two = sit_down(ada, bea)
    ada.context.set_offline(True)
    expect(one.locator("#live")).to_have_attribute("data-state", "offline")
    cards = one.get_by_role("button", name=re.compile("^Play the"))
    cards.first.click()
    meant = cards.last.inner_text().removeprefix("Play the ")
    cards.last.click()
    ada.context.set_offline(False)
    expect(two.locator("#led")).to_have_text(f"The {meant} is led.")
    expect(one.locator("#beat")).to_have_attribute("data-seq", AFTER_ONE_MOVE)


@pytest.mark.production_only
def test_pages_say_that_the_database_is_away_and_go_on_when_it_is_back(
    new_site: Callable[..., Site], open_browser: Players
) -> None:
    with PostgresServer(durable=True) as postgres:
        site = new_site(database_url=postgres.url)
        server, one, two = come_to_a_table(site, open_browser)
        server.expect_trouble(".*")
        since = time.time()
        postgres.kill()
        for page in (one, two):
            assert seconds_until(page, "back", since=since) < NOTICED_SECONDS
        play(one)
        expect(banner(one)).to_contain_text("Your last move may not have counted yet")
        wait_until(one, lambda: time.time() > since + 2 * LONGER_THAN_A_TOAST_SECONDS)
        expect(banner(one)).to_be_visible()
        postgres.start()
        wait_until(one, lambda: get(f"{server.url}/readyz").json()["database"])
        since = time.time()
        for page in (one, two):
            assert seconds_until(page, "live", since=since) < LIVE_SECONDS
        expect(two.locator("#turn")).to_have_text("Your turn: play a card")
        expect(one.locator("#beat")).to_have_attribute("data-seq", AFTER_ONE_MOVE)
        for process in site.servers:
            process.close()
