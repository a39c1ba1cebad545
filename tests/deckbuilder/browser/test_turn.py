"""A turn of a deck in real browsers, with and without script."""

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.deckbuilder.browser.table import (
    PHASE,
    button,
    cards,
    deal,
    discard_first,
    names,
    order_all,
    says,
    settled,
    shows,
    shows_numbers,
    shows_rail,
)
from tests.kit.browser import BrowserPlayer, axe_clean, expect_value, screenshot
from tests.kit.previews import assert_has_picture

Players = Callable[..., BrowserPlayer]


def test_five_cards_from_the_deal_to_the_next_hand(browser_player: Players) -> None:
    player = browser_player(name="Ada", motion=True)
    page = deal(player)
    axe_clean(page)

    # At two selected cards the others are off; deselecting one makes them available again.
    says(page, "0 of 2 cards selected.")
    expect(page.locator(".dk-say")).not_to_contain_text(PHASE)
    expect(button(page, "Discard 2 cards")).to_be_disabled()
    expect(button(page, "End turn")).to_be_disabled()
    dealt = names(page)
    for index in (0, 3):
        cards(page).nth(index).click()
    says(page, "2 of 2 cards selected. Ready to discard.")
    expect(cards(page).nth(0)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name=f"Card: {dealt[0]}, selected for discard")).to_be_visible()
    expect(page.locator(".dk-card.is-off[aria-disabled]")).to_have_count(3)
    cards(page).nth(1).click(force=True)
    says(page, "2 of 2 cards selected.")
    page.mouse.move(5, 5)
    screenshot(page, "deck-discard-desktop-light")
    axe_clean(page)
    cards(page).nth(0).click()
    says(page, "1 of 2 cards selected.")
    expect(page.locator(".is-off")).to_have_count(0)
    cards(page).nth(1).click()

    # A reload keeps the hand and loses only the selection.
    page.reload()
    shows(page, *dealt)
    says(page, "0 of 2 cards selected.")
    for index in (0, 3):
        cards(page).nth(index).click()
    button(page, "Discard 2 cards").click()
    says(page, "Planning")
    kept = [dealt[1], dealt[2], dealt[4]]
    shows(page, *kept)
    expect(page.locator(".dk-pile").nth(1)).to_contain_text("2 discarded")
    expect(page.locator("#announcer")).to_contain_text("Choose what you play next")

    # Numbers follow the order of the clicks and close up when a card is taken out.
    says(page, "0 of 3 cards ordered.")
    expect(button(page, "Clear")).to_be_hidden()
    for index in (2, 0, 1):
        cards(page).nth(index).click()
    shows_numbers(page, "2", "3", "1")
    says(page, "3 of 3 cards ordered. Ready to lock.")
    expect(button(page, "Lock order")).to_be_enabled()
    expect(page.get_by_role("button", name=f"Card: {kept[2]}, number 1 in the order")).to_be_visible()
    cards(page).nth(0).click()
    shows_numbers(page, "", "2", "1")
    shows_rail(page, kept[2], kept[1], "next card")
    settled(page, 5)
    page.mouse.move(5, 5)
    screenshot(page, "deck-planning-desktop-light")
    axe_clean(page)
    page.reload()
    shows_numbers(page, "", "2", "1")
    button(page, "Clear").click()
    shows_numbers(page, "", "", "")
    expect(page.locator("#announcer")).to_contain_text("The order is cleared.")
    settled(page, 6)
    page.keyboard.press("Control+z")
    settled(page, 7)
    shows_numbers(page, "", "2", "1")
    page.keyboard.press("Control+Shift+Z")
    settled(page, 8)
    shows_numbers(page, "", "", "")

    # A card can be dragged to its place.
    cards(page).nth(0).click()
    cards(page).nth(1).click()
    _drag(page, ".dk-rail li:nth-child(2)", ".dk-rail li:nth-child(1)")
    shows_rail(page, kept[1], kept[0], "next card")
    _drag(page, "#hand .dk-card:nth-of-type(3)", ".dk-rail li:nth-child(2)")
    shows_rail(page, kept[1], kept[2], kept[0])
    settled(page, 12)
    page.reload()
    shows_rail(page, kept[1], kept[2], kept[0])

    # A locked order cannot be changed, and another person sees it.
    button(page, "Lock order").click()
    says(page, "Executing")
    shows_numbers(page, "3", "1", "2")
    expect(page.locator(".dk-card[tabindex='-1'][aria-disabled]")).to_have_count(3)
    expect(page.locator("#lock, #clear")).to_have_count(0)
    cards(page).nth(0).click(force=True)
    page.get_by_role("button", name="Show this order to someone").click()
    link = page.get_by_label("Show this order to someone").input_value()
    bea = browser_player(name="Bea", phone=True, dark=True)
    watcher = bea.page
    assert_has_picture(watcher.context.request, link)
    # A sheet of the system gets the link and what it leads to, not the name of the deck.
    page.evaluate("navigator.canShare = () => true")
    page.evaluate("navigator.share = async (what) => { window.shared = what; }")
    page.get_by_role("button", name="Share the link").click()
    expect_value(page, "shared", {"title": "A play order", "url": link})
    watcher.goto(urlsplit(link).path)
    expect(watcher.locator(".dk-order .dk-card__n")).to_have_text([kept[1], kept[2], kept[0]])
    expect(watcher.locator("#live")).to_have_attribute("data-state", "live")
    axe_clean(watcher)
    screenshot(watcher, "deck-shared-phone-dark")
    page.reload()
    says(page, "Executing")
    shows_numbers(page, "3", "1", "2")
    expect(cards(page).nth(0)).to_have_css("opacity", "0.72")
    page.mouse.move(5, 5)
    screenshot(page, "deck-locked-desktop-light")
    axe_clean(page)

    button(page, "End turn, deal the next hand").click()
    expect(page.locator(".dk-turn")).to_have_text("Turn 2")
    says(page, "Discard two cards")
    expect(watcher.get_by_role("heading", name="Waiting for the next order")).to_be_visible()
    discard_first(page, 2)
    order_all(page)
    button(page, "Lock order").click()
    expect(watcher.locator(".dk-order .dk-card__n")).to_have_text(names(page))
    # A page whose socket is away just now learns of it by asking, which browsers note.
    bea.expect_problem("403|404")
    page.get_by_role("button", name="Stop sharing").click()
    expect(watcher.locator("#live")).to_have_attribute("data-state", "gone")


