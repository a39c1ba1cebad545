"""A short game of three through every mode after the auction: desktops and phones, light and dark, an onlooker."""

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from imperial.rules.state import State
from tests.imperial.browser.tables import (
    REFUSED,
    Players,
    act_there,
    arrange,
    asked,
    choose_sector,
    looks_well,
    picture,
    press,
    row,
    send,
)
from tests.imperial.rules.positions import position
from tests.kit.browser import BrowserPlayer, axe_clean, enter_as_guest, expect_value, never_wide
from tests.kit.server import SiteServer

COUNT_JOURNEYS = """() => {
  window.journeys = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.journeys += this.matches(".tok");
    return animate.apply(this, how);
  };
}"""

SHAPES = """(maps) => maps.map((map) => ({
  frame: map.clientWidth / map.clientHeight,
  map: map.viewBox.baseVal.width / map.viewBox.baseVal.height,
}))"""


def near_the_end() -> State:
    """Austria maneuvers, Italy pays its investors, France votes, and England can end the game."""
    state = position(
        players=("Ann", "Ben", "Cleo"),
        money={"Ann": 9, "Ben": 12, "Cleo": 10},
        bonds={
            "Austria": {"Ann": [6]},
            "Italy": {"Ben": [5]},
            "France": {"Ann": [4], "Ben": [3], "Cleo": [2]},
            "England": {"Cleo": [5]},
            "Germany": {"Ben": [4], "Cleo": [3], "Ann": [2]},
            "Russia": {"Ann": [2]},
        },
        countries={
            "Austria": {"money": 4, "points": 9, "wheel_spot": "Factory"},
            "Italy": {"money": 8, "points": 6, "wheel_spot": "R-Maneuver"},
            "France": {"money": 7, "points": 12, "wheel_spot": "Taxation"},
            "England": {
                "money": 10,
                "points": 22,
                "wheel_spot": "L-Maneuver",
                "tax_chips": ("North Sea", "North Atlantic", "English Channel", "Norway", "Portugal", "Morocco"),
            },
            "Germany": {"money": 3, "points": 14, "factories": ("Berlin", "Hamburg", "Munich")},
        },
        fleets={"Austria": ["Ionian Sea", "Trieste"], "Italy": ["Ionian Sea"], "England": ["North Sea"]},
        armies={"Austria": ["Vienna", "Budapest", "Prague", "Prague", "Prague"], "Germany": ["Romania"]},
    )
    return replace(
        state, player_info={name: replace(info, swiss=name == "Cleo") for name, info in state.player_info.items()}
    )


# Four browsers for a minute and a half of an idle machine.
@pytest.mark.timeout(600)
def test_three_people_play_a_game_to_its_end(server: SiteServer, browser_player: Players) -> None:
    people = (
        browser_player(name="Ann", motion=True),
        browser_player(name="Ben", phone=True, dark=True),
        browser_player(name="Cleo", dark=True),
    )
    ann, ben, cleo = (enter_as_guest(player) for player in people)
    zoe = enter_as_guest(browser_player(name="Zoe", phone=True))
    table = arrange(server, near_the_end())
    for page in (ann, ben, cleo, zoe):
        page.goto(table)
        asked(page, "Austria-Hungary")
    expect(zoe.locator("#decide")).to_contain_text("You are watching.")
    # Cleo has the map read to her; what she hears stays true while others move.
    cleo.get_by_text("The map in words").locator("visible=true").click()
    expect(cleo.get_by_role("row", name="Tunis neutral")).not_to_contain_text("army")
    for page in (ann, ben, zoe):
        looks_well(page)

    # Ann's other device is her phone; what she plans on one she sees on the other.
    other = browser_player(name="Ann", phone=True)
    for cookie in people[0].context.cookies():
        other.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": server.url}])
    pocket = other.page
    pocket.goto(table)
    choose_sector(ann, "Maneuver")
    expect(pocket.locator("#spot-3")).to_be_checked()
    press(ann, "Plan the maneuver")
    asked(ann, "plan the maneuver")
    asked(pocket, "plan the maneuver")
    asked(cleo, "Ann plans the maneuver of Austria-Hungary")

    plan_the_maneuver(ann, pocket, people[0])
    peace_is_refused_and_granted(ann, ben, cleo, zoe)
    investors_buy(ann, ben, cleo)
    france_votes(ann, ben, cleo, zoe)
    england_ends_the_game(ann, ben, cleo, zoe)


