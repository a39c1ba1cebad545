"""From the waiting room through the auction: sealed bids, a late bid of somebody else, taking and declining."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.imperial.browser.tables import Players, asked, looks_well, picture, press
from tests.kit.browser import enter_as_guest, never_wide


def test_three_people_sit_down_and_bid(browser_player: Players) -> None:
    ann, ben, cleo = (
        enter_as_guest(browser_player(name="Ann")),
        enter_as_guest(browser_player(name="Ben", phone=True)),
        enter_as_guest(browser_player(name="Cleo", dark=True)),
    )
    table = open_table(ann)
    for page in (ben, cleo):
        page.goto(table)
        page.get_by_role("button", name="Sit down").click()
        expect(page.locator("#waiting")).to_contain_text("Ann starts the game.")
    expect(ann.locator("#waiting")).to_contain_text("3 of 3 seats are taken.")
    for page in (ann, ben):
        looks_well(page)
    ann.get_by_role("button", name="Start the game").click()
    for page in (ann, ben, cleo):
        asked(page, "Austria-Hungary: place your sealed bid")
    for page in (ben, cleo):
        looks_well(page)
    picture(ben, "imperial-bid-phone-light")

    # Ann is typing when the others bid: her number, the place in it and the focus stay.
    amount = ann.get_by_label("Your bid in dollars")
    amount.fill("6.2")
    expect(ann.locator("#bid-reach")).to_contain_text("It reaches the bond 3.")
    bid(ben, "9.25")
    bid(cleo, "4")
    expect(ann.get_by_role("list", name="Who has bid").get_by_text("sealed")).to_have_count(2)
    expect(amount).to_be_focused()
    ann.keyboard.type("5")
    expect(amount).to_have_value("6.25")
    expect(ben.locator("#decide")).not_to_contain_text("6.25")
    press(ann, "Seal a bid of $6.25")

    # The highest bid chooses first.
    asked(ben, "take the 4 for $9.25?")
    asked(ann, "Ben may take a bond of Austria-Hungary")
    looks_well(ben)
    press(ben, "Take it")
    asked(ann, "take the 3 for $6.25?")
    press(ann, "Decline")
    asked(cleo, "take the 2 for $4?")
    press(cleo, "Take it")
    for page in (ann, ben, cleo):
        asked(page, "Italy: place your sealed bid")
        never_wide(page)
    expect(ann.get_by_role("article", name="Austria-Hungary")).to_contain_text("Ben")


def open_table(page: Page) -> str:
    page.goto("/imperial/new/")
    page.get_by_role("group", name="Seats").get_by_label("3").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    return urlsplit(page.url).path


def bid(page: Page, amount: str) -> None:
    page.get_by_label("Your bid in dollars").fill(amount)
    press(page, f"Seal a bid of ${amount}")
    expect(page.get_by_label("Your bid in dollars")).to_have_count(0)
