"""Looks at a page at the sizes of many screens, light and dark, as somebody with a ruler would."""

import json
import re
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.kit.browser import BrowserPlayer, end_fades, expect_value
from tests.kit.server import SiteServer

LONGEST = "W" * 20
# Three marks on every letter, none of which is a part of it in the normal form; four would be more than a name holds.
MARKED = "q\u0323\u030c\u0301" * 9 + " " + "\u1e93\u030c\u0301" * 10
LONG_NAMES = ("Bartholomew Quincy X", "عبد الرحمن بن عبد الله"[:20], MARKED)
SIX = (LONGEST, *LONG_NAMES, "Wilhelmina Overstree", "Ines")
SIZES = (
    (320, 568),
    (360, 640),
    (390, 844),
    (768, 1024),
    (1024, 768),
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (1536, 864),
    (1920, 950),
    (2560, 1440),
)
SCENES = "tests.look.scenes"
LIGHTS: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
# Text is measured by its own boxes. What scrolls may go on beyond its edge; what covers the page on purpose (a dialog,
# a popover, an open menu, a message, what sticks) lies over it; a link within a sentence is as high as its line.
FAULTS = """() => {
  const COVERS = "dialog, [popover], #toasts, .menu__list";
  // What scrolls sideways on purpose: wide tables, and the quick words of a phone, which are one row.
  const SIDEWAYS = ".table-scroll, .talk__words";
  const SHARE = 0.6;
  const CONTROL = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const faults = new Set();
  const told = (text) => text.trim().replace(/\\s+/g, " ").slice(0, 40);
  const style = new Map();
  const look = (element) => style.get(element) ?? style.set(element, getComputedStyle(element)).get(element);
  const edges = new Map();
  const edgeOf = (element) => edges.get(element)
    ?? edges.set(element, element.getBoundingClientRect()).get(element);
  const ways = new Map();
  const wayUp = (element) => {
    if (!ways.has(element)) {
      ways.set(element, element === document.documentElement ? [element] : [element, ...wayUp(element.parentElement)]);
    }
    return ways.get(element);
  };
  const isHeard = (element) => wayUp(element).some((each) => {
    const { clipPath, position, width, height } = look(each);
    return clipPath === "inset(50%)" || (position === "absolute" && width === "1px" && height === "1px");
  });
  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
    && !isHeard(element);
  // What sticks to the top lies in its own place until somebody scrolls.
  const floats = ({ position, bottom }) =>
    position === "fixed" || (position === "sticky" && (scrollY > 0 || bottom !== "auto"));
  const layer = (element) => wayUp(element).find((each) => each.matches(COVERS) || floats(look(each))) ?? null;
  const scrolls = (value) => value === "auto" || value === "scroll";
  const cuts = (value) => value === "hidden" || value === "clip";

  if (document.documentElement.scrollWidth > innerWidth) {
    faults.add(`wider than the window: ${document.documentElement.scrollWidth}`);
  }

  // Of a text that says all of itself in a title most letters stand there; no row has room for twenty wide ones.
  const isExcused = (node, up) => {
    if (!told(up.title) || !told(up.title).includes(told(node.data))) return false;
    if (/W{20}/.test(node.data)) return true;
    const { textOverflow, fontSize } = look(up);
    const dots = textOverflow === "ellipsis" ? parseFloat(fontSize) : 0;
    const edge = edgeOf(up);
    const letters = [...new Intl.Segmenter().segment(node.data)].filter(({ segment }) => segment.trim());
    const seen = letters.filter(({ index, segment }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + segment.length);
      const { left, right, bottom, height } = range.getBoundingClientRect();
      return left >= edge.left - 1.5 && right <= edge.right + 1.5 - dots && bottom <= edge.bottom + height * 0.2;
    });
    return seen.length >= letters.length * SHARE;
  };

  // What lies within a box that scrolls, all of it, and under null what is seen of the page now.
  const panes = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || ["SCRIPT", "STYLE", "NOSCRIPT", "OPTION", "TEMPLATE"].includes(element.tagName)) continue;
    // The stamp that doubles falls upon the hand, aslant: its boxes lie over all of it.
    if (element.closest("svg, .stamp") || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const note = (pane) => {
      if (!panes.has(pane)) panes.set(pane, []);
      panes.get(pane).push(...boxes.map((box) => ({ box, element, text: told(node.data), layer: layer(element) })));
    };
    for (const up of wayUp(element)) {
      const { display, overflowX, overflowY, position } = look(up);
      if (up === document.body || up === document.documentElement) break;
      if (display === "contents") continue;
      const edge = edgeOf(up);
      // A line's box has room above and below its letters.
      const spare = (box) => box.height * 0.2;
      const cut = boxes.some((box) =>
        (cuts(overflowX) && (box.right > edge.right + 1.5 || box.left < edge.left - 1.5))
        || (cuts(overflowY) && (box.bottom > edge.bottom + spare(box) || box.top < edge.top - spare(box))));
      if (cut && !isExcused(node, up)) {
        faults.add(`cut off: "${told(node.data)}" in ${up.tagName.toLowerCase()}.${up.className}`);
      }
      if (scrolls(overflowX) || scrolls(overflowY)) note(up);
      const [clipsX, clipsY] = [overflowX !== "visible", overflowY !== "visible"];
      boxes = boxes.map((box) => ({
        left: clipsX ? Math.max(box.left, edge.left) : box.left,
        right: clipsX ? Math.min(box.right, edge.right) : box.right,
        top: clipsY ? Math.max(box.top, edge.top) : box.top,
        bottom: clipsY ? Math.min(box.bottom, edge.bottom) : box.bottom,
        height: box.height,
      })).filter((box) => box.right > box.left && box.bottom > box.top);
      if (position === "fixed" || up.matches(":popover-open, :modal")) break;
    }
    note(null);
  }
  for (const texts of panes.values()) {
    texts.sort((one, other) => one.box.top - other.box.top);
    for (const [place, one] of texts.entries()) {
      for (let next = place + 1; next < texts.length && texts[next].box.top < one.box.bottom; next += 1) {
        const other = texts[next];
        if (one.element === other.element || one.layer !== other.layer) continue;
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (wide > 2 && high > Math.min(one.box.height, other.box.height) * 0.25) {
          faults.add(`over each other: "${one.text}" and "${other.text}"`);
        }
      }
    }
  }

  for (const box of document.querySelectorAll("body *")) {
    if (!scrolls(look(box).overflowX) || box.matches(`${SIDEWAYS}, input`) || !isSeen(box)) continue;
    if (box.scrollWidth > box.clientWidth + 1) {
      const wide = `${box.scrollWidth} in ${box.clientWidth}`;
      faults.add(`scrolls sideways: ${box.tagName.toLowerCase()}.${box.className} ${wide}`);
    }
  }

  for (const control of document.querySelectorAll(CONTROL)) {
    if (!isSeen(control) || control.disabled) continue;
    if (control.tagName === "A" && look(control).display === "inline") continue;
    let { width, height } = control.getBoundingClientRect();
    for (const label of control.labels ?? []) {
      const box = label.getBoundingClientRect();
      [width, height] = [Math.max(width, box.width), Math.max(height, box.height)];
    }
    if (width < 23.5 || height < 23.5) {
      const name = told(control.ariaLabel ?? control.textContent) || control.name || control.id;
      faults.add(`small: "${name}" ${Math.round(width)}x${Math.round(height)}`);
    }
  }
  return [...faults];
}"""

