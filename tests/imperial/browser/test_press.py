"""A press counts, whatever the others do between pressing and letting go."""

from playwright.sync_api import Page, expect

from imperial import rules
from imperial.rules.actions import Propose
from imperial.rules.state import State
from tests.imperial.browser.tables import Players, arrange, asked, press
from tests.imperial.rules.positions import NOW, STANDARD, position
from tests.kit.browser import enter_as_guest
from tests.kit.server import SiteServer


def france_votes() -> State:
    state = position(country="France", bonds={"France": {"Ann": [4], "Ben": [3], "Cleo": [2]}})
    for name, spot in (("Ann", "Taxation"), ("Ben", "Investor")):
        state, _events = rules.apply(state, name, Propose(wheel_spot=spot), setup=STANDARD, shuffle=list, now=NOW)
    return state


def press_down_on_choice(page: Page, number: int) -> None:
    box = page.locator("label", has=page.locator(f"#choice-{number}")).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def test_a_press_is_not_lost_when_the_page_is_drawn_anew_under_it(server: SiteServer, browser_player: Players) -> None:
    ann, ben, cleo = (enter_as_guest(browser_player(name=name)) for name in ("Ann", "Ben", "Cleo"))
    table = arrange(server, france_votes())
    for page in (ann, ben, cleo):
        page.goto(table)
        asked(page, "France votes")
    ann.locator("label", has=ann.locator("#choice-1")).click()
    expect(ann.get_by_role("button", name="Vote for 1")).to_be_enabled()
    has_voted = "Ann has voted"
    expect(ben.locator("#log")).not_to_contain_text(has_voted)

    press_down_on_choice(ben, 2)
    press(ann, "Vote for 1")
    expect(cleo.locator("#log")).to_contain_text(has_voted)
    ben.mouse.up()

    expect(ben.locator("#log")).to_contain_text(has_voted)
    expect(ben.locator("#choice-2")).to_be_checked()
    press(ben, "Vote for 2")
    expect(cleo.locator("#log")).to_contain_text("Ben has voted")


def test_news_does_not_wait_for_a_hand_that_stays(server: SiteServer, browser_player: Players) -> None:
    ann, ben = (enter_as_guest(browser_player(name=name)) for name in ("Ann", "Ben"))
    enter_as_guest(browser_player(name="Cleo"))
    table = arrange(server, france_votes())
    for page in (ann, ben):
        page.goto(table)
        asked(page, "France votes")
    ann.locator("label", has=ann.locator("#choice-1")).click()
    press_down_on_choice(ben, 2)
    press(ann, "Vote for 1")
    expect(ben.locator("#log")).to_contain_text("Ann has voted")
