"""Who waits nudges who is awaited, who hears of it, and a bot plays on for whoever is late."""

from playwright.sync_api import expect

from tests.imperial.browser.tables import Players, arrange, asked, choose_sector, press
from tests.imperial.rules.positions import position
from tests.kit.browser import enter_as_guest
from tests.kit.server import SiteServer


def test_a_nudge_is_seen_and_said_and_a_late_seat_is_handed_to_a_bot(
    server: SiteServer, browser_player: Players
) -> None:
    ann, ben = (enter_as_guest(browser_player(name=name)) for name in ("Ann", "Ben"))
    table = arrange(server, position(bonds={"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}}))
    for page in (ann, ben):
        page.goto(table)
    asked(ann, "Austria-Hungary: choose an action")
    choose_sector(ann, "Taxation")
    press(ann, "Collect taxes")
    expect(ben.locator("#where .badge--turn")).to_be_visible()
    nudge, words = ann.locator("#nudge"), "The others wait for you."
    expect(nudge).to_be_hidden()
    server.site.ask("tests.imperial.browser.late", table.split("/")[2])
    ann.evaluate("document.getElementById('nudge').dataset.after = 0")
    nudge.click()
    expect(ben.locator("#manners [data-nudged]")).to_have_text(words)
    expect(ben.locator("#announcer")).to_have_text(words)
    ann.get_by_role("button", name="Let a bot play for Ben").click()
    expect(ben.get_by_role("button", name="Play yourself again")).to_be_visible()
