"""The page of a game: what it is, how to play it, and its open tables."""

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import expect

from tabletop.games import all_games, get_game
from tests.kit.browser import BrowserPlayer, axe_clean, enter_as_guest, overflow_by_width, screenshot
from tests.lobby.conftest import StartDuel
from tests.lobby.test_home_in_browser import CUT_OFF, LOOKS, look_of

Players = Callable[..., BrowserPlayer]
OF_TABLES = ("cambio", "imperial")
OVERLAPS = """() => {
  const parts = [...document.querySelectorAll(".brand, .game-switch a, .site-header__end > *")];
  const places = parts.map((part) => [part, part.getBoundingClientRect()]).filter(([, place]) => place.width);
  return places.flatMap(([one, a], number) => places.slice(number + 1)
    .filter(([, b]) => a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1)
    .map(([two]) => `${one.textContent.trim()} / ${two.textContent.trim().slice(0, 20)}`));
}"""


@pytest.mark.django_db
@pytest.mark.parametrize("slug", OF_TABLES)
def test_a_game_has_a_page_that_tells_what_it_is_and_how_to_play_it(client: Client, slug: str) -> None:
    game = get_game(slug)
    answer = client.get(f"/{slug}/")
    assert answer.status_code == 200
    page = answer.content.decode()
    told = (game.blurb, *(fact.text for fact in game.facts), *(link.label for link in game.play_links))
    assert [str(words) for words in told if str(words) not in page] == []
    assert f'href="/{slug}/new/"' in page
    assert f'formaction="/{slug}/practice/"' in page
    assert f"No table of {game.title} is open right now." in page


@pytest.mark.django_db
def test_the_page_of_a_game_lists_its_open_tables_and_no_others(client: Client, start_duel: StartDuel) -> None:
    table = start_duel(first=None)
    assert f'href="/duel/{table.pk}/"' in client.get("/duel/").content.decode()
    assert "Sit down" not in client.get("/cambio/").content.decode()


@pytest.mark.django_db
def test_every_game_is_reached_from_the_header_and_from_the_home_page(client: Client) -> None:
    html = client.get("/").content.decode()
    for game in all_games():
        assert len(html.split(f'href="{game.address}"')) > 2
    assert {game.slug: game.address for game in all_games()} == {
        "cambio": "/cambio/",
        "imperial": "/imperial/",
        "deckbuilder": "/deckbuilder/",
        "duel": "/duel/",
    }


@LOOKS
@pytest.mark.parametrize("slug", OF_TABLES)
def test_the_page_of_a_game_fits_every_window(browser_player: Players, slug: str, phone: bool, dark: bool) -> None:
    player = browser_player(name="Juno", phone=phone, dark=dark)
    page = player.page
    page.goto(f"/{slug}/")
    expect(page.get_by_role("heading", level=1)).to_have_text(str(get_game(slug).title))
    axe_clean(page)
    screenshot(page, f"{slug}-page-{look_of(phone, dark)}")
    assert (overflow_by_width(page), page.evaluate(CUT_OFF)) == ({}, [])


def test_the_header_holds_four_games_in_every_window(browser_player: Players) -> None:
    player = browser_player(name="W" * 20)
    page = enter_as_guest(player)
    page.goto("/cambio/")
    expect(page.locator(".game-switch a")).to_have_count(4)
    for width in (360, 390, 721, 768, 840, 900, 1024, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(OVERLAPS) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width == 768:
            screenshot(page, "header-768")


def test_a_table_leads_to_the_page_of_its_game_and_that_to_a_game_against_a_bot(browser_player: Players) -> None:
    page = browser_player(name="Juno").page
    page.goto("/cambio/")
    page.get_by_role("button", name="Play against a bot").click()
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    page.get_by_role("navigation", name="Games").get_by_role("link", name="Cambio").click()
    expect(page).to_have_url(f"{page.url.split('/cambio/')[0]}/cambio/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cambio")
