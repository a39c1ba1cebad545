"""Looking back through the turns in a browser."""

import re

from playwright.sync_api import expect

from tests.imperial.browser.tables import Players, arrange, asked, choose_sector, come_in, looks_well, press
from tests.imperial.rules.positions import position
from tests.kit.server import SiteServer


def test_the_board_of_every_turn_is_one_step_away_and_has_an_address_to_share(
    server: SiteServer, browser_player: Players
) -> None:
    ann = come_in(browser_player(name="Ann"))
    zoe = come_in(browser_player(name="Zoe", phone=True, dark=True))
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
    expect(ann.locator("#told")).to_contain_text("Italy")
    earlier = ann.get_by_role("link", name="Earlier")
    earlier.click()
    expect(title).to_have_text("Turn 2, looking back")
    expect(ann).to_have_url(re.compile("/turn/2/$"))
    expect(earlier).to_be_focused()
    expect(ann.locator("#told")).to_contain_text("Austria")
    ann.get_by_role("slider", name="Turn").press("ArrowLeft")
    expect(title).to_have_text("Turn 1, looking back")
    assert ann.get_by_role("link", name="Earlier").count() == 0
    looks_well(ann)

    # Somebody who gets the link sees that turn, and the way to the table as it stands.
    shared = str(ann.locator("[data-copy]").get_attribute("data-copy"))
    zoe.goto(re.sub("^https?://[^/]+", "", shared))
    expect(zoe.locator("#turn-title")).to_have_text("Turn 1, looking back")
    looks_well(zoe)
    zoe.get_by_role("link", name="Back to the table").click()
    asked(zoe, "Ann chooses an action for Great Britain")
