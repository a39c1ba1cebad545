"""The style guide in a real browser: accessible in both themes, on desktop and phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser import BrowserPlayer, axe_clean, expect_value, never_wide, screenshot


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_all_parts_are_accessible_and_fit(
    browser_player: Callable[..., BrowserPlayer], phone: bool, dark: bool
) -> None:
    page = browser_player(name="Ada", phone=phone, dark=dark).page
    page.goto("/styleguide/")
    axe_clean(page)
    screenshot(page, f"styleguide-{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}")
    never_wide(page)


def test_smallest_phone_needs_no_sideways_scrolling(browser_player: Callable[..., BrowserPlayer]) -> None:
    page = browser_player(name="Ada", phone=True).page
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/styleguide/")
    expect_value(page, "[innerWidth, document.documentElement.scrollWidth]", [360, 360])


def test_cards_and_icons_are_really_drawn(browser_player: Callable[..., BrowserPlayer]) -> None:
    """A sprite that the policy blocks leaves an empty box without an error."""
    page = browser_player(name="Ada").page
    page.goto("/styleguide/")
    expect(page.locator("main use").nth(50)).to_be_attached()
    undrawn = """[...document.querySelectorAll("main use")]
        .filter((use) => use.checkVisibility() && !use.getBBox().height)
        .map((use) => use.getAttribute("href"))"""
    expect_value(page, undrawn, [])


def test_open_dialog_is_accessible(browser_player: Callable[..., BrowserPlayer]) -> None:
    page = browser_player(name="Ada", phone=True).page
    page.goto("/styleguide/")
    page.get_by_role("button", name="Open a dialog").click()
    page.get_by_role("dialog", name="Call Cambio?").wait_for()
    axe_clean(page)


def test_controls_are_big_enough_for_a_thumb(browser_player: Callable[..., BrowserPlayer]) -> None:
    page = browser_player(name="Ada", phone=True).page
    page.goto("/styleguide/")
    too_small = page.evaluate(
        """() => [...document.querySelectorAll(".btn, .input, .select, .tab, .check, .segments label, .game-switch a")]
            .filter((control) => control.checkVisibility() && control.offsetHeight < 44)
            .map((control) => control.outerHTML)"""
    )
    assert too_small == []


def test_without_motion_every_change_is_there_at_once(browser_player: Callable[..., BrowserPlayer]) -> None:
    """A transition of a millisecond shows the old look for one more frame, and the page jumps."""
    page = browser_player(name="Ada", phone=True).page
    page.goto("/styleguide/")
    padding = page.evaluate(
        """() => {
            const line = document.querySelector(".conn");
            const before = getComputedStyle(line).paddingLeft;
            line.style.paddingLeft = "16px";
            return [before, getComputedStyle(line).paddingLeft];
        }"""
    )
    assert padding == ["0px", "16px"]
