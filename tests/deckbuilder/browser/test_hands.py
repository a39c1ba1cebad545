"""Hands of every size on small screens, and play by keyboard, in a real browser."""

import json
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.deckbuilder.browser.table import (
    button,
    card_sizes,
    cards,
    deal,
    discard_first,
    fits,
    names,
    open_settings,
    says,
    shows,
    shows_numbers,
    shows_rail,
    use_cards,
    use_numbers,
)
from tests.kit.browser import BrowserPlayer, axe_clean, expect_value, screenshot

Players = Callable[..., BrowserPlayer]

# Returns the numbers that another element covers at one of the four ends of their circle.
COVERED_BADGES = """[...document.querySelectorAll("#hand .dk-badge:not(:empty)")].filter((badge) => {
  badge.scrollIntoView({ block: "center" });
  const { left, right, top, bottom, width } = badge.getBoundingClientRect();
  const ends = [[left + 1, top + width / 2], [right - 1, top + width / 2], [left + width / 2, top + 1],
    [left + width / 2, bottom - 1]];
  return ends.some(([x, y]) => document.elementFromPoint(x, y) !== badge);
}).map((badge) => badge.textContent)"""


def test_small_and_large_hands_on_a_small_phone_in_the_dark(browser_player: Players) -> None:
    player = browser_player(name="Ada", phone=True, dark=True)
    player.page.set_viewport_size({"width": 360, "height": 740})
    page = deal(player)
    fits(page)
    reason = "Discard and lock an order to end the turn."
    expect(page.get_by_text(reason)).to_be_visible()
    expect(button(page, "End turn")).to_have_accessible_description(reason)
    cards(page).nth(0).tap()
    cards(page).nth(4).tap()
    screenshot(page, "deck-discard-phone-dark")
    axe_clean(page)
    button(page, "Discard 2 cards").tap()
    says(page, "0 of 3 cards ordered.")
    cards(page).nth(1).tap()
    says(page, "1 of 3 cards ordered.")
    fits(page)
    screenshot(page, "deck-planning-phone-dark")
    axe_clean(page)

    # A single card still has to be chosen and locked.
    use_numbers(page, hand_size=2, discards=1)
    discard_first(page, 1)
    says(page, "Choose your card, then lock it")
    expect(button(page, "Lock order")).to_be_disabled()
    cards(page).nth(0).tap()
    button(page, "Lock order").tap()
    says(page, "Play it, then end the turn.")
    button(page, "End turn, deal the next hand").tap()
    expect(page.locator(".dk-turn")).to_have_text("Turn 2")

    # With an empty hand the turn can end at once.
    use_numbers(page, hand_size=2, discards=5)
    discard_first(page, 2)
    says(page, "No cards in hand")
    expect(page.get_by_role("region", name="Current hand")).to_have_text("No cards in hand")
    axe_clean(page)
    page.reload()
    says(page, "No cards in hand")
    button(page, "End turn, deal the next hand").tap()
    says(page, "Discard two cards")

    # Without discards there is neither a discard nor a planning phase; ten cards fit, with names of any length.
    long = "Grandfather's unreasonably long walking stick of Überlingen"
    use_cards(page, *[f"{long} {number}" for number in range(9)], "<b>雪</b>")
    use_numbers(page, hand_size=10, discards=0)
    says(page, "Nothing to discard.")
    expect(cards(page)).to_have_count(10)
    expect(page.locator("#confirm, #lock, #clear, .dk-rail")).to_have_count(0)
    expect(cards(page).filter(has_text="<b>雪</b>")).to_have_count(1)
    fits(page)
    assert page.evaluate(
        "[...document.querySelectorAll('.dk-card')].every((card) => card.scrollWidth <= card.offsetWidth)"
    )
    axe_clean(page)
    screenshot(page, "deck-ten-phone-dark")
    dealt = names(page)
    page.reload()
    shows(page, *dealt)
    says(page, "Nothing to discard.")
    button(page, "End turn, deal the next hand").tap()
    expect(page.locator(".dk-turn")).to_have_text("Turn 4")
    # A screen reader hears of the new turn though only cards and turn number changed.
    expect(page.locator("#announcer")).to_contain_text("Turn 4. Your hand. Nothing to discard.")

    # On a small desktop ten cards stand side by side.
    page.set_viewport_size({"width": 1024, "height": 800})
    use_cards(page, *[f"Card {number}" for number in range(30)])
    fits(page)
    assert page.locator("#hand").evaluate("hand => hand.scrollWidth <= hand.clientWidth")
    sizes = card_sizes(page)
    assert len(sizes) == 10
    assert all(80 <= width <= 120 and height >= 1.5 * width for width, height in sizes)
    tops = {round(box["y"]) for each in cards(page).all() if (box := each.bounding_box())}
    assert len(tops) == 1
    screenshot(page, "deck-ten-desktop-dark")

    # No number is covered by the next card, on desktop, tablet or phone.
    use_numbers(page, hand_size=10, discards=1)
    discard_first(page, 1)
    for index in range(0, 9, 2):
        cards(page).nth(index).click()
    numbered = page.locator("#hand .dk-badge:not(:empty)")
    expect(numbered).to_have_count(5)
    for width in (1024, 730, 360):
        page.set_viewport_size({"width": width, "height": 800})
        page.mouse.move(5, 5)
        expect_value(page, COVERED_BADGES, [])
        fits(page)
    page.set_viewport_size({"width": 1024, "height": 800})
    for index in range(1, 9, 2):
        cards(page).nth(index).click()
    button(page, "Lock order").click()
    says(page, "Executing")
    expect(numbered).to_have_count(9)
    for width in (1024, 730, 360):
        page.set_viewport_size({"width": width, "height": 800})
        expect_value(page, COVERED_BADGES, [])
    # On a tablet, where ten cards are wider than the felt, the keyboard reaches everything.
    page.set_viewport_size({"width": 800, "height": 1100})
    axe_clean(page)
    screenshot(page, "deck-ten-locked-tablet-dark")
    # An imported hand may have more cards than a deal.
    content = json.dumps({"hand": [f"Card {number}" for number in range(30)], "planningPhase": True}).encode()
    open_settings(page)
    page.get_by_label("A saved deck").set_input_files({"name": "x.json", "mimeType": "x/y", "buffer": content})
    page.get_by_role("button", name="Load the file").click()
    expect(cards(page)).to_have_count(30)
    for width in (1280, 800, 360):
        page.set_viewport_size({"width": width, "height": 800})
        fits(page)


