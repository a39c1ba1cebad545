"""Pages made of named parts: one template each, rendered from a small context cut from the view.

Page, POST answer and socket render a part alike. The HTML is cached by context, so what several viewers see alike is
rendered once; a socket sends only the parts whose context changed.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any, Self

import msgspec
from django.template import Context as TemplateContext
from django.template import Template
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

POST_FORM = re.compile(r'<form\b[^>]*\bmethod="post"[^>]*>')


class Context(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True, gc=False):
    """What the template of a part sees: the fields are its names. The values inside are such structs as well.

    Compared and hashed by value: tuples instead of lists. No field is sometimes 1 and sometimes True: they are equal.
    """

    __getitem__ = object.__getattribute__
    """Templates ask for an item before an attribute: without it every name costs an exception."""


class Lines(Context, frozen=True):
    """The context of a part that grows: the newest line first."""

    lines: tuple[Context, ...]

    def added_to(self, shown: Self) -> Sequence[Context] | None:
        """The lines that are missing on a page that shows `shown`; None if it needs all of them anew."""
        raise NotImplementedError


def is_shown(older: tuple[Context, ...], shown: tuple[Context, ...]) -> bool:
    """Whether two lists of lines, newest first, agree as far as both go: either may end earlier."""
    common = min(len(older), len(shown))
    return older[:common] == shown[:common]


class Line(Context, frozen=True):
    seq: int
    """The number of the action that added the line."""


class NumberedLines(Lines, frozen=True):
    """Of a log from which nothing is ever taken back."""

    lines: tuple[Line, ...]

    def added_to(self, shown: Self) -> Sequence[Line] | None:
        """None where a line reads differently now, such as one with a name that is forgotten.

        The answer to a move has only the lines of that move: older lines count as shown.
        """
        newest = shown.lines[0].seq if shown.lines else -1
        added = [line for line in self.lines if line.seq > newest]
        return added if is_shown(self.lines[len(added) :], shown.lines) else None


BuildContext = Callable[[Any], Context | None]  # type: ignore[explicit-any]
"""From the view of the page; None in an answer to a page that shows the part already.

