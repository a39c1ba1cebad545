"""The menu of a table in browsers: sound, colours, motion, the rules and the way out, in every game."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.kit.browser import BrowserPlayer, axe_clean, enter_as_guest, expect_value, never_wide, screenshot, wait_until

Players = Callable[..., BrowserPlayer]
GAMES = ["cambio", "imperial"]
SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1280, 720), (1440, 900)]
NOTE_SPEAKERS = """window.speakers = [];
AudioContext = class extends AudioContext { constructor() { super(); speakers.push(this); } };"""
SMALL = """() => [...document.querySelectorAll(".tablemenu :is(button, a, summary, label)")]
    .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 44)
    .map((control) => control.textContent.trim())"""

PACE = "getComputedStyle(document.documentElement).getPropertyValue('--pace')"
OF_A_BUTTON = "getComputedStyle(document.querySelector('.tablemenu .btn')).transitionDuration.split(',')[0]"


def practise(page: Page, game: str) -> None:
    page.goto(f"/{game}/practice/")
    page.locator("main form button[type=submit], main form .btn--primary").first.click()
    page.wait_for_url(f"**/{game}/*-*/")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    if game == "cambio":
        # Its cards are dealt a moment after the fingerprint was shown.
        expect(page.locator(".mine .card.is-peek")).to_have_count(2)


def is_fetched(player: BrowserPlayer, name: str) -> bool:
    return any(f"/{name}." in url for url in player.requests)


def test_the_focus_waits_for_a_late_style(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Ada"))
    practise(page, "cambio")
    late: list[Route] = []
    page.route("**/css/table-menu*.css", lambda route: late.append(route))  # noqa: PLW0108 - it must be a function
    page.locator("#menu-button").focus()
    with page.expect_response("**/js/table-menu*.js"):
        page.keyboard.press("Enter")
    wait_until(page, lambda: late)
    expect(page.locator("[name=shown_motion]:checked")).to_have_count(1)
    late[0].continue_()
    expect(page.get_by_role("switch", name="Sound")).to_be_focused()


def test_a_menu_opened_again_has_nothing_to_choose_until_it_is_drawn_anew(browser_player: Players) -> None:
    ada = browser_player(name="Ada")
    page = enter_as_guest(ada)
    practise(page, "cambio")
    button, menu = page.get_by_role("button", name="At this table"), page.locator("#table-menu")
    sound = page.get_by_role("switch", name="Sound")
    button.click()
    expect(sound).to_be_focused()
    button.click()
    expect(menu).to_be_hidden()
    late: list[Route] = []
    page.route("**/menu/", lambda route: late.append(route))  # noqa: PLW0108 - it must be a function
    # It is fetched when it is opened, not when it is closed, and once while that takes.
    for _press in range(3):
        button.click()
    expect(menu.locator("input")).to_have_count(0)
    wait_until(page, lambda: late)
    late[0].continue_()
    expect(sound).to_be_focused()
    assert sum(url.endswith("/menu/") for url in ada.requests) == 2


@pytest.mark.parametrize("game", GAMES)
def test_sound_and_colours_are_chosen_with_keys_and_kept(browser_player: Players, game: str) -> None:
    ada = browser_player(name="Ada")
    page = enter_as_guest(ada)
    page.add_init_script(NOTE_SPEAKERS)
    practise(page, game)
    # Nothing of it is fetched before it is asked for.
    assert not any(is_fetched(ada, name) for name in ("sounds", "table-menu"))
    page.locator("#menu-button").focus()
    page.keyboard.press("Enter")
    menu = page.get_by_role("dialog", name="At this table")
    expect(menu).to_be_visible()
    sound = menu.get_by_role("switch", name="Sound")
    expect(sound).to_be_focused()
    expect(sound).not_to_be_checked()
    assert not is_fetched(ada, "sounds")
    with page.expect_response("**/account/preferences/") as saved:
        page.keyboard.press("Space")
    assert saved.value.status == 204
    expect(sound).to_be_checked()
    for _step in ("volume", "try it"):
        page.keyboard.press("Tab")
    expect(menu.get_by_role("button", name="Try it")).to_be_focused()
    page.keyboard.press("Enter")
    expect_value(page, "speakers.length", 1)
    page.keyboard.press("Tab")
    expect(menu.get_by_role("radio", name="Device")).to_be_focused()
    for theme in ("light", "dark"):
        with page.expect_response("**/account/preferences/"):
            page.keyboard.press("ArrowRight")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
    axe_clean(page)
    screenshot(page, f"{game}-menu-desktop-dark")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(page.locator("#menu-button")).to_be_focused()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("script[src*='/sounds.']")).to_have_count(1)
    # And back: what was on is silent at once.
    page.locator("#menu-button").click()
    expect(sound).to_be_checked()
    with page.expect_response("**/account/preferences/"):
        sound.uncheck()
    page.evaluate("document.dispatchEvent(new CustomEvent('tabletop:sound', { detail: 'turn' }))")
    assert page.evaluate("speakers.length") == 0


def choose(page: Page, name: str) -> None:
    menu = page.get_by_role("dialog", name="At this table")
    with page.expect_response("**/account/preferences/") as saved:
        menu.get_by_role("radio", name=name).check()
    assert saved.value.status == 204


@pytest.mark.parametrize("game", GAMES)
def test_motion_is_chosen_works_at_once_and_is_kept(browser_player: Players, game: str) -> None:
    page = enter_as_guest(browser_player(name="Ada", motion=True))
    practise(page, game)
    page.locator("#menu-button").click()
    menu = page.get_by_role("dialog", name="At this table")
    expect(menu.get_by_role("radio", name="Full")).to_be_checked()
    for name, pace, lasts in (("Brisk", "0.5", "0.07s"), ("None", "0", "0s"), ("Full", "1", "0.14s")):
        choose(page, name)
        expect(page.locator("html")).to_have_attribute("data-motion", name.lower())
        assert (page.evaluate(PACE), page.evaluate(OF_A_BUTTON)) == (pace, lasts)
    choose(page, "Brisk")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-motion", "brisk")
    page.locator("#menu-button").click()
    expect(menu.get_by_role("radio", name="Brisk")).to_be_checked()
    # Another choice changes nothing of it.
    choose(page, "Dark")
    page.goto("/account/")
    expect(page.locator("html")).to_have_attribute("data-motion", "brisk")
    expect(page.get_by_label("Brisk")).to_be_checked()


def test_the_device_decides_on_motion_until_somebody_chooses(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Ada"))
    practise(page, "cambio")
    page.locator("#menu-button").click()
    menu = page.get_by_role("dialog", name="At this table")
    expect(menu.get_by_role("radio", name="None")).to_be_checked()
    choose(page, "Dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html[data-motion]")).to_have_count(0)
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(PACE) == "1"
    page.locator("#menu-button").click()
    expect(menu.get_by_role("radio", name="Full")).to_be_checked()
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(PACE) == "0"
    choose(page, "Brisk")
    choose(page, "Full")
    assert page.evaluate(PACE) == "1"
    page.reload()
    assert page.evaluate(PACE) == "1"


@pytest.mark.parametrize("game", GAMES)
def test_the_menu_fits_every_screen(browser_player: Players, game: str) -> None:
    page = enter_as_guest(browser_player(name="W" * 20, phone=True))
    practise(page, game)
    page.locator("#menu-button").click()
    menu = page.get_by_role("dialog", name="At this table")
    expect(menu.get_by_role("switch", name="Sound")).to_be_focused()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        never_wide(page)
        expect(menu.get_by_role("heading")).to_be_in_viewport(ratio=1)
        assert menu.evaluate("(menu) => menu.scrollWidth <= menu.clientWidth"), (width, height)
        assert page.evaluate(SMALL) == [], (width, height)
    page.set_viewport_size({"width": 390, "height": 844})
    axe_clean(page)
    screenshot(page, f"{game}-menu-phone-light")


def test_leaving_asks_first_and_says_what_becomes_of_the_seat(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Ada"))
    practise(page, "cambio")
    page.locator("#menu-button").click()
    menu = page.get_by_role("dialog", name="At this table")
    expect(menu.get_by_role("link", name="How to play")).to_have_attribute("href", "/cambio/how-to-play/")
    menu.locator("summary").click()
    expect(menu).to_contain_text("Leave? The bots wait for you, and the table is closed when you stay away.")
    menu.get_by_role("button", name="Leave").click()
    page.wait_for_url("**/")
    expect(page.get_by_role("link", name="Rules").first).to_be_visible()


def test_without_script_the_menu_is_not_offered_and_the_profile_has_its_choices(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Ada", javascript=False))
    page.goto("/cambio/practice/")
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url("**/cambio/*-*/")
    expect(page.locator("#menu-button")).to_be_hidden()
    page.goto("/account/")
    expect(page.get_by_label("Play sounds")).to_be_visible()
