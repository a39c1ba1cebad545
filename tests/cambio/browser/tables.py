"""Tables for browser tests: people who come in, sit down, and find the cards they need."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import count
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
from playwright.sync_api import Page, expect

from cambio import rules
from tabletop.shuffle import shuffle_at
from tests.kit.browser import BrowserPlayer, enter_as_guest, never_wide
from tests.kit.server import Site, SiteServer

LOW = ("A", "2", "3", "4", "5", "6")
SPY = ("9", "10")
OWN = ("7", "8")
TRADE = ("J", "Q")
KING = ("K",)
Wish = tuple[str, ...]
Players = Callable[..., BrowserPlayer]

NUMBERS = {2: "Two", 3: "Three", 4: "Four"}
RESULT = re.compile("wins? with|share it")


def come_in(player: BrowserPlayer) -> Page:
    page = player.page
    page.goto("/")
    page.get_by_label("Your name").fill(player.name)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".profile__name")).to_have_text(player.name)
    return page


def open_table(page: Page, *, seats: int) -> str:
    page.goto("/cambio/new/")
    page.get_by_role("group", name="Seats").get_by_label(str(seats)).check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    return urlsplit(page.url).path


def sit_down(page: Page, table: str, *, name: str) -> None:
    page.goto(table)
    page.get_by_role("button", name=f"Sit down as {name}").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()


def start(server: SiteServer, *players: BrowserPlayer, wishes: tuple[Wish, ...] = ()) -> list[Page]:
    """A dealt table; everybody has looked at two cards."""
    pages = [enter_as_guest(player) for player in players]
    table = open_table(pages[0], seats=len(pages))
    for page, player in zip(pages[1:], players[1:], strict=True):
        sit_down(page, table, name=player.name)
    number = NUMBERS[len(pages)]
    expect(pages[0].locator("#waiting")).to_contain_text(f"{number} of {number.lower()} are here.")
    stack_the_deck(server, pages[0], *wishes, players=len(pages))
    press(pages[0], "Start the game")
    for page in pages:
        line(page, "Remember these two.")
        expect(page.locator(".mine .is-peek")).to_have_count(2)
    for page in pages:
        press(page, "I have them")
    line(pages[0], "Your turn: draw a card")
    return pages


def stack_the_deck(server: SiteServer, page: Page, *wishes: Wish, players: int = 2) -> None:
    """Gives the table a secret that deals a deck with these ranks on top. To be called before the start."""
    place = str(int(page.locator("#beat").get_attribute("data-seq") or "0") + 1)
    for number in count():
        seed = number.to_bytes(32, "big")
        deck = rules.new_game([f"Player {seat}" for seat in range(players)], shuffle_at(seed, place), now=0).deck
        if all(card[:-1] in wish for card, wish in zip(deck, wishes, strict=False)):
            break
    table = UUID(urlsplit(page.url).path.split("/")[2])
    _execute(server.site, "UPDATE game_session SET shuffle_seed = %s WHERE id = %s", seed, table)


def _execute(site: Site, statement: str, seed: bytes, table: UUID) -> None:
    """Past the site: a management command takes seconds to start."""
    address = site.environment["DATABASE_URL"]
    if address.startswith("sqlite"):
        with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as file, file:
            assert file.execute(statement.replace("%s", "?"), (seed, table.hex)).rowcount == 1
    else:
        with psycopg.connect(address) as connection:
            assert connection.execute(statement, (seed, table)).rowcount == 1


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def line(page: Page, words: str) -> None:
    expect(page.locator(".status")).to_contain_text(words)


def call_cambio(page: Page) -> None:
    press(page, "Call Cambio")
    expect(page.get_by_role("button", name="Not yet")).to_be_focused()
    page.get_by_role("dialog").get_by_role("button", name="Call Cambio").click()


def in_sight(page: Page) -> None:
    """The whole table, without scrolling."""
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), page.evaluate(
        "[document.documentElement.scrollHeight, innerHeight]"
    )
    never_wide(page)


def easy_to_hit(page: Page) -> None:
    """Whatever a finger may press on the table or in its dialog measures at least 44 by 44 pixels."""
    controls = page.locator(":is(.board, dialog[open]) :is(button, .pick, .who label)")
    small = controls.evaluate_all(
        """(all) => all.filter((control) => control.getClientRects().length)
            .map((control) => [control.outerHTML, control.getBoundingClientRect()])
            .filter(([, { width, height }]) => width < 44 || height < 44)"""
    )
    assert small == []


# Where the piles and one's own cards lie, in whole pixels: nothing may jump while the table goes on.
PLACES = """() => ["#card-deck", "#card-discard", ".mine .hand"].map((place) => {
    const { x, y, width, height } = document.querySelector(place).getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""


def places(page: Page) -> list[list[int]]:
    found: list[list[int]] = page.evaluate(PLACES)
    return found