Not typed by the view: the parts of a page may stand for several views, such as its room.
"""


@dataclass(frozen=True, kw_only=True, eq=False)
class Part:
    name: str
    """Id of the element that holds the part."""
    template: str
    context: BuildContext
    """Builds all the template sees, from the view of the page."""
    grows: bool = False
    """A list that moves add to: the context is of `Lines`. The template renders one line as `<li id="...">`; an update
    sends the new lines alone."""
    empty_while: tuple[str, frozenset[str]] = ("", frozenset())
    """A field of the view and the values with which the part is empty, such as before the game begins."""


@dataclass(frozen=True, kw_only=True)
class StagedParts:
    """The parts of a page that shows each of them during some stages of the game."""

    folder: str
    """Of the templates."""
    field: str
    """Of the view: the name of the stage."""
    stages: frozenset[str]

    def part(
        self,
        name: str,
        context: BuildContext,
        template: str = "",
        *,
        during: Set[str] | None = None,
        grows: bool = False,
    ) -> Part:
        """A part with the template of its name, empty in all other stages; without `during` it is always shown."""
        others = frozenset() if during is None else self.stages - during
        template = f"{self.folder}/{template or f'_{name}'}.html"
        return Part(name=name, template=template, context=context, grows=grows, empty_while=(self.field, others))


Contexts = dict[Part, Context]
"""Also what a page shows: pages that show the same hold the same object."""
NOTHING: Contexts = {}
"""Shown by a page that has just been opened."""
EMPTY = Context()
PART = ' class="part"'
SWAPPED_PART = f'{PART} hx-swap-oob="true"'


def build_contexts(parts: Iterable[Part], view: object) -> Contexts:
    contexts = {}
    for part in parts:
        field, values = part.empty_while
        context = EMPTY if values and getattr(view, field) in values else part.context(view)
        if context is not None:
            contexts[part] = context
    return contexts


def changed_contexts(shown: Contexts, contexts: Contexts) -> Contexts:
    return {part: context for part, context in contexts.items() if shown.get(part) != context}


def encode_context(context: Context) -> bytes:
    """The same bytes in every process, for digests."""
    return msgspec.json.encode(context)


def render_parts(contexts: Contexts, *, csrf_token: str = "") -> dict[str, SafeString]:
    """The parts by name, for a page template: `{{ parts.piles }}`.

    The token makes the forms work without script. It is inserted here because cached parts know no visitor; forms from
    the socket need none, as htmx sends the token as a header.
    """
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', csrf_token)
    language = get_language()
    elements = {part.name: _element(part, context, language, PART) for part, context in contexts.items()}
    if csrf_token:
        elements = {name: POST_FORM.sub(rf"\g<0>{field}", html) for name, html in elements.items()}
    return {name: mark_safe(html) for name, html in elements.items()}  # noqa: S308 - our own words


def render_update(contexts: Contexts, *, seq: int | str, shown: Contexts = NOTHING) -> str:
    """The parts as out-of-band swaps of htmx, with the sequence number or digest they show.

    `shown` is what the page shows: of parts that grow only what is missing there is sent.
    """
    return render_heartbeat(seq) + render_swaps(contexts, shown=shown)


def render_swaps(contexts: Contexts, *, shown: Contexts = NOTHING) -> str:
    language = get_language()
    return "".join(_swap(part, context, language, shown, SWAPPED_PART) for part, context in contexts.items())


def render_socket_update(contexts: Contexts, *, seq: int, shown: Contexts, language: str) -> str:
    """The same with fewer words: from a socket htmx swaps each element, and live.js knows which are parts.

    `language` is the active one.
    """
    swaps = (_swap(part, context, language, shown, "") for part, context in contexts.items())
    return f'<div id="beat" data-seq="{seq}" hidden></div>{"".join(swaps)}'


def render_heartbeat(seq: int | str, *, since: str = "") -> str:
    """`since` is what the page must show already: if it does not, it asks for everything instead."""
    needs = format_html(' data-since="{}"', since) if since else ""
    return format_html('<div id="beat" data-seq="{}"{} hx-swap-oob="true" hidden></div>', seq, needs)


def render_answer(key: str) -> str:
    """Tells the page over its socket which of its moves has been answered."""
    return format_html('<div id="answer" data-key="{}" hidden></div>', key)


def render_context(template: str, context: Context) -> SafeString:
    """In the active language; rendered once for all who see the same."""
    return _render(template, context, get_language())


def _swap(part: Part, context: Context, language: str | None, shown: Contexts, attributes: str) -> str:
    """The element to swap in; of a part that grows the lines that are not shown yet, empty if there are none."""
    before = shown.get(part)
    added = None
    if part.grows and isinstance(context, Lines) and isinstance(before, Lines):
        added = context.added_to(before)
    if added is None:
        return _element(part, context, language, attributes)
    lines = _lines(part, added, language)
    return f'<ol id="{part.name}" hx-swap-oob="afterbegin">{lines}</ol>' if lines else ""


def _element(part: Part, context: Context, language: str | None, attributes: str) -> str:
    """The whole part in its element."""
    tag = "ol" if part.grows else "div"
    if isinstance(context, Lines) and part.grows:
        inner = _lines(part, context.lines, language)
    else:
        inner = "" if part.grows else _render(part.template, context, language)
    return f'<{tag} id="{part.name}"{attributes}>{inner}</{tag}>'


def _lines(part: Part, lines: Iterable[Context], language: str | None) -> str:
    """Each rendered once for all who see it."""
    return "".join(_render(part.template, line, language) for line in lines)


class ContextMemory:
    """What the pages that were built last show, each known by its reader."""

    def __init__(self, *, most: int = 128) -> None:
        self._kept: OrderedDict[Hashable, Contexts] = OrderedDict()
        self._lock, self._most = Lock(), most

    def get(self, reader: Hashable) -> Contexts | None:
        return self._kept.get(reader)

    def keep(self, reader: Hashable, contexts: Contexts) -> None:
        with self._lock:
            self._kept[reader] = contexts
            self._kept.move_to_end(reader)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)


@cache
def _compiled(template: str) -> Template:
    compiled: Template = get_template(template).template  # type: ignore[attr-defined] # of Django's own engine
    return compiled


def _render_template(template: str, context: Context) -> str:
    return _compiled(template).render(TemplateContext(msgspec.structs.asdict(context))).strip()


class RenderCache:
    """LRU cache bounded by bytes: Imperial's parts are ten times larger than Cambio's."""

    def __init__(self, *, max_bytes: int) -> None:
        self.max_bytes, self.bytes = max_bytes, 0
        self.hits = self.misses = 0
        self._kept: OrderedDict[tuple[str, Context, str | None], SafeString] = OrderedDict()
        self._lock = Lock()

    def __call__(self, template: str, context: Context, language: str | None) -> SafeString:
        key = (template, context, language)
        with self._lock:
            if key in self._kept:
                self.hits += 1
                self._kept.move_to_end(key)
                return self._kept[key]
            self.misses += 1
        html = mark_safe(_render_template(template, context))  # noqa: S308 - our own words
        with self._lock:
            if key not in self._kept:
                self._kept[key] = html
                self.bytes += size_of_entry(html)
            while self.bytes > self.max_bytes:
                _key, old_html = self._kept.popitem(last=False)
                self.bytes -= size_of_entry(old_html)
        return html


def size_of_entry(html: str) -> int:
    """An estimate: a context is about as large as its HTML, and the smallest has a size too."""
    return 512 + 2 * len(html)


# A table of Imperial, the largest game, takes 60 to 140 KB: room for a hundred tables.
_render = part_cache = RenderCache(max_bytes=16 * 1024 * 1024)