def _drag(page: Page, what: str, where: str) -> None:
    start, end = page.locator(what).bounding_box(), page.locator(where).bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2 + 4, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()


def test_without_script_a_turn_is_played_with_plain_forms(browser_player: Players) -> None:
    player = browser_player(name="Ada", javascript=False)
    player.expect_problem("422")
    page = deal(player)
    dealt = names(page)
    cards(page).nth(0).click()
    says(page, "1 of 2 cards selected.")
    cards(page).nth(1).click()
    says(page, "2 of 2 cards selected.")
    button(page, "Discard 2 cards").click()
    shows(page, *dealt[2:])
    for count, index in enumerate((1, 0, 2), start=1):
        cards(page).nth(index).click()
        says(page, f"{count} of 3 cards ordered.")
    shows_numbers(page, "2", "1", "3")
    button(page, "Lock order").click()
    says(page, "The order is locked")
    button(page, "End turn, deal the next hand").click()
    expect(page.locator(".dk-turn")).to_have_text("Turn 2")
    page.locator("#undo").click()
    says(page, "The order is locked")
    page.locator("#settings > summary").click()
    page.get_by_label("Your own cards, as a JSON list").fill("[")
    page.get_by_role("button", name="Use these cards").click()
    expect(page.locator("#override-error")).to_contain_text("invalid JSON")
    use = page.get_by_label("Your own cards, as a JSON list")
    expect(use).to_be_focused()
    expect(page.locator("#override-error")).to_be_in_viewport()
    use.fill('["a", "b", "c"]')
    page.get_by_role("button", name="Use these cards").click()
    expect(page.locator("#override-error")).to_have_count(0)
    assert sorted(names(page)) == ["a", "b", "c"]
