"""Tables for browser tests: people who come in, sit down, and find the cards they need."""

from itertools import count
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from cambio import rules
from tabletop.shuffle import shuffle_at
from tests.kit.browser import BrowserPlayer
from tests.kit.server import SiteServer

LOW = ("A", "2", "3", "4", "5", "6")
SPY = ("9", "10")
OWN = ("7", "8")
TRADE = ("J", "Q")
KING = ("K",)
Wish = tuple[str, ...]


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


def stack_the_deck(server: SiteServer, page: Page, *wishes: Wish, players: int = 2) -> None:
    """Gives the table a secret that deals a deck with these ranks on top. To be called before the start."""
    table = urlsplit(page.url).path.split("/")[2]
    place = str(int(page.locator("#beat").get_attribute("data-seq") or "0") + 1)
    for number in count():
        seed = number.to_bytes(32, "big")
        deck = rules.new_game([f"Player {seat}" for seat in range(players)], shuffle_at(seed, place), now=0).deck
        if all(card[:-1] in wish for card, wish in zip(deck, wishes, strict=False)):
            break
    server.site.manage(
        "shell",
        "--command",
        "from cambio.models import GameSession\n"
        f"GameSession.objects.filter(pk='{table}').update(shuffle_seed=bytes.fromhex('{seed.hex()}'))",
    )


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def line(page: Page, words: str) -> None:
    expect(page.locator(".status")).to_contain_text(words, timeout=10_000)
