"""The tables shown by this process, each loaded once per change however many sockets show it."""

import asyncio
import logging
from dataclasses import replace
from operator import attrgetter
from typing import Any, NamedTuple
from uuid import UUID
from weakref import WeakValueDictionary

from channels.db import database_sync_to_async

from tabletop.engine import AnnouncedStep, Loaded, Receipt
from tabletop.kept_games import keep_game
from tabletop.live.announce import is_watched, latest_change
from tabletop.live.frames import WireMessage
from tabletop.live.pages import TablePage
from tabletop.live.parts import Contexts, changed_contexts, render_socket_update
from tabletop.replay import follow_step
from tabletop.rules import Seat

log = logging.getLogger(__name__)


class Update(NamedTuple):
    message: WireMessage
    shows: Contexts
    """What a page shows that has taken it in: the same object for all who are shown the same."""


class Snapshot:
    """A table as this process shows it. The `language` is the active one: to ask for it is slow."""

    def __init__(self, loaded: Loaded[Any]) -> None:
        self.loaded = loaded
        self.seq = loaded.row.seq
        self._seen: dict[tuple[TablePage, Seat | None, str], Contexts] = {}
        self.updates: dict[tuple[TablePage, Seat | None, str, int], tuple[Update, Contexts]] = {}
        """Made so far, each beside the contexts that it starts from."""

    def update(self, page: TablePage, seat: Seat | None, language: str, *, shown: Contexts) -> Update:
        """From what a page has `shown` to this snapshot.

        Made once for all pages that show the same: they hold the same `shown`.
        """
        shared = (page, seat, language, id(shown))
        if shared not in self.updates:
            contexts = self.contexts(page, seat, language)
            news = changed_contexts(shown, contexts)
            html = render_socket_update(news, seq=self.seq, shown=shown, language=language)
            # The former contexts are kept beside the update, so that no others can take their id.
            self.updates[shared] = Update(WireMessage(html), contexts), shown
        return self.updates[shared][0]

    def contexts(self, page: TablePage, seat: Seat | None, language: str) -> Contexts:
        """The contexts for this seat, built once."""
        reader = (page, seat, language)
        if reader not in self._seen:
            self._seen[reader] = page.contexts(self.loaded, seat)
        return self._seen[reader]


class Snapshots:
    def __init__(self) -> None:
        self.kept: dict[str, Snapshot] = {}
        """The newest snapshot of each watched topic."""
        self._times_outdated = 0
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def at_least(self, seq: int, page: TablePage, game_id: UUID) -> Snapshot:
        topic = f"{page.engine.slug}:{game_id}"
        known = self.kept.get(topic)
        # Before the lock as well: all sockets but the first find what the first has loaded.
        if known is not None and known.seq >= seq:
            return known
        async with self._loading.setdefault(topic, asyncio.Lock()):
            known = self.kept.get(topic)
            if known is not None and known.seq >= seq:
                return known
            followed = None if known is None else self._try_to_follow(known, topic, page)
            if followed is not None and followed.seq >= seq:
                self._keep(topic, followed)
                return followed
            return await self.fresh(page, game_id)

    def _try_to_follow(self, known: Snapshot, topic: str, page: TablePage) -> Snapshot | None:
        """None also where that fails: then the rows are read, which say what is true in any case."""
        try:
            return self._follow(known, topic, page)
        except Exception:
            log.exception("a step could not be followed (%s after action %s)", topic, known.seq)
            return None

    @staticmethod
    def _follow(known: Snapshot, topic: str, page: TablePage) -> Snapshot | None:
        change = latest_change(topic)
        receipt = follow_step(page.engine, known.loaded, change) if isinstance(change, AnnouncedStep) else change
        if not isinstance(receipt, Receipt) or receipt.before.row.seq != known.seq:
            return None
        loaded = page.loader.follow(known.loaded, receipt)
        if loaded is None:
            return None
        # Names change without a move: those that were read last are right.
        latest = max(known.loaded, receipt.before, key=attrgetter("read_at"))
        snapshot = Snapshot(replace(loaded, sitters=latest.sitters, read_at=latest.read_at))
        # What this process has done itself it keeps since the commit.
        if isinstance(change, AnnouncedStep):
            _keep_for_moves(page, snapshot.loaded)
        return snapshot

    async def fresh(self, page: TablePage, game_id: UUID) -> Snapshot:
        """What the rows say now. Read once more if a move or a name has overtaken it: nobody is shown what was.

        Rows that are older than what was known before they were read have been restored from a backup: they are shown.
        """
        topic = f"{page.engine.slug}:{game_id}"
        while True:
            outdated, known = self._times_outdated, self.kept.get(topic)
            snapshot = Snapshot(await database_sync_to_async(page.read)(game_id))
            newest = self.kept.get(topic)
            is_overtaken = newest is not None and newest is not known and newest.seq > snapshot.seq
            if outdated == self._times_outdated and not is_overtaken:
                self._keep(topic, snapshot)
                return snapshot

    def replace(self, topic: str, former: Snapshot, loaded: Loaded[Any]) -> Snapshot:
        """The same position with something else besides the state, in place of the former snapshot."""
        snapshot = Snapshot(loaded)
        if self.kept.get(topic) is former:
            self.kept[topic] = snapshot
        return snapshot

    def _keep(self, topic: str, snapshot: Snapshot) -> None:
        # The last socket may have left during the read; nothing would ever forget the snapshot.
        if is_watched(topic):
            self.kept[topic] = snapshot

    def forget(self, topic: str) -> None:
        self.kept.pop(topic, None)

    def forget_updates(self, topic: str) -> None:
        """To be called when all sockets have got theirs."""
        if topic in self.kept:
            self.kept[topic].updates.clear()

    def outdate(self, topic: str) -> None:
        """Something besides the state has changed: what was read until now is not shown any more."""
        self.forget(topic)
        self._times_outdated += 1


def _keep_for_moves(page: TablePage, loaded: Loaded[Any]) -> None:
    """Without the end of the log, which the page alone needs."""
    game = Loaded(row=loaded.row, state=loaded.state, sitters=loaded.sitters, read_at=loaded.read_at)
    keep_game(page.engine, game)
