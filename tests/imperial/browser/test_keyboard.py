"""A turn without a mouse or a finger: the rondel, a maneuver planned row by row, a look at the map."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route, expect

from tests.imperial.browser.tables import Players, arrange, asked, row
from tests.imperial.rules.positions import position
from tests.kit.browser import enter_as_guest, intercept, wait_until
from tests.kit.server import SiteServer

# As the socket does with a part that the page has got with an answer already.
TELL = """(part) =>
  htmx.swap(document.body, part.replace("<div", '<div hx-swap-oob="true"'), { swapStyle: "none" })"""


def tab_into(page: Page, selector: str) -> None:
    for _step in range(60):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"The Tab key does not lead to {selector}")


STOPS = {
    ".skip-link": "skip link",
    ".site-header": "header",
    "#decision": "decision",
    "#board": "map",
    "#lands": "countries",
    "#people": "players",
    "#history": "history",
    "#places": "map in words",
}
WHERE_IS_THE_FOCUS = "(stops) => stops.find((stop) => document.activeElement.closest(stop)) ?? null"


def way_of_the_tab_key(page: Page) -> list[str]:
    """The parts of the page the Tab key leads through, from the beginning of the page to its end."""
    page.evaluate("document.activeElement.blur()")
    way: list[str] = []
    for _step in range(80):
        page.keyboard.press("Tab")
        stop = page.evaluate(WHERE_IS_THE_FOCUS, list(STOPS))
        if stop is None:
            return way
        if STOPS[stop] not in way[-1:]:
            way.append(STOPS[stop])
    raise AssertionError(f"The Tab key never leaves the page: {way}")


@contextmanager
def no_answer(page: Page) -> Iterator[None]:
    """What the page asks for is answered afterwards."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    intercept(page, "**/draft/", hold)
    yield
    wait_until(page, lambda: held)
    for route in held:
        route.continue_()
    page.unroute("**/draft/")


def keys(page: Page, *pressed: str) -> None:
    for key in pressed:
        page.keyboard.press(key)


def test_a_maneuver_is_planned_with_the_keyboard_alone(server: SiteServer, browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Ann"))
    armies = {"Austria": ["Vienna", "Vienna", "Prague"]}
    table = arrange(server, position(players=("Ann", "Ben"), fleets={"Austria": ["Trieste"]}, armies=armies))
    page.goto(table)
    asked(page, "Austria-Hungary: choose an action")

    # The Tab key leads to the question first, then to the map it is about, and to everything else once.
    # News that redraws a part gives the focus back a moment later, so a way that ends early is gone again.
    wait_until(page, lambda: way_of_the_tab_key(page) == [*STOPS.values()])

    # The map moves under the keys.
    tab_into(page, ".imp-board__view")
    before = page.locator(".imp-board__sheets").get_attribute("style") or ""
    keys(page, "+", "ArrowRight")
    expect(page.locator(".imp-board__sheets")).not_to_have_attribute("style", before)
    keys(page, "0")

    # Arrows walk over the legal sectors of the rondel.
    tab_into(page, "[name=spot]")
    keys(page, "Space")
    for _step in range(8):
        if page.locator("#spot-3").is_checked():
            break
        keys(page, "ArrowDown")
    expect(page.get_by_role("button", name="Plan the maneuver")).to_be_enabled()
    tab_into(page, ".imp-go button")
    keys(page, "Enter")
    asked(page, "plan the maneuver")

    # Numbers jump to rows, arrows walk, Enter takes a unit in hand, and Enter sends it.
    keys(page, "2")
    expect(page.locator("#row-1")).to_be_focused()
    keys(page, "ArrowUp")
    expect(page.locator("#row-0")).to_be_focused()
    step_before = page.locator("#decide").evaluate("(part) => part.outerHTML")
    keys(page, "Enter")
    expect(page.locator("#destination")).to_be_focused()
    keys(page, "ArrowDown")
    expect(page.locator("#destination")).to_have_value("Ionian Sea")
    # The step before is told once more when the next one is shown already.
    page.evaluate(TELL, step_before)
    expect(page.locator("#destination")).to_have_value("Ionian Sea")
    expect(page.locator("#destination")).to_be_focused()
    # Late news of the step before come between the key and its answer.
    with no_answer(page):
        keys(page, "Enter")
        page.evaluate(TELL, step_before)
        expect(page.locator("#destination")).to_have_value("Ionian Sea")
    expect(page.locator("#row-0")).to_contain_text("Trieste to Ionian Sea")
    expect(page.locator("#row-0")).to_be_focused()

    # Escape puts a unit back. Alt and an arrow change the order.
    keys(page, "4", "Enter")
    expect(page.locator("#destination")).to_be_focused()
    keys(page, "ArrowDown", "Escape")
    expect(page.locator("#row-3")).to_contain_text("Stays in Prague")
    expect(page.locator("#row-3")).to_be_focused()
    keys(page, "Alt+ArrowUp")
    expect(page.locator("#row-2")).to_contain_text("Stays in Prague")
    expect(page.locator("#row-2")).to_be_focused()
    expect(row(page, 3)).to_contain_text("Stays in Prague")

    tab_into(page, "#submit-plan")
    keys(page, "Enter")
    asked(page, "Italy: choose an action")
    expect(page.locator("#log")).to_contain_text("Ionian Sea")


def test_the_last_of_two_quick_choices_on_the_rondel_counts(server: SiteServer, browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Ann"))
    page.goto(arrange(server, position(players=("Ann", "Ben"), armies={"Austria": ["Vienna"]})))
    asked(page, "Austria-Hungary: choose an action")
    page.locator("#spot-2").focus()
    with no_answer(page):
        keys(page, "Space", "ArrowDown")
    expect(page.get_by_role("button", name="Plan the maneuver")).to_be_enabled()
    expect(page.locator("#spot-3")).to_be_checked()
    expect(page.locator("#spot-3")).to_be_focused()

    # It is kept as well.
    page.reload()
    expect(page.locator("#spot-3")).to_be_checked()
    expect(page.get_by_role("button", name="Plan the maneuver")).to_be_enabled()


def test_keys_that_are_quicker_than_the_answers_lead_to_their_sector(
    server: SiteServer, browser_player: Players
) -> None:
    page = enter_as_guest(browser_player(name="Ann"))
    page.goto(arrange(server, position(players=("Ann", "Ben"), armies={"Austria": ["Vienna"]})))
    asked(page, "Austria-Hungary: choose an action")
    page.locator("#spot-1").focus()
    keys(page, "Space", "ArrowDown")
    # The keys never wait; what is told of the sectors on the way must not lead back to one of them.
    for _round in range(3):
        keys(page, *["ArrowDown"] * 7, *["ArrowUp"] * 7)
    keys(page, "ArrowDown")
    expect(page.get_by_role("button", name="Plan the maneuver")).to_be_enabled()
    expect(page.locator("#spot-3")).to_be_checked()
    expect(page.locator("#spot-3")).to_be_focused()
