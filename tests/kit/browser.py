"""Players in browsers: contexts of one Chromium, watched for errors and for requests that leave the site."""

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route, ViewportSize, expect

DESKTOP = ViewportSize(width=1280, height=900)
PHONE = ViewportSize(width=390, height=844)
WIDTHS = (320, 360, 390, 768, 840, 920, 1024, 1120, 1280)
SCREENSHOTS = Path(__file__).resolve().parents[2] / "var" / "screenshots"
# What axe calls WCAG 2.2 AA, and its own advice.
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# A fifth less work for axe: selectors are for reports, stylesheets for a rule that is off, and there are no frames.
WITHOUT_PLACES = {"selectors": False, "preload": {"assets": ["media"]}, "iframes": False}
# Patience costs nothing while all is well, and a busy machine needs it.
WAIT_MILLISECONDS = 30_000
POLL_MILLISECONDS = 20

expect.set_options(timeout=WAIT_MILLISECONDS)
_addresses = count(1)


@dataclass(kw_only=True)
class BrowserPlayer:
    """One person with a browser of their own: nothing is shared with other players but the site."""

    name: str
    context: BrowserContext
    page: Page
    origin: str
    problems: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    _expected: list[str] = field(default_factory=list)

    def expect_problem(self, pattern: str) -> None:
        """Console errors that match are part of what the test provokes, such as a refused action."""
        self._expected.append(pattern)

    def assert_no_problems(self) -> None:
        unexpected = [
            problem for problem in self.problems if not any(re.search(pattern, problem) for pattern in self._expected)
        ]
        assert not unexpected, f"The browser of {self.name} complains:\n" + "\n".join(unexpected)

    def assert_nothing_left_the_site(self) -> None:
        own = urlsplit(self.origin).netloc
        outside = [url for url in self.requests if urlsplit(url).netloc not in ("", own)]
        assert not outside, f"The browser of {self.name} asked elsewhere:\n" + "\n".join(outside)


