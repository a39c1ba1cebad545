"""The page that repeats a shuffle in the browser."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, Route, expect

from tests.kit.browser import BrowserPlayer, axe_clean, screenshot
from tests.kit.server import SiteServer
from tests.shuffle.test_shuffle import DECK, VECTORS

FULL_DECK = VECTORS[0]
FITS = "The fingerprint fits: this secret was fixed before the deal."
FITS_NOT = "The fingerprint does not fit: it was made from another secret."
RANK_NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def spoken(item: str) -> str:
    """The page's name of an item: cards in full, all else unchanged."""
    if item not in DECK:
        return item
    rank, suit = item[:-1], item[-1]
    return f"{RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[suit]}"


def address(vector: dict[str, Any], **changes: str) -> str:
    query = {
        "secret": vector["seed"],
        "fingerprint": vector["fingerprint"],
        "place": vector["place"],
        "items": ",".join(vector["items"]),
    }
    return "/shuffle/?" + urlencode(query | changes)


def expect_order(page: Page, order: list[str]) -> None:
    entries = page.locator("#shuffle-order > li")
    expect(entries).to_have_count(len(order))
    shown = [entry.locator("> *").get_attribute("aria-label") or entry.inner_text() for entry in entries.all()]
    assert shown == [spoken(item) for item in order]


def test_the_browser_comes_to_every_published_example(browser_player: Callable[..., BrowserPlayer]) -> None:
    page = browser_player(name="Ada").page
    for vector in VECTORS:
        page.goto(address(vector))
        expect(page.locator("#shuffle-verdict").get_by_text(FITS)).to_be_visible()
        expect(page.locator("#shuffle-verdict").get_by_text(vector["fingerprint"])).to_be_visible()
        expect_order(page, vector["order"])


@pytest.mark.parametrize("dark", [False, True], ids=["desktop_light", "phone_dark"])
def test_a_visitor_checks_a_deal_and_nothing_is_sent(browser_player: Callable[..., BrowserPlayer], dark: bool) -> None:
    ada = browser_player(name="Ada", phone=dark, dark=dark)
    page = ada.page
    page.goto("/shuffle/", wait_until="networkidle")
    axe_clean(page)
    ada.requests.clear()
    ada.context.set_offline(True)
    page.get_by_label("Secret").fill(f" {FULL_DECK['seed']} ")
    page.get_by_label("Fingerprint").fill(FULL_DECK["fingerprint"].upper())
    page.get_by_role("button", name="Shuffle again").click()
    expect(page.locator("#shuffle-verdict").get_by_text(FITS)).to_be_visible()
    expect_order(page, FULL_DECK["order"])
    assert ada.requests == []
    assert "secret" not in page.url
    axe_clean(page)
    screenshot(page, f"shuffle-{'phone-dark' if dark else 'desktop-light'}")


def test_a_fingerprint_of_another_secret_does_not_fit(browser_player: Callable[..., BrowserPlayer]) -> None:
    page = browser_player(name="Ada").page
    page.goto(address(FULL_DECK, fingerprint="ab" * 32))
    expect(page.locator("#shuffle-verdict").get_by_text(FITS_NOT)).to_be_visible()
    expect(page.locator("#shuffle-verdict").get_by_text(FULL_DECK["fingerprint"])).to_be_visible()
    axe_clean(page)


def test_without_a_fingerprint_the_page_shows_the_one_it_must_have(
    browser_player: Callable[..., BrowserPlayer],
) -> None:
    page = browser_player(name="Ada").page
    page.goto(address(FULL_DECK, fingerprint=""))
    expect(page.locator("#shuffle-verdict")).to_contain_text(FULL_DECK["fingerprint"])
    expect(page.locator("#shuffle-verdict")).not_to_contain_text("fit")


