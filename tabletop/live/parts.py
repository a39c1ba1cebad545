"""Pages made of named parts. A part is one template and a pure function of a small context of the view.

The same function serves the page, the answer to a POST and the socket. Rendering is memoised on the context, so what
several viewers see alike is rendered once; a socket sends only the parts whose context has changed.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
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
    """What the template may see, and all it may see: JSON values only."""
    grows: bool = False
    """A list to which every action adds on top: the context is `{"lines": [...]}`, the newest first, each line with the
    number `seq` of its action. The template shows one line, as `<li id="...">`; an update brings the new ones alone."""


Contexts = dict[Part, bytes]


def contexts_of(parts: Iterable[Part], view: View) -> Contexts:
    return {part: msgspec.json.encode(part.context(view)) for part in parts}


def changed_contexts(before: Mapping[Part, bytes], after: Contexts) -> Contexts:
    return {part: content for part, content in after.items() if before.get(part) != content}


def for_page(contexts: Contexts, *, csrf_token: str = "") -> dict[str, SafeString]:
    """The parts by name, for a page template: `{{ parts.piles }}`.

    With a token the forms of the parts work without script too. It is put in here, because a part knows no visitor;
    what the socket brings needs none, for htmx sends it as a header.
    """
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', csrf_token)
    elements = {part.name: _element(part, content) for part, content in contexts.items()}
    if not csrf_token:
        return elements
    return {name: mark_safe(POST_FORM.sub(rf"\g<0>{field}", html)) for name, html in elements.items()}  # noqa: S308


def for_swap(contexts: Contexts, *, seq: int | str, since: int | None = None) -> str:
    """The parts as htmx takes them out-of-band, with the number of the last action, or another mark, that they show.

    `since` is the last action the page has shown: of parts that grow it gets what has been added after that.
    """
    return heartbeat(seq) + "".join(_swap(part, content, since=since) for part, content in contexts.items())


def heartbeat(seq: int | str) -> str:
    return format_html('<div id="beat" data-seq="{}" hx-swap-oob="true" hidden></div>', seq)


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


class Rendered:
    """What was rendered lately. Bounded by bytes, for the parts of one game are ten times as long as another's."""

    def __init__(self, *, most_bytes: int) -> None:
        self.most_bytes, self.bytes = most_bytes, 0
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
            while self.bytes > self.most_bytes:
                (_template, oldest, _language), forgotten = self._kept.popitem(last=False)
                self.bytes -= len(oldest) + len(forgotten)
        return html


# What all at a table of Imperial look at, the longest there is, comes to 60 to 140 KB: enough for a hundred tables.
_render = Rendered(most_bytes=16 * 1024 * 1024)
