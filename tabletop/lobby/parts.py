"""The live parts of the home page, with the same contexts for page, poll answer and socket; see also `own_parts`.

The lobby has no sequence number: a page names the parts it shows by short digests of their contexts.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tabletop.games import TableSummary, get_game
from tabletop.live.parts import Context, Contexts, Part, encode_context, render_swaps
from tabletop.lobby import queries

Digests = dict[Part, str]


class TableRow(Context, frozen=True):
    dom_id: str
    """The end of the ids of its elements."""
    game: str
    game_title: str
    title: str
    note: str
    url: str
    ago: str
    join_url: str = ""
    """Empty where there is no chair to take."""


Rows = tuple[TableRow, ...]


class OpenRow(Context, frozen=True):
    table: TableRow


class OpenTables(Context, frozen=True):
    tables: Rows


def open_tables(rows: Rows) -> OpenTables:
    return OpenTables(tables=rows)


OPEN_TABLES = Part(name="open-tables", template="lobby/_open_tables.html", context=open_tables)


WATCHED_TABLES = Part(name="watched", template="lobby/_watched.html", context=open_tables)
"""Below the open tables, for the same pages."""


def open_rows() -> Rows:
    return _rows(queries.open_tables())


def watched_rows() -> Rows:
    return _rows(queries.watched_tables())


def digests_of(contexts: Contexts) -> Digests:
    return {
        part: hashlib.blake2b(part.name.encode() + encode_context(context), digest_size=6).hexdigest()
        for part, context in contexts.items()
    }


def join_digests(digests: Digests) -> str:
    """Takes the place of a sequence number in heartbeats and poll requests."""
    # The prefix keeps live.js from reading digests that happen to be digits as a sequence number.
    return ".".join(["marks", *sorted(digests.values())])


def changed_since(contexts: Contexts, *, seq: str) -> Contexts:
    """The parts that a page with this `seq` does not show yet."""
    shown, digests = set(seq.split(".")), digests_of(contexts)
    return {part: context for part, context in contexts.items() if digests[part] not in shown}


def render_own(contexts: Contexts, *, shown: Digests) -> str:
    """A person's own parts as out-of-band swaps, with the digests of what the page then shows of them."""
    # Beside the beat of the open tables, which is the same for everybody.
    beat = format_html('<div id="own-beat" data-seq="{}" hx-swap-oob="true" hidden></div>', join_digests(shown))
    return beat + render_swaps(contexts)


def _rows(tables: Sequence[TableSummary]) -> Rows:
    now = timezone.now()
    return tuple(
        TableRow(
            dom_id=slugify(table.url),
            game=table.game,
            game_title=str(get_game(table.game).title),
            title=table.title,
            note=table.note,
            url=table.url,
            join_url=table.join_url,
            ago=age_text(table.since, now=now),
        )
        for table in tables
    )


def age_text(since: datetime | None, *, now: datetime) -> str:
    """The age in words that seldom change, so that a page is not sent again every second; empty if recent."""
    minutes = int((now - since).total_seconds() // 60) if since else 0
    if minutes < 10:
        return ""
    if minutes < 60:
        return _("a while")
    return hours_text(minutes // 60)


def hours_text(hours: int) -> str:
    """Hours, or whole days."""
    if hours < 24:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = hours // 24
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
