"""What an update of a page brings, by answer or by socket: elements, each of which replaces the one with its id."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

NO_PARTS = {"beat", "own-beat", "names-beat", "answer", "watching"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class _Outermost(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.elements: list[dict[str, str | None]] = []
        self.starts: list[tuple[int, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth == 0:
            self.elements.append(dict(attrs))
            self.starts.append(self.getpos())
        self.depth += tag not in VOID

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Inside of a drawing, such as `<use/>`."""

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag not in VOID


def shown_in(html: str) -> str:
    """What the page of a table, or an answer to its polling, shows: sent with the next poll."""
    beats = [re.findall(rf'<div id="{beat}" data-seq="(\w+)"', html) for beat in ("beat", "names-beat")]
    return ".".join(mark for (mark,) in beats)


def parts_in(update: str) -> set[str]:
    """The names of the parts it replaces; lists that get new lines are not among them."""
    outermost = _Outermost()
    outermost.feed(update)
    replaced = (element for element in outermost.elements if element.get("hx-swap-oob", "true") == "true")
    return {str(element["id"]) for element in replaced} - NO_PARTS


def watching_in(html: str) -> int | None:
    """How many look on, as a page or an update tells it; None where it tells nothing of it."""
    found = re.search(r'<(?:span|button)\s+id="watching"[^>]*>\s*(?:<svg.*?</svg>\s*<b>(\d+)</b>)?', html, re.DOTALL)
    return int(found[1] or 0) if found else None


def without_watching(update: str) -> str:
    """What it brings besides how many look on, which comes when it is known."""
    number = r"\s*<svg.*?</svg>\s*<b>\d+</b>\s*<span[^>]*>[^<]*</span>\s*"
    return re.sub(rf'<(span|button)\s+id="watching"[^>]*>(?:{number}|\s*)</\1>', "", update, flags=re.DOTALL)


def merge(shown: str, update: str) -> str:
    """What a page shows that has shown the one update and then the other; lists that get new lines are made longer."""
    newer = [*_elements(update)]
    replaced = {name for name, _html in newer}
    return "".join(html for name, html in (*_elements(shown), *newer) if name not in replaced or (name, html) in newer)


def _elements(update: str) -> Iterator[tuple[str, str]]:
    """The outermost elements by id; what is added to others has none."""
    outermost = _Outermost()
    outermost.feed(update)
    lines = [0, *(found.end() for found in re.finditer("\n", update))]
    starts = [lines[line - 1] + column for line, column in outermost.starts]
    for element, start, end in zip(outermost.elements, starts, [*starts[1:], len(update)], strict=True):
        yield str(element.get("id", "")), update[start:end]
