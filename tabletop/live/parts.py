"""Pages made of named parts: one template each, rendered from a small context cut from the view.

Page, POST answer and socket render a part alike. The HTML is cached by context, so what several viewers see alike is
rendered once; a socket sends only the parts whose context changed.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

import msgspec
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

View = Mapping[str, Any]
POST_FORM = re.compile(r'<form\b[^>]*\bmethod="post"[^>]*>')


@dataclass(frozen=True, kw_only=True, eq=False)
class Part:
    name: str
    """Id of the element that holds the part."""
    template: str
    context: Callable[[View], Mapping[str, Any]]
    """Builds all the template sees, of JSON values only."""
    grows: bool = False
    """A list that actions only add to: the context is `{"lines": [...]}`, the newest first, each with the `seq` of its
    action. The template renders one line as `<li id="...">`; an update sends the new lines alone."""
    empty_while: tuple[str, frozenset[str]] = ("", frozenset())
    """A field of the view and the values with which the part is empty, such as before the game begins."""


Contexts = dict[Part, bytes]
Hashes = dict[Part, int]
"""What a page shows, for as long as it shows it: hashes instead of contexts save memory."""
NOTHING: Hashes = {}
"""Shown by a page that has just been opened."""
EMPTY = b"{}"


def build_contexts(parts: Iterable[Part], view: View) -> Contexts:
    contexts = {}
    for part in parts:
        field, values = part.empty_while
        contexts[part] = EMPTY if values and view[field] in values else msgspec.json.encode(part.context(view))
    return contexts


def hashes_of(contexts: Contexts) -> Hashes:
    return {part: hash(content) for part, content in contexts.items()}


def changed_contexts(shown: Hashes, contexts: Contexts) -> Contexts:
    return {part: content for part, content in contexts.items() if shown.get(part) != hash(content)}


def render_parts(contexts: Contexts, *, csrf_token: str = "") -> dict[str, SafeString]:
    """The parts by name, for a page template: `{{ parts.piles }}`.

    The token makes the forms work without script. It is inserted here because cached parts know no visitor; forms from
    the socket need none, as htmx sends the token as a header.
    """
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', csrf_token)
    elements = {part.name: _element(part, content) for part, content in contexts.items()}
    if not csrf_token:
        return elements
    return {name: mark_safe(POST_FORM.sub(rf"\g<0>{field}", html)) for name, html in elements.items()}  # noqa: S308


def render_update(contexts: Contexts, *, seq: int | str, since: int | None = None) -> str:
    """The parts as out-of-band swaps of htmx, with the sequence number or digest they show.

    `since` is the last action the page shows: parts that grow send only what was added after it.
    """
    return render_heartbeat(seq) + "".join(_swap(part, content, since=since) for part, content in contexts.items())


def render_heartbeat(seq: int | str) -> str:
    return format_html('<div id="beat" data-seq="{}" hx-swap-oob="true" hidden></div>', seq)


def render_answer(key: str) -> str:
    """Tells the page which of its moves has been answered."""
    return format_html('<div id="answer" data-key="{}" hx-swap-oob="true" hidden></div>', key)


def _swap(part: Part, content: bytes, *, since: int | None) -> str:
    if not part.grows or since is None:
        return _element(part, content, swap=' hx-swap-oob="true"')
    added = _lines(part, content, since=since)
    return f'<ol id="{part.name}" hx-swap-oob="afterbegin">{added}</ol>' if added else ""


def _element(part: Part, content: bytes, *, swap: str = "") -> SafeString:
    tag = "ol" if part.grows else "div"
    inner = _lines(part, content) if part.grows else _render(part.template, content, get_language())
    return mark_safe(f'<{tag} id="{part.name}" class="part"{swap}>{inner}</{tag}>')  # noqa: S308 - our own words


def _lines(part: Part, content: bytes, *, since: int = -1) -> str:
    language, lines = get_language(), msgspec.json.decode(content)["lines"]
    return "".join(_render(part.template, msgspec.json.encode(line), language) for line in lines if line["seq"] > since)


class HashMemory:
    """What the pages that were built last show, each known by its reader."""

    def __init__(self, *, most: int = 2048) -> None:
        self._kept: OrderedDict[Hashable, Hashes] = OrderedDict()
        self._lock, self._most = Lock(), most

    def get(self, reader: Hashable) -> Hashes | None:
        return self._kept.get(reader)

    def keep(self, reader: Hashable, hashes: Hashes) -> None:
        with self._lock:
            self._kept[reader] = hashes
            self._kept.move_to_end(reader)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)


class RenderCache:
    """LRU cache bounded by bytes: Imperial's parts are ten times larger than Cambio's."""

    def __init__(self, *, max_bytes: int) -> None:
        self.max_bytes, self.bytes = max_bytes, 0
        self._kept: OrderedDict[tuple[str, bytes, str | None], SafeString] = OrderedDict()
        self._lock = Lock()

    def __call__(self, template: str, content: bytes, language: str | None) -> SafeString:
        key = (template, content, language)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        html = mark_safe(render_to_string(template, msgspec.json.decode(content)))  # noqa: S308 - our own words
        with self._lock:
            if key not in self._kept:
                self._kept[key] = html
                self.bytes += len(content) + len(html)
            while self.bytes > self.max_bytes:
                (_template, old_content, _language), old_html = self._kept.popitem(last=False)
                self.bytes -= len(old_content) + len(old_html)
        return html


# A table of Imperial, the largest game, takes 60 to 140 KB: room for a hundred tables.
_render = RenderCache(max_bytes=16 * 1024 * 1024)
