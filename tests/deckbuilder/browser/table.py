"""Reads and operates the page of a deck in a browser."""

import json
import re

from playwright.sync_api import Locator, Page, Route, expect

from tests.kit.browser import BrowserPlayer, intercept, never_wide, wait_until


def deal(player: BrowserPlayer) -> Page:
    """Opens the first hand of a stranger from the home page."""
    page = player.page
    page.goto("/")
    page.get_by_role("button", name="Deal a hand").click()
    expect(page.get_by_role("region", name="Current hand")).to_be_visible()
    return page


def cards(page: Page) -> Locator:
    return page.locator("#hand .dk-card")


def names(page: Page) -> list[str]:
    return cards(page).locator(".dk-card__n").all_inner_texts()


def shows(page: Page, *names: str) -> None:
    """Expects these cards in hand, from left to right."""
    expect(cards(page).locator(".dk-card__n")).to_have_text(names)


def shows_numbers(page: Page, *numbers: str) -> None:
    """Expects these numbers on the cards, from left to right."""
    expect(cards(page).locator(".dk-badge:not(.dk-badge--tick)")).to_have_text(numbers)


def shows_rail(page: Page, *names: str) -> None:
    expect(page.locator(".dk-rail__n")).to_have_text(names)


def says(page: Page, words: str) -> None:
    expect(page.locator(".dk-say")).to_contain_text(words)


def button(page: Page, name: str) -> Locator:
    return page.locator(".dk-do").get_by_role("button", name=name)


def settled(page: Page, version: int) -> None:
    """Waits until the server has answered with this version."""
    expect(page.locator("#beat")).to_have_attribute("data-seq", str(version))


def version(page: Page) -> int:
    return int(page.locator("#beat").get_attribute("data-seq") or 0)


def open_settings(page: Page) -> None:
    if page.locator("#settings[open]").count() == 0:
        page.locator("#settings > summary").click()


def use_cards(page: Page, *deck: str) -> None:
    open_settings(page)
    page.get_by_label("Your own cards, as a JSON list").fill(json.dumps(deck))
    before = version(page)
    page.get_by_role("button", name="Use these cards").click()
    settled(page, before + 1)


def use_numbers(page: Page, *, hand_size: int, discards: int) -> None:
    open_settings(page)
    page.get_by_role("group", name="Hand size").get_by_label(str(hand_size), exact=True).check(force=True)
    page.get_by_label("Discards each hand").select_option(str(discards))
    before = version(page)
    page.get_by_role("button", name="Deal with these numbers").click()
    settled(page, before + 1)


def discard_first(page: Page, count: int) -> None:
    for index in range(count):
        cards(page).nth(index).click()
    button(page, f"Discard {count} card").click()
    expect(page.locator("#confirm")).to_have_count(0)


def order_all(page: Page) -> None:
    total = cards(page).count()
    for index in range(total):
        cards(page).nth(index).click()
    says(page, f"{total} of {total} cards ordered. Ready to lock.")


def fits(page: Page) -> None:
    never_wide(page)


def card_sizes(page: Page) -> list[tuple[float, float]]:
    return [(box["width"], box["height"]) for each in cards(page).all() if (box := each.bounding_box())]


PHASE = re.compile("Planning|Executing")


class HeldAnswers:
    """Holds the page's requests back until they are let go."""

    def __init__(self, page: Page) -> None:
        self.page, self.routes = page, list[Route]()
        intercept(page, "**/act/", self._hold)

    def _hold(self, route: Route) -> None:
        self.routes.append(route)

    def let_go(self, number: int) -> None:
        wait_until(self.page, lambda: len(self.routes) > number)
        # The page sends the next request only after the answer to this one.
        assert len(self.routes) == number + 1
        self.routes[number].continue_()

    def forget(self) -> None:
        """Counts the next requests from zero."""
        self.routes.clear()