def plan_the_maneuver(ann: Page, pocket: Page, player: BrowserPlayer) -> None:
    """1 stays in the Ionian Sea, 2 joins it in peace, 3 crosses it, 4 asks Germany, 5 to 7 blow up a factory."""
    send(ann, 2, "Ionian Sea", action="In peace")
    expect(row(ann, 2)).to_contain_text("asks Italy")
    send(ann, 3, "Tunis")
    expect(row(ann, 3)).to_contain_text("over Ionian Sea")
    expect(row(ann, 1)).to_contain_text("carries army 3")
    expect(row(pocket, 3)).to_contain_text("Vienna to Tunis")
    # A reload in the middle of it loses nothing.
    ann.reload()
    expect(row(ann, 3)).to_contain_text("Vienna to Tunis")
    send(ann, 4, "Romania", action="In peace")

    # A place out of reach says why, on the map, and the plan stays as it is.
    player.expect_problem(REFUSED)
    row(ann, 5).locator(".plan__pick").click()
    expect(ann.locator("#destination")).to_be_focused()
    expect(ann.locator(".map--lights .lit").nth(3)).to_be_attached()
    ann.locator('[data-place="Moscow"]').dispatch_event("click")
    expect(ann.locator(".imp-why")).to_contain_text("The army in Prague cannot reach Moscow")
    axe_clean(ann)
    picture(ann, "imperial-plan-desktop-light")
    # A lit place on the map is the same choice as the one in the list.
    ann.locator('.lit[data-value="Munich"]').dispatch_event("click")
    expect(row(ann, 5)).to_contain_text("Prague to Munich")
    expect(ann.locator(".imp-why")).to_have_count(0)
    # The other device goes on with the same plan.
    for number in (6, 7):
        send(pocket, number, "Munich")
    looks_well(pocket)
    picture(pocket, "imperial-plan-phone-light")
    expect(row(ann, 7)).to_contain_text("Prague to Munich")
    # Nobody occupies a place, or enters it in peace, by accident.
    expect(row(ann, 7)).to_contain_text("What does it do in Munich?")
    expect(ann.locator("#plan-choice")).to_have_text("Rows 5, 6, 7 wait for a choice.")
    expect(ann.locator("#submit-plan")).to_be_disabled()
    for number, action in ((5, "Occupy"), (6, "Occupy"), (7, "Blow up")):
        act_there(ann, number, action)
    expect(ann.locator(".imp-go__note")).to_contain_text("2 peace offers: Italy, Germany.")


def peace_is_refused_and_granted(ann: Page, ben: Page, cleo: Page, zoe: Page) -> None:
    press(ann, "Submit the plan, Italy is asked first")
    asked(ben, "Austria-Hungary offers peace in Ionian Sea")
    looks_well(ben)
    picture(ben, "imperial-peace-phone-dark")
    asked(ann, "Waiting for Ben")
    expect(zoe.locator("#decide")).to_contain_text("Trieste to Ionian Sea")
    expect(zoe.locator(".map--routes .route")).to_have_count(1)
    press(ben, "Fight")

    # What is committed is locked, the rest of the plan is offered again.
    asked(ann, "plan the maneuver")
    expect(ann.locator(".is-locked")).to_have_count(2)
    expect(row(ann, 3)).to_contain_text("over Ionian Sea")
    press(ann, "Submit the plan, Germany is asked first")
    for page in (ben, cleo):
        asked(page, "Austria-Hungary offers peace in Romania")
    press(cleo, "Accept")
    press(ben, "Accept")
    asked(ann, "plan the maneuver")
    expect(ann.locator(".is-locked")).to_have_count(4)
    ann.evaluate(COUNT_JOURNEYS)
    press(ann, "Submit the plan")
    asked(ben, "Italy: choose an action")
    # The army to Tunis and the one to Romania travel; a player who wants no motion sees a ring.
    expect_value(ann, "window.journeys >= 2", True)
    expect(ann.locator("#log")).to_contain_text("Munich")
    # Three armies were lost with the factory: of the five only those that went elsewhere are left.
    expect(ann.get_by_role("article", name="Austria-Hungary").locator(".land-card__units")).to_contain_text(
        "Armies 2/12"
    )
    expect(ann.get_by_role("article", name="Germany").locator(".land-card__units")).to_contain_text("Factories 2")
    expect(cleo.get_by_role("row", name="Tunis neutral")).to_contain_text("Austria-Hungary: 1 army")
    the_map_is_read(zoe)


