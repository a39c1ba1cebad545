"""Tables for browser tests: people who come in, sit down, and find the cards they need."""

import json
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from itertools import count
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
from playwright.sync_api import Page, expect

from cambio import rules
from cambio.rules.cards import Card
from tabletop.shuffle import shuffle_at
from tests.kit.browser import BrowserPlayer, enter_as_guest, never_wide, wait_until
from tests.kit.server import Site, SiteServer

LOW = ("A", "2", "3", "4", "5", "6")
SPY = ("9", "10")
OWN = ("7", "8")
TRADE = ("J", "Q")
KING = ("K",)
Wish = tuple[str, ...]
Hands = list[tuple[Card, ...]]
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
    expect(page.locator("main")).to_contain_text(f"You sit down as {name}.")
    page.get_by_role("button", name="Sit down next to").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()


def start(
    server: SiteServer, *players: BrowserPlayer, wishes: tuple[Wish, ...] = (), clock: int | None = None
) -> list[Page]:
    """A dealt table; everybody has looked at two cards. `clock` is the seconds of a turn."""
    pages = [enter_as_guest(player) for player in players]
    table = open_table(pages[0], seats=len(pages))
    for page, player in zip(pages[1:], players[1:], strict=True):
        sit_down(page, table, name=player.name)
    number = NUMBERS[len(pages)]
    expect(pages[0].locator("#waiting")).to_contain_text(f"{number} of {number.lower()} are here.")
    if clock is not None:
        pages[0].locator(f"#set-clock-{clock}").click()
        expect(pages[0].locator(f"#set-clock-{clock}")).to_have_attribute("aria-pressed", "true")
    stack_the_deck(server, pages[0], *wishes, players=len(pages))
    press(pages[0], "Start the game")
    for page in pages:
        line(page, "Remember these two.")
        expect(page.locator(".mine .is-peek")).to_have_count(2)
    for page in pages:
        press(page, "I have them")
    line(pages[0], "Your turn: draw a card")
    return pages


def sit_down_as_program(player: BrowserPlayer, table: str) -> Callable[..., None]:
    """A seat that needs no page; what it does is sent by the address for programs."""
    api, ask = f"/cambio/api/game/{table}", player.context.request
    entered = ask.post(f"{api}/join", data={"displayName": player.name}).json()
    headers = {"Authorization": f"Bearer {entered['playerToken']}"}

    def is_mine() -> bool:
        state = ask.get(api, headers=headers).json()["state"]
        return bool(state["currentTurnPlayerId"] == state["myPlayerId"])

    def act(verb: str, **body: Any) -> None:
        # What a page sent just before may still be on its way.
        if verb == "draw":
            wait_until(player.page, is_mine)
        answer = ask.post(f"{api}/{verb}", data=body, headers=headers)
        assert answer.ok, answer.text()

    return act


def stack_the_deck(
    server: SiteServer,
    page: Page,
    *wishes: Wish,
    players: int = 2,
    dealt: Callable[[Hands], bool] = lambda _hands: True,
) -> None:
    """Gives the table a secret that deals hands as wished and a deck with these ranks on top; before the start."""
    place = str(int(page.locator("#beat").get_attribute("data-seq") or "0") + 1)
    for number in count():
        seed = number.to_bytes(32, "big")
        game = rules.new_game([f"Player {seat}" for seat in range(players)], shuffle_at(seed, place), now=0)
        hands = [player.hand for player in game.players]
        if all(card[:-1] in wish for card, wish in zip(game.deck, wishes, strict=False)) and dealt(hands):
            break
    use_seed(server, page, seed)


def use_seed(server: SiteServer, page: Page, seed: bytes) -> None:
    """Gives the table this secret; before the start."""
    table = UUID(urlsplit(page.url).path.split("/")[2])
    _execute(server.site, "UPDATE game_session SET shuffle_seed = %s WHERE id = %s", seed, table)


def _execute(site: Site, statement: str, *values: object) -> list[Any]:
    """Past the site: a management command takes seconds to start. Gives the rows that were asked for."""
    address = site.environment["DATABASE_URL"]
    if address.startswith("sqlite"):
        plain = [value.hex if isinstance(value, UUID) else value for value in values]
        with closing(sqlite3.connect(address.removeprefix("sqlite:///"), timeout=30)) as file, file:
            done = file.execute(statement.replace("%s", "?"), plain)
            rows = done.fetchall()
            assert rows or done.rowcount == 1
            return rows
    with psycopg.connect(address) as connection:
        found = connection.execute(statement, values)
        assert found.rowcount == 1
        return found.fetchall() if found.description else []


def let_the_clock_run_out(server: SiteServer, page: Page) -> None:
    """Sets the rows past the site, whose clock finds the turn to be over."""
    table, due = UUID(urlsplit(page.url).path.split("/")[2]), time.time() - 1
    ((waits,),) = _execute(server.site, "SELECT waits FROM game_session WHERE id = %s", table)
    late = json.dumps(json.loads(waits) | {"due": due})
    _execute(server.site, "UPDATE game_session SET waits = %s WHERE id = %s", late, table)
    clock = "UPDATE tabletop_deadline SET due_at = %s, leased_until = 0 WHERE task = 'settle' AND game_id = %s"
    _execute(server.site, clock, due, table)


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


def let_them_wait(server: SiteServer, page: Page, *, seconds: float) -> None:
    """Sets the rows past the site: who is awaited has been so for this long, and was last nudged so long ago."""
    table, since = UUID(urlsplit(page.url).path.split("/")[2]), time.time() - seconds
    ((known,),) = _execute(server.site, "SELECT waits FROM game_session WHERE id = %s", table)
    waits = json.loads(known)
    earlier = {kind: dict.fromkeys(waits.get(kind, {}), since) for kind in ("since", "nudged")}
    _execute(server.site, "UPDATE game_session SET waits = %s WHERE id = %s", json.dumps(waits | earlier), table)