def open_player(
    browser: Browser,
    *,
    name: str,
    origin: str,
    phone: bool = False,
    dark: bool = False,
    motion: bool = False,
    javascript: bool = True,
    scale: float = 1,
) -> BrowserPlayer:
    number = next(_addresses)
    context = browser.new_context(
        base_url=origin,
        viewport=PHONE if phone else DESKTOP,
        device_scale_factor=scale,
        has_touch=phone,
        is_mobile=phone,
        color_scheme="dark" if dark else "light",
        reduced_motion="no-preference" if motion else "reduce",
        java_script_enabled=javascript,
        locale="en",
        # The site limits what one address may do; players sit at different ones.
        extra_http_headers={"X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"},
    )
    context.set_default_timeout(WAIT_MILLISECONDS)
    player = BrowserPlayer(name=name, context=context, page=context.new_page(), origin=origin)

    def note_message(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            player.problems.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    context.on("console", note_message)
    context.on("weberror", lambda failure: player.problems.append(f"page error: {failure.error}"))
    context.on("request", lambda request: player.requests.append(request.url))
    context.on("page", lambda page: page.on("websocket", lambda socket: player.requests.append(socket.url)))
    player.page.on("websocket", lambda socket: player.requests.append(socket.url))
    return player


def csrf_token(player: BrowserPlayer) -> str:
    return next(cookie.get("value", "") for cookie in player.context.cookies() if cookie.get("name") == "csrftoken")


def move_by_post(page: Page) -> None:
    """Lets the moves of a table's page go by POST, as where its socket is shut, until the page is loaded anew."""
    # Before its scripts run the page sends its forms as a page without script does.
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    page.evaluate("delete document.getElementById('live').dataset.moves")


def enter_as_guest(player: BrowserPlayer) -> Page:
    """Lets a player in under their name at the cost of no page: how people come in has tests of its own."""
    player.context.request.get("/")
    headers = {"X-CSRFToken": csrf_token(player)}
    answer = player.context.request.post(
        "/account/guest/", headers=headers, form={"name": player.name}, max_redirects=0
    )
    assert answer.status == 302, answer.text()
    return player.page


def _patience_ends_at() -> float:
    return time.monotonic() + WAIT_MILLISECONDS / 1000


def wait_until(page: Page, condition: Callable[[], object]) -> None:
    """For what no locator can see. The page and its routes live on in the meantime."""
    give_up_at = _patience_ends_at()
    while not condition():
        assert time.monotonic() < give_up_at, "waited in vain"
        page.wait_for_timeout(POLL_MILLISECONDS)


PROBE = "/healthz?is-held"


def intercept(page: Page, pattern: str, answer: Callable[[Route], object]) -> None:
    """`page.route`, in effect when this returns: under load a request that followed at once could slip through."""
    caught: list[Route] = []

    def catch(route: Route) -> None:
        caught.append(route)
        route.fulfill(status=204)

    page.route(pattern, answer)
    page.route(f"**{PROBE}", catch)

    def is_in_effect() -> bool:
        page.evaluate("(probe) => fetch(probe).then(() => null)", PROBE)
        return bool(caught)

    wait_until(page, is_in_effect)
    page.unroute(f"**{PROBE}")


def expect_value(page: Page, expression: str, value: object) -> None:
    """What a script says comes to be this. Most of what a page does is done a moment after its cause."""
    found, give_up_at = page.evaluate(expression), _patience_ends_at()
    while found != value and time.monotonic() < give_up_at:
        page.wait_for_timeout(POLL_MILLISECONDS)
        found = page.evaluate(expression)
    assert found == value, f"{expression}: {found!r}"


def rest_the_pointer_on_messages(page: Page) -> None:
    """What is being read does not leave by itself: on a busy machine its four seconds may be over before the look."""
    page.evaluate(
        """new MutationObserver((changes) => changes.forEach(({ addedNodes }) =>
            addedNodes.forEach((message) => message.dispatchEvent(new PointerEvent("pointerenter")))))
            .observe(document.getElementById("toasts"), { childList: true })"""
    )


# All that the page's announcer says to screen readers, from the moment the page is opened.
NOTE_SAID = """window.said = [];
addEventListener("DOMContentLoaded", () => {
    const announcer = document.getElementById("announcer");
    if (!announcer) return;
    new MutationObserver(() => announcer.textContent && said.push(announcer.textContent))
        .observe(announcer, { childList: true });
});"""

# Ends what moves or fades for a moment and returns it; leaves what moves for ever or counts seconds.
END_FADES = """() => {
  const fades = document.getAnimations().filter((fade) =>
    fade.playState === "running" && fade.effect.getComputedTiming().endTime < 2000);
  for (const fade of fades) fade.finish();
  const moving = fades.map(({ effect }) => `${effect.target.outerHTML.slice(0, 80)} ${effect.pseudoElement ?? ""}`);
  return document.documentElement.matches(":active-view-transition") ? [...moving, "view transition"] : moving;
}"""


def end_fades(page: Page) -> None:
    """Brings colours and places to their final value.

    The page's own `fade.finished` is not waited for: it never comes while Chromium draws no frames of the page.
    """
    give_up_at = _patience_ends_at()
    while moving := page.evaluate(END_FADES):
        assert time.monotonic() < give_up_at, f"{page.url} does not come to rest:\n" + "\n".join(moving)
        page.wait_for_timeout(POLL_MILLISECONDS)


def axe_clean(page: Page) -> None:
    """Fails with a readable report if axe finds an accessibility violation on the page."""
    end_fades(page)
    options = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": AXE_TAGS}}
    if Axe().run(page, options=options | WITHOUT_PLACES).violations_count:
        pytest.fail(f"{page.url}\n{Axe().run(page, options=options).generate_report()}")


def screenshot(page: Page, name: str) -> Path:
    """Keeps a picture of the whole page to look at, in var/screenshots; a run of all tests is quicker without."""
    file = SCREENSHOTS / f"{name}.png"
    if "TEST_WITHOUT_PICTURES" not in os.environ:
        page.screenshot(path=file, full_page=True, animations="disabled")
    return file


def never_wide(page: Page) -> None:
    """Measured against the window as it was opened: a phone tells a wider one once a page is too wide for it."""
    size = page.viewport_size or DESKTOP
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def overflow_by_width(page: Page) -> dict[int, int]:
    """By how many pixels the page is wider than its window, for each width of the window where it is."""
    size = page.viewport_size or DESKTOP
    overflow = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": size["height"]})
        overflow[width] = page.evaluate("document.documentElement.scrollWidth") - width
    page.set_viewport_size(size)
    return {width: pixels for width, pixels in overflow.items() if pixels > 0}


@contextmanager
def measured_transfer(page: Page) -> Iterator[Callable[[], int]]:
    """Counts the bytes that really travel, compressed and with headers, until they are asked for."""
    received: list[int] = []
    under_way: set[str] = set()
    session = page.context.new_cdp_session(page)
    session.on("Network.requestWillBeSent", lambda event: under_way.add(event["requestId"]))
    session.on("Network.loadingFailed", lambda event: under_way.discard(event["requestId"]))

    def finish(event: dict[str, Any]) -> None:
        under_way.discard(event["requestId"])
        received.append(int(event["encodedDataLength"]))

    def all_received() -> int:
        # What is told of requests may come later than the page they belong to; the answer to this comes after it.
        session.send("Network.enable")
        wait_until(page, lambda: not under_way)
        return sum(received)

    session.on("Network.loadingFinished", finish)
    session.send("Network.enable")
    yield all_received
    session.detach()
