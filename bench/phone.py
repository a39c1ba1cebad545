"""How long a page keeps a phone busy while it opens: Chromium at a quarter of its speed, in the window of a phone.

Blocking time is what tasks take beyond 50 milliseconds each, from the first byte until the page has been quiet. The
machine must be idle: these are no CPU times.
"""

import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.cpu import load_of_machine
from tests.imperial.browser.tables import arrange
from tests.imperial.rules.positions import position
from tests.kit.browser import enter_as_guest, open_player
from tests.kit.chromium import launch_chromium
from tests.kit.server import Site, SiteServer

SLOWER = 4
LOADS = 9
QUIET_MILLISECONDS = 1500
"""Longer than it takes the socket to open and its first message to be shown."""

WATCH_TASKS = """() => {
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((task) => task.duration)))
    .observe({ type: "longtask", buffered: true });
}"""
BLOCKING = "() => window.tasks.reduce((sum, duration) => sum + duration - 50, 0)"


def run() -> None:
    print(f"-- {load_of_machine()}")
    site = Site()
    try:
        server = site.serve()
        with sync_playwright() as playwright:
            browser = launch_chromium(playwright)
            with phone(browser, server) as page:
                report(page, "home, a stranger", "/")
            with phone(browser, server, name="Ann") as page:
                report(page, "home, a guest", "/")
                report(page, "Imperial table", arrange(server, position(players=("Ann", "Ben"))))
            browser.close()
    finally:
        site.close()


@contextmanager
def phone(browser: Browser, server: SiteServer, *, name: str = "") -> Iterator[Page]:
    player = open_player(browser, name=name or "Nobody", origin=server.url, phone=True)
    page = enter_as_guest(player) if name else player.page
    session: CDPSession = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(f"({WATCH_TASKS})()")
    yield page
    page.context.close()


def report(page: Page, what: str, address: str) -> None:
    """A first visit, which fetches and compiles the scripts, and then visits with a warm cache."""
    times = [blocking(page, address) for _load in range(LOADS)]
    again = f"again {statistics.median(times[1:]):4.0f} ({min(times[1:]):.0f} to {max(times[1:]):.0f})"
    print(f"{what:20} blocks for {times[0]:4.0f} ms at first, {again}")
    sys.stdout.flush()


def blocking(page: Page, address: str) -> float:
    page.goto(address, wait_until="load")
    page.wait_for_timeout(QUIET_MILLISECONDS)
    total: float = page.evaluate(BLOCKING)
    return total
