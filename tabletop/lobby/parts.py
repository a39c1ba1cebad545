"""The live parts of the home page. Page, poll answer and socket show the same contexts.

The lobby has no sequence: a page says which parts it shows by their marks, short digests of their contexts.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tabletop.accounts.models import User
from tabletop.games import TableSummary, get_game
from tabletop.live.parts import Contexts, Part, View, contexts_of
from tabletop.lobby import queries
from tabletop.rules import Json

Marks = dict[Part, str]


def _slice_of_ribbon(view: View) -> Json:
    return {"table": next((row for row in view["tables"] if row["your_turn"]), None)}


def _slice_of_my_tables(view: View) -> Json:
    return {"tables": view["tables"], "waiting": sum(row["your_turn"] for row in view["tables"])}


def _slice_of_open_tables(view: View) -> Json:
    return {"tables": view["tables"]}


TURN_RIBBON = Part(name="turn-ribbon", template="lobby/_turn_ribbon.html", context=_slice_of_ribbon)
MY_TABLES = Part(name="my-tables", template="lobby/_my_tables.html", context=_slice_of_my_tables)
OPEN_TABLES = Part(name="open-tables", template="lobby/_open_tables.html", context=_slice_of_open_tables)


def slices_for(person: User | AnonymousUser) -> Contexts:
    """All a visitor's home page shows; a stranger has no tables of their own."""
    return own_slices(person) | open_slices() if isinstance(person, User) else open_slices()


def own_slices(person: User) -> Contexts:
    return contexts_of((TURN_RIBBON, MY_TABLES), {"tables": _rows(queries.tables_of(person))})


def open_slices() -> Contexts:
    return contexts_of((OPEN_TABLES,), {"tables": _rows(queries.open_tables())})


def marks_of(contexts: Contexts) -> Marks:
    return {
        part: hashlib.blake2b(part.name.encode() + content, digest_size=6).hexdigest()
        for part, content in contexts.items()
    }


def seq_of(marks: Marks) -> str:
    """What stands in the place of a sequence in the heartbeat and in the question of a page that polls."""
    # The word in front keeps live.js from taking marks that happen to be digits for the number of an action.
    return ".".join(["marks", *sorted(marks.values())])


def unseen(contexts: Contexts, *, seq: str) -> Contexts:
    """The parts that a page with this `seq` does not show yet."""
    seen, marks = set(seq.split(".")), marks_of(contexts)
    return {part: content for part, content in contexts.items() if marks[part] not in seen}


def _rows(tables: Sequence[TableSummary]) -> list[dict[str, Any]]:
    now = timezone.now()
    return [
        {
            "game": table.game,
            "game_title": str(get_game(table.game).title),
            "title": table.title,
            "note": table.note,
            "url": table.url,
            "your_turn": table.your_turn,
            "ago": words_for_age(table.since, now=now),
        }
        for table in tables
    ]


def words_for_age(since: datetime | None, *, now: datetime) -> str:
    """How long ago, in words that seldom change: a page must not be sent again every second. Empty if recent."""
    minutes = int((now - since).total_seconds() // 60) if since else 0
    if minutes < 10:
        return ""
    if minutes < 60:
        return _("a while")
    hours = minutes // 60
    if hours < 24:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = hours // 24
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
