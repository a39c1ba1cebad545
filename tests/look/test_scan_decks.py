"""The page of a deck, scanned at every size: a hand, a discard, an order, a locked turn, its link, the panel."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.deckbuilder.browser.table import button, cards, deal, discard_first, open_settings, order_all, says
from tests.kit.browser import BrowserPlayer, enter_as_guest
from tests.look.scan import LONGEST, faults, nothing_wrong


@pytest.mark.timeout(300)
def test_a_turn_with_a_deck_fits_every_screen(browser_player: Callable[..., BrowserPlayer]) -> None:
    player = browser_player(name=LONGEST)
    enter_as_guest(player)
    page = deal(player)
    found = {"a hand": faults(page)}
    cards(page).first.click()
    found["a card to let go"] = faults(page)
    cards(page).first.click()
    discard_first(page, 2)
    says(page, "Planning")
    order_all(page)
    found["an order"] = faults(page)
    button(page, "Lock order").click()
    says(page, "Executing")
    found["a locked order"] = faults(page)
    page.get_by_role("button", name="Show this order to someone").click()
    link = urlsplit(page.get_by_label("Show this order to someone").input_value()).path
    found["a link to it"] = faults(page)
    watcher = browser_player(name="Zoe")
    watcher.expect_problem("404|WebSocket")
    watcher.page.goto(link)
    found["who follows the link"] = faults(watcher.page)
    page.get_by_role("button", name="Stop sharing").click()
    expect(page.get_by_role("button", name="Show this order to someone")).to_be_visible()
    watcher.page.goto(link)
    found["a link that leads nowhere"] = faults(watcher.page)
    open_settings(page)
    found["the settings"] = faults(page)
    nothing_wrong(found)
