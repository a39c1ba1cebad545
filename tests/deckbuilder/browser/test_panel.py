"""Settings, custom cards, presets, files and the list of decks in a real browser."""

import json
from collections.abc import Callable

from playwright.sync_api import expect

from tests.deckbuilder.browser.table import HeldAnswers, cards, deal, names, open_settings, shows, use_cards
from tests.kit.browser import BrowserPlayer, axe_clean, screenshot

Players = Callable[..., BrowserPlayer]


def test_settings_decks_presets_and_files(browser_player: Players) -> None:
    player = browser_player(name="Ada")
    page = deal(player)
    field = page.get_by_label("Your own cards, as a JSON list")
    expect(field).to_be_hidden()
    open_settings(page)
    screenshot(page, "deck-settings-desktop-light")
    axe_clean(page)

    # A refusal stands next to the field, keeps text and hand, and opens a closed panel once.
    dealt = names(page)
    field.fill('["Scout", 7]')
    held = HeldAnswers(page)
    page.get_by_role("button", name="Use these cards").click()
    page.locator("#settings > summary").click()
    expect(field).to_be_hidden()
    held.let_go(0)
    page.unroute("**/act/")
    expect(page.locator("#override-error")).to_contain_text("must be strings")
    expect(field).to_be_visible()
    expect(field).to_have_value('["Scout", 7]')
    expect(field).to_have_attribute("aria-invalid", "true")
    shows(page, *dealt)
    screenshot(page, "deck-override-error-desktop-light")
    axe_clean(page)
    page.locator("#settings > summary").click()
    cards(page).nth(0).click()
    expect(field).to_be_hidden()
    open_settings(page)
    expect(field).to_have_value('["Scout", 7]')
    # The script refuses a text that is too long for a request.
    field.evaluate("field => { field.value = JSON.stringify(['x'.repeat(2_000_000)]) }")
    page.get_by_role("button", name="Use these cards").click()
    expect(page.locator("#override-error")).to_contain_text("too large")
    shows(page, *dealt)
    use_cards(page, "Scout", "Scout", "Wagon")
    expect(page.locator("#override-error")).to_have_count(0)
    assert sorted(names(page)) == ["Scout", "Scout", "Wagon"]
    expect(page.locator("#notice")).to_contain_text("insufficient cards: 3 dealt of 5")
    expect(page.locator("#summary")).to_have_text("Custom deck, hand of 5, discard 2")
    use_cards(page)
    expect(page.locator("#notice")).to_contain_text("empty deck")
    expect(page.locator("#summary")).to_contain_text("Default deck")

    # Presets: selecting does not load, one list is open at a time, the active preset is marked.
    load = page.get_by_role("button", name="Load selected deck")
    expect(load).to_be_disabled()
    page.get_by_text("Cards: Starter Deck").click()
    expect(page.get_by_text("Card 1 x3")).to_be_visible()
    page.get_by_text("Cards: Full Pack").click()
    expect(page.get_by_text("Card 1 x3")).to_be_hidden()
    page.get_by_role("radio", name="Starter Deck").check()
    expect(page.locator("#summary")).to_contain_text("Default deck")
    load.click()
    expect(page.locator("#summary")).to_contain_text("Preset deck: Starter Deck")
    expect(page.locator(".dk-preset.is-active")).to_contain_text("currently active")
    expect(page.get_by_role("button", name="Start a custom deck")).to_be_visible()
    expect(page.locator(".dk-bars li")).to_have_count(10)
    axe_clean(page)
    screenshot(page, "deck-preset-desktop-light")
    reset = page.get_by_role("button", name="Start over with the default deck")
    held = HeldAnswers(page)
    reset.click()
    expect(reset).to_be_disabled()
    held.let_go(0)
    page.unroute("**/act/")
    expect(reset).to_be_enabled()
    expect(page.locator("#summary")).to_contain_text("Default deck")
    expect(page.locator(".dk-preset.is-active")).to_have_count(0)

    # Files: export, a bad import, a good import.
    with page.expect_download() as download:
        page.locator("#import-form").get_by_role("link", name="Save as a file").click()
    saved = json.loads(download.value.path().read_text())
    assert saved["hand"] == names(page)
    field.fill("[")
    page.get_by_role("button", name="Use these cards").click()
    expect(page.locator("#override-error")).to_contain_text("invalid JSON")
    player.expect_problem("422")
    page.get_by_label("A saved deck").set_input_files({"name": "x.json", "mimeType": "x/y", "buffer": b"[1]"})
    page.get_by_role("button", name="Load the file").click()
    expect(page.locator("#import-error")).to_contain_text("must be a JSON object")
    expect(page.locator("#import-error")).to_be_in_viewport()
    expect(page.get_by_label("A saved deck")).to_be_focused()
    shows(page, *saved["hand"])
    axe_clean(page)
    screenshot(page, "deck-import-error-desktop-light")
    # The override field shows only its own error, and again if it is repeated.
    expect(page.locator("#override-error")).to_have_count(0)
    field.fill("[")
    page.get_by_role("button", name="Use these cards").click()
    expect(page.locator("#override-error")).to_contain_text("invalid JSON")
    # The import form sends the current version, not that of the opened page.
    use_cards(page, "Scout", "Wagon")
    older = {"drawPile": ["c"], "discardPile": [], "hand": ["a", "b"], "turnNumber": 9, "handSize": 2}
    content = json.dumps(older).encode()
    page.get_by_label("A saved deck").set_input_files({"name": "x.json", "mimeType": "x/y", "buffer": content})
    page.get_by_role("button", name="Load the file").click()
    expect(page.locator(".dk-turn")).to_have_text("Turn 9")
    shows(page, "a", "b")

    # The list of decks.
    page.get_by_text("My decks").click()
    page.get_by_role("link", name="All decks, new deck").click()
    expect(page.get_by_label("Name of the deck")).to_be_visible()
    axe_clean(page)
    screenshot(page, "deck-list-desktop-light")
    page.get_by_label("Name of the deck").fill("Scouts")
    page.get_by_role("button", name="New deck").click()
    expect(page.get_by_role("heading", name="Scouts")).to_be_visible()
