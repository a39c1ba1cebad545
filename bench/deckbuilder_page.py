"""Time from a click on a card to the frame that shows it (aim: 100 ms) and to the server's confirmation."""

import statistics
from collections.abc import Callable

from playwright.sync_api import Page, sync_playwright

from tests.kit.browser import open_player
from tests.kit.chromium import launch_chromium
from tests.kit.server import Site

TURNS = 15
HAND_SIZE = 10
DISCARDS = 3
AIM_MILLISECONDS = 100

# Measures from the timestamp of the click until the frame that shows the change is painted.
WATCH = """() => {
  window.shown = [];
  window.confirmed = [];
  let asked = 0;
  addEventListener("click", (event) => {
    const card = event.target.closest(".dk-card, #lock");
    if (!card) return;
    const looks = () => document.getElementById("hand").className + card.className + card.textContent;
    const before = looks();
    if (document.getElementById("hand").dataset.phase === "planning") asked = event.timeStamp;
    requestAnimationFrame(() => {
      const changed = looks() !== before;
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.shown.push([performance.now() - event.timeStamp, changed]);
      channel.port2.postMessage(null);
    });
  }, true);
  document.addEventListener("htmx:afterRequest", () => window.confirmed.push(performance.now() - asked));
}"""


def run() -> None:
    site = Site()
    try:
        server = site.serve()
        with sync_playwright() as playwright:
            browser = launch_chromium(playwright)
            for title, phone in (("desktop", False), ("phone", True)):
                player = open_player(browser, name="Ada", origin=server.url, phone=phone, motion=True)
                measure(title, player.page)
                player.context.close()
            browser.close()
    finally:
        site.close()


def measure(title: str, page: Page) -> None:
    page.goto("/")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Good to see you, Ada.").wait_for()
    page.get_by_role("button", name="Deal a hand").click()
    page.locator("#settings > summary").click()
    page.get_by_role("group", name="Hand size").get_by_label(str(HAND_SIZE), exact=True).check(force=True)
    page.get_by_label("Discards each hand").select_option(str(DISCARDS))
    page.get_by_role("button", name="Deal with these numbers").click()
    page.locator(f"#hand[data-total='{DISCARDS}']").wait_for()
    page.evaluate(WATCH)
    working = cpu_milliseconds(page)
    for turn in range(1, TURNS + 1):
        page.locator(f"#hand[data-phase='discard'][data-turn='{turn}']").wait_for()
        for card in page.locator(".dk-card").all()[:DISCARDS]:
            card.click()
        page.locator("#confirm").click()
        page.locator("#hand[data-phase='planning']").wait_for()
        for card in page.locator(".dk-card").all():
            card.click()
        page.locator("#lock").click()
        page.locator("#hand[data-phase='executing']").wait_for()
        page.locator("#end-turn").click()
    spent = working()
    shown: list[tuple[float, bool]] = page.evaluate("window.shown")
    assert all(changed for _milliseconds, changed in shown), "A click has shown nothing in the next frame."
    report(f"{title}: a click shows after", [milliseconds for milliseconds, _changed in shown])
    report(f"{title}: the server confirms after", page.evaluate("window.confirmed"), aim=None)
    print(f"{title}: {spent / len(shown):.1f} ms of the page's own CPU for a click and what follows from it")


def cpu_milliseconds(page: Page) -> Callable[[], float]:
    """Measures the CPU time of the page's main thread, which other load on the machine does not change."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def total() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    before = total()
    return lambda: total() - before


def report(what: str, figures: list[float], *, aim: int | None = AIM_MILLISECONDS) -> None:
    figures = sorted(figures)
    p95 = figures[int(len(figures) * 0.95)]
    wanted = f"; aim: {aim}" if aim else ""
    print(f"{what} {statistics.median(figures):.0f} ms (median), {p95:.0f} ms (p95{wanted}), {len(figures)} times")
