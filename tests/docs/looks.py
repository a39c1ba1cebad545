"""What decides how a page looks: the elements that the server sends, the words in them, and the files they name.

Space between elements does not count, so templates can be laid out anew; nor do addresses, ids of tables, times, and
what htmx is told.
"""

import re
from hashlib import blake2b
from html.parser import HTMLParser

TIME_OF_DAY = re.compile(r"\b\d\d:\d\d\b")
CODE = re.compile(r"\b[2-9A-HJKMNP-Z]{6}\b(?=\s|$)")
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
STATIC_FILE = re.compile(r"/static/([\w./-]+?)\.([0-9a-f]{12})(\.\w+)")
"""A name with the hash of what is in the file. That of a style sheet changes with the files it names, too."""
COLOUR = re.compile(r"avatar--\d")
"""Of a person: it comes from a random id."""

INVISIBLE = {"action", "data-at", "data-moves", "data-now", "data-poll", "data-seq"}
ADDRESSES = {"href", "src"}


def same_every_day(text: str) -> str:
    """Without what differs from day to day."""
    return CODE.sub("CODE", TIME_OF_DAY.sub("hh:mm", text))


class _Outline(HTMLParser):
    """The lines of a page: a tag, with its attributes in order, or words."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: " ".join((value or "").split()) for name, value in attrs}
        if given.get("type") == "hidden":
            return
        shown = {name: self._value(name, value) for name, value in given.items() if _is_visible(name)}
        self.lines.append(f"<{tag}{''.join(f' {name}={value!r}' for name, value in sorted(shown.items()))}>")

    def _value(self, name: str, value: str) -> str:
        if name == "class":
            return " ".join(sorted(COLOUR.sub("", value).split()))
        if name in ADDRESSES and not STATIC_FILE.search(value):
            return ""
        return ID.sub("ID", STATIC_FILE.sub(r"\1\3", value))

    def handle_endtag(self, tag: str) -> None:
        self.lines.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        words = " ".join(same_every_day(data).split())
        if words:
            self.lines.append(words)


def _is_visible(name: str) -> bool:
    return name not in INVISIBLE and not name.startswith(("hx-", "ws-"))


def outline(html: str) -> list[str]:
    parser = _Outline()
    parser.feed(html)
    parser.close()
    return parser.lines


def look_of(html: str) -> list[str]:
    """A line for the page itself and one for each file it names, each with a digest of the content."""
    files = {f"{name}{suffix} {digest}" for name, digest, suffix in STATIC_FILE.findall(html)}
    return [f"page {digest_of(chr(10).join(outline(html)).encode())}", *sorted(files)]


def digest_of(content: bytes) -> str:
    return blake2b(content, digest_size=8).hexdigest()
