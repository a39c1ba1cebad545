"""Pages made of named parts. A part is one template and a pure function of a small slice of the view.

The same function serves the page, the answer to a POST and the socket. Rendering is memoised on the slice, so what
several viewers see alike is rendered once; a socket sends only the parts whose slice has changed.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
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
    slice: Callable[[View], Mapping[str, Any]]
    """What the template may see, and all it may see: JSON values only."""


Slices = dict[Part, bytes]


def slices_of(parts: Iterable[Part], view: View) -> Slices:
    return {part: msgspec.json.encode(part.slice(view)) for part in parts}


def changed_slices(before: Mapping[Part, bytes], after: Slices) -> Slices:
    return {part: content for part, content in after.items() if before.get(part) != content}


def for_page(slices: Slices, *, csrf_token: str = "") -> dict[str, SafeString]:
    """The parts by name, for a page template: `{{ parts.piles }}`.

    With a token the forms of the parts work without script too. It is put in here, because a part knows no visitor;
    what the socket brings needs none, for htmx sends it as a header.
    """
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', csrf_token)
    elements = {part.name: _element(part, content, swap=False) for part, content in slices.items()}
    if not csrf_token:
        return elements
    return {name: mark_safe(POST_FORM.sub(rf"\g<0>{field}", html)) for name, html in elements.items()}  # noqa: S308


def for_swap(slices: Slices, *, seq: int | str) -> str:
    """The parts as htmx takes them out-of-band, with the number of the last action, or another mark, that they show."""
    return heartbeat(seq) + "".join(_element(part, content, swap=True) for part, content in slices.items())


def heartbeat(seq: int | str) -> str:
    return format_html('<div id="beat" data-seq="{}" hx-swap-oob="true" hidden></div>', seq)


def _element(part: Part, content: bytes, *, swap: bool) -> SafeString:
    inner = _render(part.template, content, get_language())
    oob = mark_safe(' hx-swap-oob="true"') if swap else ""
    return format_html('<div id="{}" class="part"{}>{}</div>', part.name, oob, inner)


@lru_cache(maxsize=4096)
def _render(template: str, content: bytes, language: str | None) -> SafeString:
    return mark_safe(render_to_string(template, msgspec.json.decode(content)))  # noqa: S308 - our own template's output
