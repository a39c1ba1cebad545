"""The name of a table, which its host changes in the waiting room."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.test_waiting_room import SMALL, open_table, sit_down
from tests.kit.browser import BrowserPlayer, axe_clean, enter_as_guest, never_wide, screenshot

Players = Callable[..., BrowserPlayer]


@pytest.mark.parametrize("phone", [False, True])
def test_the_host_names_the_table_and_all_see_it_at_once(browser_player: Players, phone: bool) -> None:
    ada = browser_player(name="Ada", phone=phone)
    one, two = enter_as_guest(ada), enter_as_guest(browser_player(name="Bea"))
    sit_down(two, open_table(one))
    expect(two.get_by_label("Name of the table")).to_have_count(0)
    if phone:
        one.locator("#show-choices").click()
    field = one.get_by_label("Name of the table", exact=True)
    field.fill("Sunday six")
    axe_clean(one)
    assert one.evaluate(SMALL) == []
    if not phone:
        one.set_viewport_size({"width": 1440, "height": 900})
    screenshot(one, f"waiting-name-{'phone' if phone else 'desktop'}-light")
    one.get_by_role("button", name="Save the name of the table").click()
    for page in (one, two):
        expect(page.locator("#waiting-title")).to_contain_text("Cambio: Sunday six")
    expect(field).to_have_value("Sunday six")
    # No start, no bot: Enter in the field saves it.
    field.fill("Seven")
    field.press("Enter")
    expect(two.locator("#waiting-title")).to_contain_text("Cambio: Seven")
    expect(field).to_be_focused()
    ada.expect_problem("409")
    field.fill("!")
    field.press("Enter")
    expect(one.get_by_text("The name of a table has up to forty characters")).to_be_visible()
    expect(field).to_have_value("!")
    field.fill("")
    field.press("Enter")
    expect(two.locator("#waiting-title")).to_contain_text("Cambio at Ada's table")
    never_wide(one)


def test_a_name_that_is_being_typed_outlasts_the_news(browser_player: Players) -> None:
    one, two = (enter_as_guest(browser_player(name=name)) for name in ("Ada", "Bea"))
    link = open_table(one)
    field = one.get_by_label("Name of the table", exact=True)
    field.press_sequentially("Sunx")
    field.press("ArrowLeft")
    sit_down(two, link)
    expect(one.locator("#waiting")).to_contain_text("Two of four are here.")
    expect(field).to_be_focused()
    field.press_sequentially("day si")
    field.press("Enter")
    expect(two.locator("#waiting-title")).to_contain_text("Cambio: Sunday six")
