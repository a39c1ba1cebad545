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
from tabletop.live.parts import Contexts, for_swap, heartbeat
from tabletop.lobby.parts import Marks, marks_of, open_slices, own_slices, seq_of

GATHER_SECONDS = 0.1
"""Doorbells that ring together are answered together."""
PAUSE_SECONDS = 1.0
"""Between two looks for the same person, however often the doorbell rings."""
BEATS_BETWEEN_LOOKS = 3
"""A lost doorbell of a person's own tables is found after this many heartbeats; that of the open tables after one."""


class OpenTables:
    """They are the same for everybody who reads one language: one look serves all these sockets of the process."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.contexts: Contexts = {}
        self.looked_at = float("-inf")

    async def as_of(self, moment: float) -> Contexts:
        """The open tables as they were at this moment or later."""
        async with self.lock:
            if self.looked_at < moment:
                started_at = time.monotonic()
                self.contexts = await database_sync_to_async(open_slices)()
                self.looked_at = started_at
            return self.contexts


_open_tables: WeakKeyDictionary[asyncio.AbstractEventLoop, defaultdict[str, OpenTables]] = WeakKeyDictionary()


class LobbyConsumer(LiveConsumer):
    """Sends the parts of the home page that have changed. A stranger's socket shows the open tables alone."""

    topic = LOBBY

    async def admit(self) -> bool:
        self.person = self.scope["user"] if self.scope["user"].is_authenticated else None
        self.more_topics = (own_topic(self.person),) if self.person else ()
        tables_by_language = _open_tables.setdefault(asyncio.get_running_loop(), defaultdict(OpenTables))
        self.open_tables = tables_by_language[self.language]
        self.shown: Marks = {}
        self.rung: dict[str, float] = {}
        self.answer: asyncio.Task[None] | None = None
        self.looked_at = float("-inf")
        self.looking = asyncio.Lock()
        self.beats = 0
        return True

    async def on_close(self) -> None:
        if self.answer:
            self.answer.cancel()

    async def send_everything(self) -> None:
        self.shown = {}
        await self._send_news(dict.fromkeys(self.topics, time.monotonic()))

    async def refresh(self, topic: str, seq: int) -> None:
        self.rung[topic] = time.monotonic()
        if self.answer is None:
            self.answer = asyncio.get_running_loop().create_task(self._answer())

    async def on_heartbeat(self, seq: int | None) -> None:
        self.beats += 1
        now = time.monotonic()
        topics = self.topics if self.beats % BEATS_BETWEEN_LOOKS == 0 else (LOBBY,)
        if not await self._send_news(dict.fromkeys(topics, now - PAUSE_SECONDS)):
            await self.send(text_data=heartbeat(seq_of(self.shown)))

    async def _answer(self) -> None:
        """Goes on until no doorbell is unanswered."""
        while self.rung:
            await asyncio.sleep(max(GATHER_SECONDS, self.looked_at + PAUSE_SECONDS - time.monotonic()))
            rung, self.rung = self.rung, {}
            await safely(self._send_news(rung))
        self.answer = None

    async def _send_news(self, topics: Mapping[str, float]) -> bool:
        """Looks at these topics as they are since these moments; False if the page shows all that already."""
        # One look at a time: the answer of an earlier look must not overtake that of a later one.
        async with self.looking:
            self.looked_at = time.monotonic()
            contexts: Contexts = {}
            if LOBBY in topics:
                contexts |= await self.open_tables.as_of(topics[LOBBY])
            if self.person and own_topic(self.person) in topics:
                contexts |= await database_sync_to_async(own_slices)(self.person)
            marks = marks_of(contexts)
            news = {part: content for part, content in contexts.items() if self.shown.get(part) != marks[part]}
            self.shown |= marks
            if news:
                await self.send(text_data=for_swap(news, seq=seq_of(self.shown)))
            return bool(news)


def own_topic(person: User) -> str:
    return f"person:{person.pk}"