def test_everything_can_be_done_by_keyboard(browser_player: Players) -> None:
    page = deal(browser_player(name="Ada"))
    use_cards(page, "a", "b", "c", "d", "e", "f", "g", "h")
    page.locator("#redo").evaluate("button => button.closest('.dk-head').querySelector('summary').focus()")
    page.keyboard.press("Tab")
    expect(cards(page).nth(0)).to_be_focused()
    page.keyboard.press("Space")
    says(page, "1 of 2 cards selected.")
    page.keyboard.press("Space")
    page.keyboard.press("End")
    expect(cards(page).nth(4)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    says(page, "Ready to discard.")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "Planning")
    kept = names(page)
    # The focus is on the felt, so the next Tab reaches the first card.
    expect(page.locator("#felt")).to_be_focused()
    page.keyboard.press("Tab")
    expect(cards(page).nth(0)).to_be_focused()
    for _card in kept:
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    shows_numbers(page, "1", "2", "3")
    # Shift with an arrow moves a card in the order.
    page.keyboard.press("Shift+ArrowLeft")
    shows_numbers(page, "1", "3", "2")
    page.keyboard.press("Shift+Home")
    shows_numbers(page, "2", "3", "1")
    expect(cards(page).nth(2)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#clear")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#lock")).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "The order is locked")
    shows_rail(page, kept[2], kept[0], kept[1])
    # Tab skips locked cards.
    expect(page.locator("#felt")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#end-turn")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".dk-turn")).to_have_text("Turn 2")
    page.keyboard.press("Control+z")
    expect(page.locator(".dk-turn")).to_have_text("Turn 1")
    # In a text field Control+Z belongs to the field.
    page.get_by_label("Your own cards, as a JSON list").focus()
    page.keyboard.press("Control+z")
    expect(page.locator(".dk-turn")).to_have_text("Turn 1")
    says(page, "The order is locked")

    # The settings: presets, parameters, custom cards and the default deck.
    page.reload()
    tab_to(page, page.locator("#settings > summary"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("radio", name="Starter Deck"))
    page.keyboard.press("Space")
    tab_to(page, page.locator(".dk-preset__list > summary").first)
    page.keyboard.press("Space")
    expect(page.get_by_text("Card 1 x3")).to_be_visible()
    tab_to(page, page.get_by_role("button", name="Load selected deck"))
    page.keyboard.press("Enter")
    expect(page.locator("#summary")).to_have_text("Preset deck: Starter Deck, hand of 5, discard 2")
    tab_to(page, page.get_by_role("radio", name="5", exact=True))
    page.keyboard.press("ArrowLeft")
    tab_to(page, page.get_by_label("Discards each hand"))
    page.keyboard.press("ArrowUp")
    tab_to(page, page.get_by_role("button", name="Deal with these numbers"))
    page.keyboard.press("Enter")
    expect(page.locator("#summary")).to_have_text("Preset deck: Starter Deck, hand of 4, discard 1")
    tab_to(page, page.get_by_label("Your own cards, as a JSON list"))
    page.keyboard.type('["x", "y"]')
    tab_to(page, page.get_by_role("button", name="Use these cards"))
    page.keyboard.press("Enter")
    expect(page.locator("#summary")).to_contain_text("Custom deck")
    tab_to(page, page.locator("#reset"), key="Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#summary")).to_contain_text("Default deck")


def tab_to(page: Page, place: Locator, *, key: str = "Tab") -> None:
    for _press in range(40):
        if place.evaluate("place => place === document.activeElement"):
            return
        page.keyboard.press(key)
    expect(place).to_be_focused()