def the_map_is_read(phone: Page) -> None:
    """What the map shows, without looking at it."""
    table = phone.url
    phone.get_by_role("link", name="Countries").click()
    phone.get_by_role("link", name="The map in words").click()
    expect(phone.get_by_role("row", name="Tunis neutral")).to_contain_text("Austria-Hungary: 1 army")
    looks_well(phone)
    phone.get_by_role("link", name="Back to the table").click()
    phone.wait_for_url(table)
    asked(phone, "Ben chooses an action for Italy")


def investors_buy(ann: Page, ben: Page, cleo: Page) -> None:
    choose_sector(ben, "Investor")
    looks_well(ben)
    press(ben, "Pay the investors")
    # Ann holds the investor card and trades a bond up, Cleo buys as a Swiss bank.
    asked(ann, "Investor round")
    ann.get_by_role("button", name="Austria-Hungary 7 for $20").click()
    expect(ann.locator("#decide")).to_contain_text("Return the 6")
    looks_well(ann)
    picture(ann, "imperial-market-desktop-light")
    never_wide(ben)
    press(ann, "Buy Austria-Hungary 7 for $4")
    asked(cleo, "Investor round")
    expect(cleo.locator("#decide")).to_contain_text("You buy as a Swiss bank.")
    # Closed this round.
    expect(cleo.get_by_role("button", name="Austria-Hungary 1 for")).to_have_count(0)
    cleo.get_by_role("button", name="Italy 1 for $2").click()
    expect(cleo.locator("#decide")).to_contain_text("Buy Italy 1 for $2")
    looks_well(cleo)
    press(cleo, "Buy Italy 1 for $2")


def france_votes(ann: Page, ben: Page, cleo: Page, zoe: Page) -> None:
    asked(ann, "France: choose an action")
    choose_sector(ann, "Production")
    press(ann, "Produce")
    asked(ben, "France: agree with Ann?")
    looks_well(ben)
    ben.locator(".counter > summary").click()
    choose_sector(ben, "Factory")
    ben.locator("#decision label", has_text="Brest").click()
    press(ben, "Build in Brest")
    for page in (ann, ben, cleo):
        asked(page, "France votes: which proposal?")
        expect(page.locator(".prop")).to_have_count(2)
    expect(zoe.locator(".prop").nth(1)).to_contain_text("A factory in Brest")
    for page in (ben, cleo):
        looks_well(page)
        # The piece of the map has the shape of its frame, so nothing that is drawn on it is cut off.
        shapes = page.locator(".prop__map svg").evaluate_all(SHAPES)
        assert [shape["frame"] for shape in shapes] == pytest.approx([shape["map"] for shape in shapes], rel=0.02)
    picture(ben, "imperial-vote-phone-dark")
    picture(cleo, "imperial-vote-desktop-dark")
    # A card is the same choice as the pair in the panel.
    cleo.locator(".prop").nth(1).click()
    expect(cleo.locator("#choice-2")).to_be_checked()
    press(cleo, "Vote for 2: Factory")
    asked(cleo, "France votes")
    ann.locator("label", has=ann.locator("#choice-1")).click()
    press(ann, "Vote for 1: Production")
    ben.locator("label", has=ben.locator("#choice-2")).click()
    press(ben, "Vote for 2: Factory")
    asked(cleo, "Great Britain: choose an action")


def england_ends_the_game(ann: Page, ben: Page, cleo: Page, zoe: Page) -> None:
    # Cleo builds, thinks again, and takes it back.
    choose_sector(cleo, "Factory")
    cleo.locator("#decision label", has_text="Dublin").click()
    press(cleo, "Build in Dublin")
    asked(ben, "Germany: choose an action")
    cleo.get_by_role("button", name="Undo").click()
    asked(cleo, "Great Britain: choose an action")
    asked(ben, "Cleo chooses an action for Great Britain")
    choose_sector(cleo, "Taxation")
    expect(cleo.locator("#decide")).to_contain_text("This ends the game.")
    expect(cleo.locator(".count").nth(5)).to_be_attached()
    looks_well(cleo)
    press(cleo, "Collect taxes")
    for page in (ann, ben, cleo, zoe):
        expect(page.locator(".over h2").first).to_contain_text("wins")
        never_wide(page)
    for page in (ann, ben):
        axe_clean(page)
    # A finished game takes no more moves, and the page stays usable.
    expect(ann.locator("#decision").get_by_role("button")).to_have_count(0)
