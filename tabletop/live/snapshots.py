"""The tables shown by this process, each loaded once per change however many sockets show it."""

import asyncio
from typing import Any
from uuid import UUID
from weakref import WeakValueDictionary

from channels.db import database_sync_to_async
from django.utils.translation import get_language

from tabletop.engine import Loaded
from tabletop.live.announce import is_watched, latest_receipt
from tabletop.live.pages import TablePage
from tabletop.live.parts import Contexts
from tabletop.rules import Seat


class Snapshot:
    def __init__(self, loaded: Loaded[Any]) -> None:
        self.loaded = loaded
        self.seq = loaded.row.seq
        self._contexts: dict[tuple[TablePage, Seat | None, str | None], Contexts] = {}

    def contexts(self, page: TablePage, seat: Seat | None) -> Contexts:
        """The contexts for this seat in the active language, built once."""
        reader = (page, seat, get_language())
        if reader not in self._contexts:
            self._contexts[reader] = page.contexts(self.loaded, seat)
        return self._contexts[reader]


class Snapshots:
    def __init__(self) -> None:
        self.kept: dict[str, Snapshot] = {}
        """The newest snapshot of each watched topic."""
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def at_least(self, seq: int, page: TablePage, game_id: UUID) -> Snapshot:
        topic = f"{page.engine.slug}:{game_id}"
        async with self._loading.setdefault(topic, asyncio.Lock()):
            known = self.kept.get(topic)
            if known is not None and known.seq >= seq:
                return known
            followed = None if known is None else self._follow(known, topic, page)
            if followed is not None and followed.seq >= seq:
                self._keep(topic, followed)
                return followed
            return await self.fresh(page, game_id)

    @staticmethod
    def _follow(known: Snapshot, topic: str, page: TablePage) -> Snapshot | None:
        receipt = latest_receipt(topic)
        if receipt is None or receipt.before.row.seq != known.seq:
            return None
        loaded = page.follow(known.loaded, receipt)
        return None if loaded is None else Snapshot(loaded)

    async def fresh(self, page: TablePage, game_id: UUID) -> Snapshot:
        snapshot = Snapshot(await database_sync_to_async(page.read)(game_id))
        self._keep(f"{page.engine.slug}:{game_id}", snapshot)
        return snapshot

    def _keep(self, topic: str, snapshot: Snapshot) -> None:
        # The last socket may have left during the read; nothing would ever forget the snapshot.
        if is_watched(topic):
            self.kept[topic] = snapshot

    def forget(self, topic: str) -> None:
        self.kept.pop(topic, None)
