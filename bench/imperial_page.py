"""How soon a click in the planner is answered, and how smoothly the map moves on a slow machine."""

import statistics
from itertools import pairwise

from playwright.sync_api import Page, sync_playwright

from tests.imperial.browser.tables import arrange
from tests.imperial.rules.positions import position
from tests.kit.browser import enter_as_guest, open_player
from tests.kit.chromium import launch_chromium
from tests.kit.server import Site, SiteServer

CLICKS = 60
CLICK_AIM_MILLISECONDS = 60
SLOWER = 4
FRAMES_AIM = 50
PAN_STEPS = 120
BUSY_BOARD = {
    "fleets": {"Austria": ["Ionian Sea"] * 3, "Italy": ["Western Med"] * 3, "England": ["North Sea"] * 4},
    "armies": {
        "Austria": ["Vienna", "Vienna", "Budapest", "Budapest", "Prague", "Lemberg", "Trieste", "Romania"],
        "Germany": ["Berlin", "Munich", "Holland", "Belgium"],
        "Russia": ["Moscow", "Kiev", "Warsaw", "Odessa"],
    },
}

# Every frame that is shown while a hand drags the map to and fro and the wheel turns.
WATCH_FRAMES = """() => {
  window.frames_seen = [];
  const note = (now) => { window.frames_seen.push(now); window.watching && requestAnimationFrame(note); };
  window.watching = true;
  requestAnimationFrame(note);
}"""


def run() -> None:
    site = Site()
    try:
        server = site.serve()
        with sync_playwright() as playwright:
            browser = launch_chromium(playwright)
            player = open_player(browser, name="Ann", origin=server.url, motion=True)
            page = enter_as_guest(player)
            plan_on(page, server)
            measure_clicks(page)
            measure_frames(page)
            browser.close()
    finally:
        site.close()


def plan_on(page: Page, server: SiteServer) -> None:
    page.goto(arrange(server, position(players=("Ann", "Ben"), **BUSY_BOARD)))  # type: ignore[arg-type] # mixed values
    page.locator('[data-for="spot-3"] .sec-n').click()
    page.get_by_role("button", name="Plan the maneuver").click()
    page.locator("[data-plan]").wait_for()


def measure_clicks(page: Page) -> None:
    """From the request to the last byte of the answer, as the browser saw it."""
    took: list[float] = []
    for number in range(CLICKS):
        row = page.locator(f"#row-{number % 8}")
        with page.expect_response("**/draft/") as answer:
            row.click()
        response = answer.value
        response.finished()
        took.append(response.request.timing["responseEnd"])
        page.locator("#destination").wait_for()
        page.keyboard.press("Escape")
        row.wait_for()
    took.sort()
    p95 = took[int(len(took) * 0.95)]
    print(
        f"a click in the planner is answered after {statistics.median(took):.0f} ms (median), "
        f"{p95:.0f} ms (p95; aim: {CLICK_AIM_MILLISECONDS}), {len(took)} times"
    )


def measure_frames(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    box = page.locator(".imp-board__view").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -500)
    for title, act in (("panning", pan), ("zooming", zoom)):
        page.evaluate(WATCH_FRAMES)
        act(page, x, y)
        seen: list[float] = page.evaluate("() => { window.watching = false; return window.frames_seen; }")
        gaps = sorted(later - earlier for earlier, later in pairwise(seen))
        per_second = 1000 * len(gaps) / sum(gaps)
        slowest = gaps[int(len(gaps) * 0.95)]
        print(
            f"{title}, {SLOWER} times slower: {per_second:.0f} frames a second (aim: {FRAMES_AIM}), "
            f"{slowest:.0f} ms between two (p95), {len(gaps)} frames"
        )


def pan(page: Page, x: float, y: float) -> None:
    page.mouse.down()
    for step in range(PAN_STEPS):
        across = 150 - abs(step * 5 % 600 - 300)
        page.mouse.move(x + across, y + across / 2)
    page.mouse.up()


def zoom(page: Page, x: float, y: float) -> None:
    page.mouse.move(x, y)
    for step in range(PAN_STEPS):
        page.mouse.wheel(0, -40 if step % 20 < 10 else 40)