def test_a_secret_of_another_shape_is_not_shuffled_with(browser_player: Callable[..., BrowserPlayer]) -> None:
    page = browser_player(name="Ada").page
    page.goto("/shuffle/")
    secret = page.get_by_label("Secret")
    for wrong in ("00" * 31, "00" * 33, "zz" * 32, ""):
        secret.fill(wrong)
        page.get_by_role("button", name="Shuffle again").click()
        expect(secret).to_be_focused()
        assert secret.evaluate("field => field.validity.valid") is False
        expect(page.locator("#shuffle-result")).to_be_hidden()
    page.goto(address(FULL_DECK, secret="00"))
    expect(secret).to_be_focused()


def test_words_from_the_address_stay_words(browser_player: Callable[..., BrowserPlayer]) -> None:
    page = browser_player(name="Ada").page
    page.goto(address(FULL_DECK, items="<img src=x onerror=alert(1)>"))
    expect_order(page, ["<img src=x onerror=alert(1)>"])


def test_the_page_says_which_card_went_to_which_seat(browser_player: Callable[..., BrowserPlayer]) -> None:
    ada = browser_player(name="Ada")
    page = ada.page
    page.goto(address(FULL_DECK) + "#" + urlencode([("seat", "Ada"), ("seat", "<b>Bea</b>")]))
    cards = [spoken(item) for item in FULL_DECK["order"]]
    places = ("top left", "top right", "bottom left", "bottom right")
    hands = page.locator("#shuffle-hands > li:has(ul)")
    expect(hands).to_have_count(2)
    for seat, name in enumerate(("Ada", "<b>Bea</b>")):
        expect(hands.nth(seat).locator("b")).to_have_text(name)
        told = [f"{place}: {cards[seat * 4 + number]}" for number, place in enumerate(places)]
        expect(hands.nth(seat).locator("li")).to_have_text(told)
    expect(page.locator("#shuffle-hands")).to_contain_text(f"Face up beside the deck: {cards[8]}")
    # Names are not sent: they stand in the part of the address that a browser keeps to itself.
    assert not [url for url in ada.requests if "Bea" in url.partition("#")[0]]
    axe_clean(page)


def test_a_shuffle_without_seats_names_nobody(browser_player: Callable[..., BrowserPlayer]) -> None:
    page = browser_player(name="Ada").page
    page.goto(address(FULL_DECK))
    expect_order(page, FULL_DECK["order"])
    expect(page.locator("#shuffle-dealt")).to_be_hidden()


def test_the_example_on_the_page_fits(browser_player: Callable[..., BrowserPlayer]) -> None:
    page = browser_player(name="Ada").page
    page.goto("/shuffle/")
    page.get_by_role("link", name="Try an example").click()
    expect(page.locator("#shuffle-verdict").get_by_text(FITS)).to_be_visible()
    expect_order(page, ["10h", "7c", "Kd", "As"])


def test_without_script_the_page_gives_the_recipe(browser_player: Callable[..., BrowserPlayer]) -> None:
    page = browser_player(name="Ada", javascript=False).page
    page.goto("/shuffle/")
    expect(page.get_by_text("needs JavaScript")).to_be_visible()
    expect(page.get_by_role("button", name="Shuffle again")).to_be_hidden()
    page.get_by_text("The recipe, for your own program").click()
    expect(page.get_by_text("a zero byte, the place in UTF-8")).to_be_visible()


def test_on_an_insecure_page_it_says_why_it_cannot_check(
    server: SiteServer, open_browser: Callable[..., BrowserPlayer]
) -> None:
    elsewhere = "http://tabletop.invalid"
    ada = open_browser(name="Ada", origin=elsewhere)

    def serve(route: Route) -> None:
        route.fulfill(response=route.fetch(url=route.request.url.replace(elsewhere, server.url)))

    ada.expect_problem("Cross-Origin-Opener-Policy")
    ada.page.route(f"{elsewhere}/**", serve)
    ada.page.goto("/shuffle/")
    expect(ada.page.get_by_text("Open this page with https")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Shuffle again")).to_be_hidden()
    axe_clean(ada.page)
