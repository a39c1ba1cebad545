"""The browser helpers open a real Chromium and notice what they are there to notice."""

import asyncio
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.kit import browser
from tests.kit.browser import BrowserPlayer, axe_clean, measured_transfer, open_player, screenshot
from tests.kit.echo import EchoSite

GOOD_PAGE = """<!doctype html><html lang="en"><head><title>A table</title></head>
<body><main><h1>A table</h1><p>Two seats are free.</p></main></body></html>"""
PAGE_WITHOUT_ALT = GOOD_PAGE.replace("<p>", '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><p>')


@pytest.fixture
def player(chromium: Browser) -> Iterator[BrowserPlayer]:
    """Not from `open_browser`: these tests provoke what its teardown refuses."""
    player = open_player(chromium, name="Ada", origin="http://127.0.0.1")
    yield player
    player.context.close()


def test_chromium_opens_a_page(open_browser: Callable[..., BrowserPlayer]) -> None:
    ada = open_browser(name="Ada", origin="http://127.0.0.1")
    ada.page.goto("data:text/html,<title>Hello</title>")
    assert ada.page.title() == "Hello"


@pytest.mark.usefixtures("_chromium_of_this_worker")
async def test_async_tests_run_beside_an_open_chromium() -> None:
    await asyncio.sleep(0)


def test_players_have_the_screen_and_the_colours_they_ask_for(open_browser: Callable[..., BrowserPlayer]) -> None:
    ada = open_browser(name="Ada", origin="http://127.0.0.1")
    bob = open_browser(name="Bob", origin="http://127.0.0.1", phone=True, dark=True)
    seen = "[innerWidth, innerHeight, matchMedia('(prefers-color-scheme: dark)').matches]"
    bob.page.goto("data:text/html,<meta name=viewport content='width=device-width'>")
    assert ada.page.evaluate(seen) == [1280, 900, False]
    assert bob.page.evaluate(seen) == [390, 844, True]


def test_players_share_no_cookies(open_browser: Callable[..., BrowserPlayer]) -> None:
    with EchoSite(GOOD_PAGE) as site:
        ada = open_browser(name="Ada", origin=site.url)
        bob = open_browser(name="Bob", origin=site.url)
        for player in (ada, bob):
            player.page.goto("/")
        ada.page.evaluate("document.cookie = 'name=Ada'")
        assert bob.page.evaluate("document.cookie") == ""


def test_a_page_in_order_passes_axe(player: BrowserPlayer) -> None:
    player.page.set_content(GOOD_PAGE)
    axe_clean(player.page)


def test_a_picture_without_words_does_not_pass_axe(player: BrowserPlayer) -> None:
    player.page.set_content(PAGE_WITHOUT_ALT)
    with pytest.raises(pytest.fail.Exception, match="image-alt"):
        axe_clean(player.page)


FADING_PAGE = GOOD_PAGE.replace("<p>", "<p id='fading'>").replace(
    "</head>",
    """<style>#fading { animation: fade 1.5s both } @keyframes fade { from { color: white } to { color: black } }
    h1 { animation: 3s infinite fade }</style></head>""",
)


def test_axe_looks_at_colours_that_have_faded_in_though_the_page_draws_no_frames(player: BrowserPlayer) -> None:
    player.context.new_cdp_session(player.page).send("Animation.setPlaybackRate", {"playbackRate": 0})
    player.page.set_content(FADING_PAGE)
    colour = "getComputedStyle(document.getElementById('fading')).color"
    assert player.page.evaluate(colour) == "rgb(255, 255, 255)"
    axe_clean(player.page)
    assert player.page.evaluate(colour) == "rgb(0, 0, 0)"


def test_a_page_that_never_comes_to_rest_is_not_waited_for(
    player: BrowserPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "WAIT_MILLISECONDS", 100)
    player.page.set_content(FADING_PAGE)
    player.page.evaluate(
        "const again = () => fading.animate([{ opacity: 0.5 }], 1000).finished.then(() => setTimeout(again)); again()"
    )
    with pytest.raises(AssertionError, match="does not come to rest"):
        axe_clean(player.page)


def test_a_console_error_is_noticed(player: BrowserPlayer) -> None:
    player.page.evaluate("console.error('the deck is gone')")
    with pytest.raises(AssertionError, match="the deck is gone"):
        player.assert_no_problems()


def test_an_exception_in_a_script_is_noticed(player: BrowserPlayer) -> None:
    with player.page.expect_event("pageerror"):
        player.page.evaluate("setTimeout(() => { throw new Error('no such seat') })")
    with pytest.raises(AssertionError, match="no such seat"):
        player.assert_no_problems()


def test_an_expected_problem_is_none(player: BrowserPlayer) -> None:
    player.expect_problem("status of 409")
    player.page.evaluate("console.error('the server responded with a status of 409')")
    player.assert_no_problems()


def test_a_refused_script_is_noticed(player: BrowserPlayer) -> None:
    with EchoSite(GOOD_PAGE + "<script>document.title = 'x'</script>", policy="script-src 'self'") as site:
        player.page.goto(site.url)
        with pytest.raises(AssertionError, match="Content Security Policy"):
            player.assert_no_problems()


def test_a_request_that_leaves_the_site_is_noticed(player: BrowserPlayer) -> None:
    with EchoSite(GOOD_PAGE) as site, EchoSite(GOOD_PAGE) as elsewhere:
        player.origin = site.url
        player.page.goto(site.url)
        player.assert_nothing_left_the_site()
        with player.page.expect_request("**/pixel.gif"):
            player.page.evaluate(f"new Image().src = '{elsewhere.url}/pixel.gif'")
        with pytest.raises(AssertionError, match=f"{elsewhere.url}/pixel.gif"):
            player.assert_nothing_left_the_site()


def test_a_socket_that_leaves_the_site_is_noticed(player: BrowserPlayer) -> None:
    with EchoSite(GOOD_PAGE) as site:
        player.origin = site.url
        player.page.goto(site.url)
        with player.page.expect_websocket():
            player.page.evaluate("new WebSocket('ws://127.0.0.1:9/spy')")
        with pytest.raises(AssertionError, match="/spy"):
            player.assert_nothing_left_the_site()


def test_transferred_bytes_are_counted(player: BrowserPlayer) -> None:
    with EchoSite(GOOD_PAGE + "x" * 50_000) as site, measured_transfer(player.page) as transferred:
        player.page.goto(site.url)
        assert 50_000 < transferred() < 52_000


def test_a_screenshot_can_be_looked_at(player: BrowserPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEST_WITHOUT_PICTURES", raising=False)
    player.page.set_content(GOOD_PAGE)
    assert screenshot(player.page, "kit").read_bytes().startswith(b"\x89PNG")
