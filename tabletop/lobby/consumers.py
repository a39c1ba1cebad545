"""The socket of the home page."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Mapping
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async

from tabletop.accounts.models import User
from tabletop.live.announce import LOBBY
from tabletop.live.consumers import LiveConsumer
from tabletop.live.hub import safely
from tabletop.live.parts import Contexts, render_heartbeat, render_update
from tabletop.lobby.parts import Digests, digests_of, join_digests, open_contexts, own_contexts

GATHER_SECONDS = 0.1
"""Doorbells within this time are answered by one query."""
PAUSE_SECONDS = 1.0
"""The least time between two queries of a socket, however often the doorbell rings."""
HEARTBEATS_PER_CHECK = 3
"""Heartbeats until a person's own tables are checked for a lost doorbell; open tables are checked at each."""


class OpenTables:
    """The open tables in one language, queried once for all sockets of the process."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.contexts: Contexts = {}
        self.queried_at = float("-inf")

    async def as_of(self, moment: float) -> Contexts:
        """The open tables at this moment or later."""
        async with self.lock:
            if self.queried_at < moment:
                started_at = time.monotonic()
                self.contexts = await database_sync_to_async(open_contexts)()
                self.queried_at = started_at
            return self.contexts


_open_tables: WeakKeyDictionary[asyncio.AbstractEventLoop, defaultdict[str, OpenTables]] = WeakKeyDictionary()


class LobbyConsumer(LiveConsumer):
    """Sends the parts of the home page that changed; a stranger gets the open tables alone."""

    topic = LOBBY

    async def admit(self) -> bool:
        self.person = self.scope["user"] if self.scope["user"].is_authenticated else None
        self.more_topics = (own_topic(self.person),) if self.person else ()
        tables_by_language = _open_tables.setdefault(asyncio.get_running_loop(), defaultdict(OpenTables))
        self.open_tables = tables_by_language[self.language]
        self.shown: Digests = {}
        self.pending: dict[str, float] = {}
        """The topics with an unanswered doorbell, and when it rang."""
        self.update: asyncio.Task[None] | None = None
        self.queried_at = float("-inf")
        self.sending = asyncio.Lock()
        self.heartbeats = 0
        return True

    async def on_close(self) -> None:
        if self.update:
            self.update.cancel()

    async def send_everything(self) -> None:
        self.shown = {}
        await self._send_news(dict.fromkeys(self.topics, time.monotonic()))

    async def refresh(self, topic: str, seq: int) -> None:
        self.pending[topic] = time.monotonic()
        if self.update is None:
            self.update = asyncio.get_running_loop().create_task(self._send_pending())

    async def on_heartbeat(self, seq: int | None) -> None:
        self.heartbeats += 1
        now = time.monotonic()
        topics = self.topics if self.heartbeats % HEARTBEATS_PER_CHECK == 0 else (LOBBY,)
        if not await self._send_news(dict.fromkeys(topics, now - PAUSE_SECONDS)):
            await self.send(text_data=render_heartbeat(join_digests(self.shown)))

    async def _send_pending(self) -> None:
        while self.pending:
            await asyncio.sleep(max(GATHER_SECONDS, self.queried_at + PAUSE_SECONDS - time.monotonic()))
            pending, self.pending = self.pending, {}
            await safely(self._send_news(pending))
        self.update = None

    async def _send_news(self, topics: Mapping[str, float]) -> bool:
        """Queries each topic as of its moment and sends the changed parts; False if none has changed."""
        # One query at a time: the answer of an earlier query must not overtake that of a later one.
        async with self.sending:
            self.queried_at = time.monotonic()
            contexts: Contexts = {}
            if LOBBY in topics:
                contexts |= await self.open_tables.as_of(topics[LOBBY])
            if self.person and own_topic(self.person) in topics:
                contexts |= await database_sync_to_async(own_contexts)(self.person)
            digests = digests_of(contexts)
            news = {part: content for part, content in contexts.items() if self.shown.get(part) != digests[part]}
            shown = self.shown | digests
            if news:
                await self.send(text_data=render_update(news, seq=join_digests(shown)))
            # Set after sending: what failed is sent again.
            self.shown = shown
            return bool(news)


def own_topic(person: User) -> str:
    return f"person:{person.pk}"
