"""How people come to a table in browsers: an invitation, an open table of the home page, a new table."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.test_waiting_room import open_table
from tests.kit.browser import BrowserPlayer, axe_clean, enter_as_guest, overflow_by_width, screenshot
from tests.kit.previews import assert_has_picture

Players = Callable[..., BrowserPlayer]
LONGEST = "W" * 20


@pytest.mark.parametrize("game", ["cambio", "imperial"])
@pytest.mark.parametrize("javascript", [True, False])
def test_an_invited_stranger_sits_down_with_one_press(browser_player: Players, game: str, javascript: bool) -> None:
    host = enter_as_guest(browser_player(name="Ada"))
    link = open_table(host, game, seats=3)
    page = browser_player(name="Bea", javascript=javascript, phone=javascript).page
    assert_has_picture(page.context.request, link)
    page.goto(urlsplit(link).path)
    title = {"cambio": "Cambio", "imperial": "Imperial"}[game]
    expect(page.get_by_role("heading", name=f"Ada invites you to {title}")).to_be_visible()
    expect(page).to_have_title(f"Ada invites you to {title} · Tabletop")
    if javascript:
        axe_clean(page)
        screenshot(page, f"invitation-{game}-phone-light")
    page.get_by_label("Your name at the table").fill("Bea")
    page.get_by_role("button", name="Sit down next to Ada").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    expect(host.get_by_role("list", name="Chairs")).to_contain_text("Bea")


def test_sit_down_pressed_twice_takes_one_chair(browser_player: Players) -> None:
    host = enter_as_guest(browser_player(name="Ada"))
    link = open_table(host)
    page = browser_player(name="Bea").page
    page.goto(urlsplit(link).path)
    page.get_by_label("Your name at the table").fill("Bea")
    page.locator("#sit-down").dblclick()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    expect(host.locator("#waiting")).to_contain_text("Two of four are here.")


def test_a_code_leads_a_stranger_to_the_same_page(browser_player: Players) -> None:
    host = enter_as_guest(browser_player(name="Ada"))
    code = open_table(host).rstrip("/").rpartition("/")[2]
    page = browser_player(name="Bea").page
    page.goto("/")
    page.get_by_label("Have a code?").fill(code.lower())
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Ada invites you to Cambio")).to_be_visible()


def test_long_names_fit_every_width(browser_player: Players) -> None:
    host = enter_as_guest(browser_player(name=LONGEST))
    link = open_table(host)
    for player in (browser_player(name="Bea"), browser_player(name=LONGEST)):
        page = player.page if player.name == "Bea" else enter_as_guest(player)
        page.goto(urlsplit(link).path)
        expect(page.locator("#sit-down")).to_be_visible()
        assert overflow_by_width(page) == {}


def test_sit_down_on_the_home_page_takes_the_chair(browser_player: Players) -> None:
    host = enter_as_guest(browser_player(name="Ottokar"))
    open_table(host)
    host.get_by_role("switch", name="Open to everybody").click()
    expect(host.locator(".room__head .badge")).to_have_text("Open")
    known, stranger = enter_as_guest(browser_player(name="Bea")), browser_player(name="Cleo").page
    known.goto("/")
    known.locator("#open-list li", has_text="Ottokar").get_by_role("button", name="Sit down").click()
    expect(known.get_by_role("heading", name="Cambio at Ottokar's table")).to_be_visible()
    expect(host.locator("#waiting")).to_contain_text("Two of four are here.")
    stranger.goto("/")
    stranger.locator("#open-list li", has_text="Ottokar").get_by_role("button", name="Sit down").click()
    stranger.get_by_label("Your name at the table").fill("Cleo")
    stranger.get_by_role("button", name="Sit down next to Ottokar").click()
    expect(host.locator("#waiting")).to_contain_text("Three of four are here.")
    named = browser_player(name="Dora").page
    named.goto("/")
    named.get_by_label("Your name").fill("Dora")
    named.locator("#open-list li", has_text="Ottokar").get_by_role("button", name="Sit down").dblclick()
    expect(named.get_by_role("heading", name="Cambio at Ottokar's table")).to_be_visible()
    expect(host.locator("#waiting")).to_contain_text("Dora")
    expect(host.locator("#waiting")).to_contain_text("Four of four are here.")


@pytest.mark.parametrize("javascript", [True, False])
def test_the_new_table_offers_what_can_be_chosen_and_starts_against_bots(
    browser_player: Players, javascript: bool
) -> None:
    page = enter_as_guest(browser_player(name="Ada", javascript=javascript))
    page.goto("/cambio/new/")
    seats, bots = page.get_by_role("group", name="Seats"), page.get_by_role("group", name="Bots")
    strength = page.get_by_role("group", name="How well the bots play")
    expect(page.get_by_label("Open to everybody")).not_to_be_checked()
    expect(strength).not_to_be_visible()
    seats.get_by_label("2").check()
    expect(bots.get_by_role("radio")).to_have_count(2)
    seats.get_by_label("3").check()
    bots.get_by_label("2").check()
    expect(strength).to_be_visible()
    strength.get_by_label("Hard").check()
    expect(page.get_by_role("button", name="Open the table")).to_have_count(0)
    axe_clean(page) if javascript else None
    page.get_by_role("button", name="Start against 2 bots").click()
    if not javascript:
        # The fingerprint of the shuffle is seen before the deal, and no script goes on from there.
        page.get_by_role("button", name="Deal the cards").click()
    expect(page.locator(".status")).to_contain_text("Remember these two.")
    # The next form begins with the same choice.
    page.goto("/cambio/new/")
    expect(seats.get_by_label("3")).to_be_checked()
    expect(strength.get_by_label("Hard")).to_be_checked()
    expect(page.get_by_role("button", name="Start against 2 bots")).to_be_visible()


def test_with_fewer_seats_the_bots_are_fewer(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Ada"))
    page.goto("/imperial/new/")
    seats, bots = page.get_by_role("group", name="Seats"), page.get_by_role("group", name="Bots")
    seats.get_by_label("6").check()
    bots.get_by_label("5").check()
    seats.get_by_label("2").check()
    expect(bots.get_by_label("1", exact=True)).to_be_checked()
    expect(page.get_by_role("button", name="Start against 1 bot")).to_be_visible()
    page.get_by_role("button", name="Start against 1 bot").click()
    expect(page).to_have_url(re.compile(r"/imperial/[^/]+-[^/]+/$"))
    expect(page.locator("#decide-title")).to_contain_text("place your sealed bid")
