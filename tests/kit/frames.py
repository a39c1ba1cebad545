"""What an update of a page brings, by answer or by socket: elements, each of which replaces the one with its id."""

import re
from html.parser import HTMLParser

NO_PARTS = {"beat", "own-beat", "names-beat", "answer"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class _Outermost(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.elements: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth == 0:
            self.elements.append(dict(attrs))
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