# Colours change nothing of where everything lies: where dark and light agree, one of them is measured.
FAULTS_UNLESS_AS_BEFORE = f"""(isNewSize) => {{
  const layout = [...document.querySelectorAll("body *")].map((element) => {{
    const {{ x, y, width, height }} = element.getBoundingClientRect();
    return [x, y, width, height, element.scrollWidth, element.scrollHeight].join(" ");
  }}).join();
  if (!isNewSize && layout === window.measuredLayout) return null;
  window.measuredLayout = layout;
  return ({FAULTS})();
}}"""

# So many sizes leave a busy computer much to draw, and a click waits for two frames, but not for ever.
NOTE_DRAWN = """() => {
  window.drawn = false;
  requestAnimationFrame(() => requestAnimationFrame(() => { drawn = true; }));
}"""


def faults(page: Page) -> list[str]:
    """What is wrong on the page, each with the sizes and the light; the window is as before afterwards."""
    before = page.viewport_size
    found: dict[str, list[str]] = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wrong: list[str] = []
        for light in LIGHTS:
            page.emulate_media(color_scheme=light)
            end_fades(page)
            told: list[str] | None = page.evaluate(FAULTS_UNLESS_AS_BEFORE, light == LIGHTS[0])
            wrong = wrong if told is None else told
            for fault in wrong:
                found.setdefault(fault, []).append(f"{width}x{height} {light}")
    page.emulate_media(color_scheme="light")
    if before:
        page.set_viewport_size(before)
    page.evaluate(NOTE_DRAWN)
    expect_value(page, "drawn", value=True)
    everywhere = len(LIGHTS) * len(SIZES)
    return [
        f"{fault} ({'everywhere' if len(places) == everywhere else ', '.join(places)})"
        for fault, places in found.items()
    ]


def still(page: Page, html: str | None = None) -> Page:
    """A copy of the page without its script, as it stands or stood: for what is over sooner than it can be scanned."""
    words = re.sub("<script.*?</script>", "", html or page.content(), flags=re.DOTALL)
    copy = page.context.new_page()
    show(copy, page.url, words)
    return copy


def show(page: Page, address: str, html: str) -> None:
    """Shows this instead of what the site would answer."""
    page.route(address, lambda route: route.fulfill(body=html, content_type="text/html"), times=1)
    page.goto(address)


def faults_of_scenes(server: SiteServer, player: BrowserPlayer, group: str) -> dict[str, list[str]]:
    """Scans the scenes of `tests.look.scenes` that are in this group."""
    found, page = {}, player.page
    for name in json.loads(server.site.ask(SCENES, group)):
        scene = json.loads(server.site.ask(SCENES, name))
        player.context.clear_cookies()
        if scene["person"]["value"]:
            player.context.add_cookies([{**scene["person"], "url": player.origin}])
        if scene["html"]:
            show(page, player.origin + scene["path"], scene["html"])
        else:
            page.goto(scene["path"])
        for step in scene["presses"]:
            # What a phone alone shows is pressed on a desktop, too.
            page.evaluate(step) if "document" in step else page.locator(step).first.evaluate("(it) => it.click()")
            page.wait_for_load_state("networkidle")
        found[name.rpartition(": ")[2]] = faults(page)
    return found


def nothing_wrong(found: dict[str, list[str]]) -> None:
    """Tells of every state of the pages at once what is wrong with it."""
    told = [f"{state}: {fault}" for state, wrong in found.items() for fault in wrong]
    if told:
        pytest.fail("\n".join(told), pytrace=False)
