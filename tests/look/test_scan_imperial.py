"""Tables of Imperial with six people of long names, scanned at every size in the states of a game."""

import pytest
from playwright.sync_api import expect

from imperial.rules.state import State
from tests.browser.test_table_menu import practise
from tests.imperial.browser.tables import Players, arrange, asked, choose_sector, last_vote, press
from tests.imperial.rules.positions import position
from tests.kit.browser import enter_as_guest
from tests.kit.server import SiteServer
from tests.look.scan import LONGEST, SIX, faults, nothing_wrong


def midgame() -> State:
    lands = ("Austria", "Italy", "France", "England", "Germany", "Russia")
    return position(
        players=SIX,
        bonds={
            land: {SIX[0]: [6], SIX[1 + seat % 5]: [4], SIX[(3 + seat) % 6]: [2]} for seat, land in enumerate(lands)
        },
        armies={"Austria": ["Vienna", "Budapest"], "Germany": ["Romania"]},
        fleets={"Italy": ["Ionian Sea"]},
    )


@pytest.mark.timeout(600)
def test_six_long_names_fit_every_screen(server: SiteServer, browser_player: Players) -> None:
    page, watcher = (enter_as_guest(browser_player(name=name)) for name in (LONGEST, "Zoe"))
    table = arrange(server, midgame())
    found = {}
    for each, state in ((page, "an action to choose"), (watcher, "looking on")):
        each.goto(table)
        asked(each, "Austria-Hungary")
        found[state] = faults(each)
    choose_sector(page, "Maneuver")
    press(page, "Plan the maneuver")
    asked(page, "plan the maneuver")
    found["a maneuver to plan"] = faults(page)
    nothing_wrong(found)


@pytest.mark.timeout(600)
def test_a_vote_and_the_end_fit_every_screen(server: SiteServer, browser_player: Players) -> None:
    page, ben = (enter_as_guest(browser_player(name=name)) for name in (LONGEST, "Ben"))
    table = arrange(server, last_vote(LONGEST, "Ben", "Cleo"))
    for each in (page, ben):
        each.goto(table)
        asked(each, "France votes")
    found = {"a vote": faults(page)}
    for each in (page, ben):
        each.locator("label", has=each.locator("#choice-1")).click()
        press(each, "Vote for 1")
    expect(page.locator(".over h2").first).to_contain_text(f"{LONGEST} wins")
    found["the end"] = faults(page)
    nothing_wrong(found)


@pytest.mark.timeout(600)
def test_a_room_of_six_and_the_auction_fit_every_screen(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name=LONGEST))
    page.goto("/imperial/new/")
    page.get_by_role("group", name="Seats").get_by_label("6").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    found = {"a room of six": faults(page)}
    practise(page, "imperial")
    asked(page, "place your sealed bid")
    found["the auction"] = faults(page)
    nothing_wrong(found)
