"""Looking back through the turns in a browser."""

import re

from playwright.sync_api import expect

from tests.imperial.browser.tables import Players, arrange, asked, choose_sector, looks_well, press
from tests.imperial.rules.positions import position
from tests.kit.browser import enter_as_guest
from tests.kit.server import SiteServer


def test_the_board_of_every_turn_is_one_step_away_and_has_an_address_to_share(
    server: SiteServer, browser_player: Players
) -> None:
    ann = enter_as_guest(browser_player(name="Ann"))
    zoe = enter_as_guest(browser_player(name="Zoe", phone=True, dark=True))
    table = arrange(server, position())
    ann.goto(table)
    for country, following in (("Austria-Hungary", "Italy"), ("Italy", "France"), ("France", "Great Britain")):
        asked(ann, f"{country}: choose an action")
        choose_sector(ann, "Taxation")
        press(ann, "Collect taxes")
        asked(ann, f"{following}: choose an action")

    # The arrows and the slider change the board under the map; the address is always that of the turn in sight.
    ann.get_by_role("link", name=re.compile("look back")).click()
    title = ann.locator("#turn-title")
    expect(title).to_have_text("Turn 3, looking back")
    expect(ann.locator("#turnlines")).to_contain_text("Italy")
    # Shown by the script; before that the arrows lead from page to page.
    expect(ann.get_by_role("slider", name="Turn")).to_be_visible()
    earlier = ann.get_by_role("link", name="Earlier")
    earlier.click()
    expect(title).to_have_text("Turn 2, looking back")
    expect(ann).to_have_url(re.compile("/turn/2/$"))
    expect(earlier).to_be_focused()
    expect(ann.locator("#turnlines")).to_contain_text("Austria")
    ann.get_by_role("slider", name="Turn").press("ArrowLeft")
    expect(title).to_have_text("Turn 1, looking back")
    expect(ann.get_by_role("link", name="Earlier")).to_have_count(0)
    looks_well(ann)

    # Somebody who gets the link sees that turn, and the way to the table as it stands.
    shared = str(ann.locator("[data-copy]").get_attribute("data-copy"))
    zoe.goto(re.sub("^https?://[^/]+", "", shared))
    expect(zoe.locator("#turn-title")).to_have_text("Turn 1, looking back")
    looks_well(zoe)
    zoe.get_by_role("link", name="Back to the table").click()
    asked(zoe, "Ann chooses an action for Great Britain")

    # On a phone the history is behind a tab, and a dot on it says when there is something new to read.
    ann.get_by_role("link", name="Back to the table").click()
    expect(zoe.locator(".imp-tabs .dot")).to_have_count(0)
    choose_sector(ann, "Taxation")
    press(ann, "Collect taxes")
    expect(zoe.locator("#decide")).to_contain_text("Just now")
    expect(zoe.locator(".imp-tabs .dot")).to_have_count(1)
    zoe.get_by_role("link", name="Log").click()
    expect(zoe.locator(".imp-tabs .dot")).to_have_count(0)
    looks_well(zoe)
    zoe.get_by_role("link", name="Turn by turn on the map").click()
    expect(zoe.locator("#turn-title")).to_have_text("Turn 4, looking back")

    # The table shows the end of the log; all of it is a page of its own, by country too.
    ann.get_by_role("link", name="The whole history").click()
    expect(ann.locator("#log li")).to_have_count(5)
    ann.get_by_role("radio", name="France").check()
    expect(ann.locator("#log li").filter(visible=True)).to_have_count(1)
    looks_well(ann)
    ann.get_by_role("link", name="Back to the table").click()
    asked(ann, "Germany: choose an action")
