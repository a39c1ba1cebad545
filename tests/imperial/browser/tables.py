"""Tables for browser tests: people who come in, and positions they find."""

import json
import os
import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, Page, expect

from imperial import rules
from imperial.exchange import write_game
from imperial.rules.actions import Propose
from imperial.rules.state import State
from tests.imperial.rules.positions import NOW, STANDARD, position
from tests.kit.browser import SCREENSHOTS, BrowserPlayer, axe_clean, enter_as_guest, never_wide
from tests.kit.server import SiteServer

Players = Callable[..., BrowserPlayer]
REFUSED = "409"


PAST = ("Cleo proposes Taxation for Austria.",)


def last_vote(winner: str, other: str, third: str) -> State:
    """France votes on two proposals, and the one of the winner ends the game."""
    state = position(
        players=(winner, other, third),
        country="France",
        money={winner: 40},
        bonds={"France": {winner: [4], other: [3], third: [2]}},
        countries={"France": {"points": 24, "money": 9, "tax_chips": ("English Channel", "Bay of Biscay")}},
    )
    for name, spot in ((winner, "Taxation"), (other, "Investor")):
        state, _events = rules.apply(state, name, Propose(wheel_spot=spot), setup=STANDARD, shuffle=list, now=NOW)
    return state


def arrange(server: SiteServer, state: State, *, history: Sequence[str] = PAST) -> str:
    """A table with this position; those who have come in sit on the seats with their names."""
    game = json.dumps(write_game(state, history=list(history)))
    return f"/imperial/{server.site.ask('tests.imperial.browser.arrange', game)}/"


def asked(page: Page, words: str) -> None:
    expect(page.locator("#decide-title")).to_contain_text(words)


def press(page: Page, name: str) -> None:
    page.locator("#decision").get_by_role("button", name=name).first.click()


def choose_sector(page: Page, name: str) -> None:
    """The list behind the wheel is for keyboards; a hand presses the sector."""
    label = page.locator(f'.spots label:not(:has(:disabled)):has(span:text-is("{name}"))').first
    number = label.locator("input").get_attribute("id")
    page.locator(f'.secg[data-for="{number}"] .sec-n').click()
    expect(page.locator(f"#{number}")).to_be_checked()


def row(page: Page, number: int) -> Locator:
    return page.locator(f'[data-plan] [data-number="{number}"]')


def send(page: Page, number: int, place: str, *, action: str = "") -> None:
    row(page, number).locator(".plan__pick").click()
    # The focus comes when the list can be used; a hand is never quicker than that.
    expect(page.locator("#destination")).to_be_focused()
    page.locator("#destination").select_option(place)
    expect(row(page, number).locator(".plan__pick")).to_contain_text(f"to {place}")
    if action:
        act_there(page, number, action)


def act_there(page: Page, number: int, action: str) -> None:
    button = row(page, number).get_by_role("button", name=action, exact=True)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def looks_well(page: Page) -> None:
    never_wide(page)
    axe_clean(page)


def picture(page: Page, name: str) -> None:
    """To look at. The caret stays: hiding it leaves marks in the page, which htmx carries on and the policy forbids."""
    if "TEST_WITHOUT_PICTURES" not in os.environ:
        page.screenshot(path=SCREENSHOTS / f"{name}.png", animations="disabled", caret="initial")


def table_of(server: SiteServer, name: str) -> str:
    """In the middle of a game, and this player chooses an action for Austria."""
    places = ("Romania", "Bulgaria", "Ionian Sea")
    state = position(
        players=(name, "Ben", "Cleo"),
        countries={"Austria": {"money": 4, "points": 9, "wheel_spot": "L-Maneuver", "tax_chips": places}},
        fleets={"Austria": ["Ionian Sea", "Ionian Sea"], "England": ["North Sea"], "Russia": ["Black Sea"]},
        armies={"Austria": ["Vienna", "Vienna", "Romania"], "Germany": ["Berlin", "~Prague"], "France": ["Paris"]},
    )
    return arrange(server, state)


def table_with_the_map(server: SiteServer, player: BrowserPlayer) -> Page:
    page = enter_as_guest(player)
    page.goto(table_of(server, player.name))
    asked(page, "Austria-Hungary: choose an action")
    # The map has found its place; a hand is never quicker than the first picture.
    expect(page.locator(".imp-board__view")).to_have_attribute("style", re.compile("--unit"))
    return page
