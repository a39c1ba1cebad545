"""The open tables, and games to watch, as this process has read them last, in each language: for its home pages.

The rows of the games are the truth. A list is kept while the process listens to doorbells: until one rings for the
lobby, and no longer than a heartbeat, so that a lost doorbell is made up for.
"""

import time
from collections import defaultdict
from functools import cached_property
from threading import Lock

from django.utils.translation import get_language

from tabletop.live.announce import lobby_changes
from tabletop.live.hub import HEARTBEAT_SECONDS
from tabletop.live.parts import Contexts, build_contexts, render_heartbeat, render_swaps, render_update
from tabletop.lobby.parts import (
    OPEN_TABLES,
    WATCHED_TABLES,
    Rows,
    changed_since,
    digests_of,
    join_digests,
    open_rows,
    watched_rows,
)
from tabletop.lobby.rows import render_row_changes


class Listing:
    """The open tables, and games to watch, at one time in one language. Pages that show the same share it."""

    def __init__(self, rows: Rows, watched: Rows) -> None:
        self.rows = rows
        self.contexts: Contexts = build_contexts((OPEN_TABLES,), rows) | build_contexts((WATCHED_TABLES,), watched)
        self.mark = join_digests(digests_of(self.contexts))

    def is_shown_by(self, seq: str) -> bool:
        """Whether a page with this `seq` shows it."""
        return not changed_since(self.contexts, seq=seq)

    @cached_property
    def heartbeat(self) -> str:
        return render_heartbeat(self.mark, since=self.mark)

    @cached_property
    def whole(self) -> str:
        return render_update(self.contexts, seq=self.mark)

    def update_from(self, shown: "Listing | None") -> str:
        """For pages that show that listing: what has changed, of the open tables the rows alone where that will do."""
        if shown is None:
            return self.whole
        rows = render_row_changes(shown.rows, self.rows)
        news = {part: context for part, context in self.contexts.items() if shown.contexts[part] != context}
        if rows is None:
            return render_update(news, seq=self.mark)
        news.pop(OPEN_TABLES, None)
        return render_heartbeat(self.mark, since=shown.mark) + rows + render_swaps(news)


class OpenList:
    """The newest listing in one language."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listing = Listing((), ())
        self._read_at = float("-inf")
        self._heard: int | None = None

    def kept(self, *, as_of: float = float("-inf")) -> Listing | None:
        """The listing, if it is as new as that moment and nothing has been heard of a change; else None."""
        is_new = self._read_at >= as_of and time.monotonic() - self._read_at < HEARTBEAT_SECONDS
        return self._listing if is_new and self._heard is not None and self._heard == lobby_changes() else None

    def read(self, *, as_of: float = float("-inf")) -> Listing:
        """The listing in the active language, which must be that of this list; reads the rows if it is not kept."""
        with self._lock:
            kept = self.kept(as_of=as_of)
            if kept is not None:
                return kept
            # Before the rows: a doorbell during the read makes the next one read again.
            heard, started_at = lobby_changes(), time.monotonic()
            listing = Listing(open_rows(), watched_rows())
            if listing.mark != self._listing.mark:
                self._listing = listing
            self._heard, self._read_at = heard, started_at
            return self._listing


_lists: defaultdict[str | None, OpenList] = defaultdict(OpenList)


def open_list() -> OpenList:
    """The list in the active language."""
    return _lists[get_language()]
