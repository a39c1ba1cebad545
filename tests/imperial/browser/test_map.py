"""The map under the hand: what it costs to come to it, and every way to look closer."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import FloatRect, Page, expect

from imperial.map.geometry import geometry
from imperial.map.sheet import region_id
from tests.imperial.browser.tables import Players, asked, table_of, table_with_the_map
from tests.kit.browser import enter_as_guest, measured_transfer, wait_until
from tests.kit.server import SiteServer

FIRST_VISIT_BYTES = 120 * 1024
NEXT_VISIT_BYTES = 14 * 1024
SMALLEST_LETTERS = 9.4
"""Pixels. Ten are meant; a word of the rondel must stay in its sector."""

PLACE_OF_THE_MAP = """() => {
  const { a: scale, e: x, f: y } = new DOMMatrix(document.querySelector(".imp-board__sheets").style.transform);
  return { scale, x, y };
}"""
HEIGHTS_OF_LETTERS = """() => {
  const letters = [...document.querySelectorAll(".imp-board__sheets :is(text, use.lab)")];
  const shown = letters.filter((text) => text.getClientRects().length);
  return shown.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
}"""

PLACES_UNDER_SHAPES = """async ([shapes, places]) => {
  const sheet = document.querySelector(".map--sheet");
  const address = sheet.querySelector("[data-place]").getAttribute("href");
  const drawing = new DOMParser().parseFromString(await (await fetch(address)).text(), "image/svg+xml");
  return shapes.flatMap((shape) => {
    const drawn = sheet.appendChild(document.importNode(drawing.getElementById(shape)));
    const under = Object.entries(places).filter(([, [x, y]]) => drawn.isPointInFill(new DOMPoint(x, y)));
    drawn.remove();
    return under.map(([place]) => `${place} under ${shape}`);
  });
}"""


@dataclass(frozen=True, kw_only=True)
class Place:
    scale: float
    x: float
    y: float


def place_of(page: Page) -> Place:
    return Place(**page.evaluate(PLACE_OF_THE_MAP))


def box_of(page: Page) -> FloatRect:
    box = page.locator(".imp-board__view").bounding_box()
    assert box is not None
    return box


def middle_of_the_map(page: Page) -> tuple[float, float]:
    box = box_of(page)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_first_visit_brings_little_with_nothing_in_the_cache(server: SiteServer, browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Nora"))
    table = table_of(server, "Nora")
    with measured_transfer(page) as received:
        page.goto(table, wait_until="networkidle")
        asked(page, "Austria-Hungary: choose an action")
        assert received() <= FIRST_VISIT_BYTES


def test_the_next_visit_does_not_bring_the_map_again(server: SiteServer, browser_player: Players) -> None:
    nora = browser_player(name="Nora")
    page = enter_as_guest(nora)
    table = table_of(server, "Nora")
    page.goto(table, wait_until="networkidle")
    drawing = page.locator(".map--sheet [data-place]").first.get_attribute("href")
    assert drawing
    answer = nora.context.request.get(drawing)
    assert "immutable" in answer.headers["cache-control"]
    with measured_transfer(page) as received:
        page.goto(table, wait_until="networkidle")
        asked(page, "Austria-Hungary: choose an action")
        assert 0 < received() <= NEXT_VISIT_BYTES


def test_a_mouse_a_wheel_and_buttons_move_the_map(server: SiteServer, browser_player: Players) -> None:
    page = table_with_the_map(server, browser_player(name="Moritz"))
    whole = place_of(page)
    assert whole == Place(scale=1, x=0, y=0)
    x, y = middle_of_the_map(page)

    # The wheel zooms about the place under the mouse, and back again.
    page.mouse.move(x - 200, y)
    page.mouse.wheel(0, -300)
    wait_until(page, lambda: place_of(page).scale > 1.5)
    near = place_of(page)
    assert near.x == pytest.approx((near.scale - 1) * (box_of(page)["width"] / -2 + 200), abs=2)
    page.mouse.wheel(0, 3000)
    wait_until(page, lambda: place_of(page) == whole)

    # Two clicks on a place show the whole of it, two more go closer.
    board, (east, south) = box_of(page), geometry().regions["Vienna"].pole
    unit = board["width"] / geometry().view_box[2]
    page.mouse.dblclick(board["x"] + east * unit, board["y"] + south * unit)
    vienna = page.locator('[data-place="Vienna"]').bounding_box()
    assert vienna is not None
    assert board["x"] < vienna["x"] < vienna["x"] + vienna["width"] < board["x"] + board["width"]
    assert board["y"] < vienna["y"] < vienna["y"] + vienna["height"] < board["y"] + board["height"]
    assert max(vienna["width"] / board["width"], vienna["height"] / board["height"]) > 0.8
    shown = place_of(page)
    page.mouse.dblclick(x, y)
    assert place_of(page).scale > shown.scale

    # A drag takes the map along, and never over its edge.
    page.get_by_role("button", name="Whole map").click()
    for _step in range(2):
        page.get_by_role("button", name="Zoom in").click()
    before = place_of(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=3)
    page.mouse.up()
    dragged = place_of(page)
    assert (dragged.scale, dragged.x - before.x, dragged.y - before.y) == pytest.approx((before.scale, 60, 30), abs=0.1)
    page.mouse.move(x - 350, y - 200)
    page.mouse.down()
    page.mouse.move(x + 350, y + 200, steps=3)
    page.mouse.up()
    assert (place_of(page).x, place_of(page).y) == (0, 0)

    for name, grows in (("Zoom in", True), ("Zoom out", False)):
        before = place_of(page)
        page.get_by_role("button", name=name).click()
        assert (place_of(page).scale > before.scale) is grows
    page.get_by_role("button", name="Whole map").click()
    assert place_of(page) == whole


def test_keys_move_the_map(server: SiteServer, browser_player: Players) -> None:
    page = table_with_the_map(server, browser_player(name="Karla"))
    page.locator(".imp-board__view").focus()
    whole = place_of(page)
    page.keyboard.press("+")
    page.keyboard.press("+")
    near = place_of(page)
    assert near.scale > whole.scale
    for key, across, down in (("ArrowRight", -1, 0), ("ArrowDown", 0, -1), ("ArrowLeft", 1, 0), ("ArrowUp", 0, 1)):
        before = place_of(page)
        page.keyboard.press(key)
        after = place_of(page)
        assert ((after.x > before.x) - (after.x < before.x), (after.y > before.y) - (after.y < before.y)) == (
            across,
            down,
        )
    page.keyboard.press("-")
    assert place_of(page).scale < near.scale
    page.keyboard.press("0")
    assert place_of(page) == whole


def test_two_fingers_pinch_the_map_and_one_moves_it(server: SiteServer, browser_player: Players) -> None:
    page = table_with_the_map(server, browser_player(name="Fritz", phone=True))
    x, y = middle_of_the_map(page)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": across, "y": down, "id": number} for number, (across, down) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    wait_until(page, lambda: place_of(page).scale > 1)
    before = place_of(page)
    fingers("touchStart", (x - 30, y), (x + 30, y))
    for apart in (40, 50, 60):
        fingers("touchMove", (x - apart, y), (x + apart, y))
    fingers("touchEnd")
    near = place_of(page)
    assert near.scale == pytest.approx(before.scale * 2, rel=0.1)
    # What was between the fingers still is.
    assert (x - near.x) / near.scale == pytest.approx((x - before.x) / before.scale, abs=6)

    fingers("touchStart", (x, y))
    for step in (10, 25, 40):
        fingers("touchMove", (x + step, y))
    fingers("touchEnd")
    moved = place_of(page)
    assert (moved.scale, moved.y) == (near.scale, near.y)
    assert moved.x == pytest.approx(near.x + 40, abs=1)
    # The page under the fingers has stayed where it was.
    assert page.evaluate("scrollY") == 0


def test_letters_on_the_map_can_be_read_at_any_width(server: SiteServer, browser_player: Players) -> None:
    page = table_with_the_map(server, browser_player(name="Lotte"))
    for width in (1280, 1400, 1024, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.reload()
        wait_until(page, lambda: min(page.evaluate(HEIGHTS_OF_LETTERS)) >= SMALLEST_LETTERS)
        page.locator("[data-zoom=in]").click()
        expect(page.locator(".imp-board__view.is-moving")).to_have_count(0)
        wait_until(page, lambda: min(page.evaluate(HEIGHTS_OF_LETTERS)) >= SMALLEST_LETTERS)


def test_a_phone_looks_closely_when_the_game_begins(browser_player: Players) -> None:
    page = enter_as_guest(browser_player(name="Tilda", phone=True))
    page.goto("/imperial/new/")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Add a bot").first.click()
    page.get_by_role("button", name="Start the game").click()
    asked(page, "Austria-Hungary: place your sealed bid")
    wait_until(page, lambda: place_of(page).scale > 1)


def test_the_light_of_a_sea_ends_at_its_coasts(server: SiteServer, browser_player: Players) -> None:
    page = table_with_the_map(server, browser_player(name="Juno"))
    regions = geometry().regions
    seas = [region_id(name) for name, region in regions.items() if region.kind == "sea"]
    inland = {name: region.pole for name, region in regions.items() if region.kind == "land"}
    assert page.evaluate(PLACES_UNDER_SHAPES, [seas, inland]) == []
    # A place is found where it is.
    found = page.evaluate(PLACES_UNDER_SHAPES, [[region_id("Vienna")], inland])
    assert found == [f"Vienna under {region_id('Vienna')}"]
