"""All sockets of one process: hears the doorbell once for all of them, and beats for all of them.

A channel layer may lose messages or be out of reach. The pulse asks the database how far each game is, so a page is
never behind for longer than one heartbeat.
"""

import asyncio
import logging
import time
import uuid
from collections import defaultdict
from collections.abc import Awaitable
from typing import Protocol
from uuid import UUID
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.utils.translation import override

from tabletop.games import get_engine
from tabletop.live import presence
from tabletop.live.announce import GROUP, unwatch, use_loop_of_sockets, watch
from tabletop.live.identity import Identity, still_valid
from tabletop.live.snapshots import Snapshots
from tabletop.play import Engine
from tabletop.rules import Seat

HEARTBEAT_SECONDS = 5.0
RETRY_SECONDS = 1.0

log = logging.getLogger(__name__)


class Socket(Protocol):
    """What the hub knows of a socket."""

    topic: str
    identity: Identity
    language: str
    seat: Seat | None

    async def refresh(self, topic: str, seq: int) -> None: ...

    async def beat(self, seq: int | None) -> None: ...

    async def sign_out(self) -> None: ...


class Hub:
    def __init__(self) -> None:
        self.process = uuid.uuid4()
        self.members: defaultdict[str, set[Socket]] = defaultdict(set)
        self.snapshots = Snapshots()
        self.tasks: set[asyncio.Task[None]] = set()

    def join(self, socket: Socket, topics: tuple[str, ...]) -> None:
        if not self.members:
            use_loop_of_sockets(asyncio.get_running_loop())
            self._start(self._listen())
            self._start(self._pulse())
        for topic in topics:
            self.members[topic].add(socket)
            watch(topic)

    def leave(self, socket: Socket, topics: tuple[str, ...]) -> None:
        for topic in topics:
            self.members[topic].discard(socket)
            if not self.members[topic]:
                del self.members[topic]
                unwatch(topic)
                self.snapshots.forget(topic)
        if not self.members:
            for task in self.tasks:
                task.cancel()

    def seats(self, topic: str) -> list[object]:
        """The seats of a table with a socket in this process, one entry per socket."""
        return [socket.seat for socket in self.members.get(topic, ()) if socket.seat is not None]

    async def sat_down(self, engine: Engine, game_id: UUID, seat: Seat | None) -> None:
        """A socket of this seat has joined; only the first one is an arrival."""
        if seat is not None and self.seats(f"{engine.slug}:{game_id}").count(seat) == 1:
            await database_sync_to_async(presence.arrive)(engine, game_id, seat, process=self.process, now=time.time())

    async def stood_up(self, engine: Engine, game_id: UUID, seat: Seat | None) -> None:
        """A socket of this seat has left, or has another seat now; only with the last one the seat is left."""
        if seat is not None and seat not in self.seats(f"{engine.slug}:{game_id}"):
            await database_sync_to_async(presence.leave)(engine, game_id, seat, process=self.process, now=time.time())

    def _seats_here(self) -> set[tuple[str, UUID, Seat]]:
        seats = set()
        for topic, members in self.members.items():
            slug, _colon, game_id = topic.partition(":")
            if ":" in game_id:
                continue  # a bell beside the table's own, for one seat of it
            seats |= {(slug, UUID(game_id), socket.seat) for socket in members if socket.seat is not None}
        return seats

    def _start(self, coroutine: "asyncio._CoroutineLike[None]") -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _listen(self) -> None:
        layer = get_channel_layer()
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                while True:
                    message = await layer.receive(channel)
                    for topic in message["topics"]:
                        self._start(self._ring(topic, message["seq"]))
            except Exception:
                log.warning("the doorbell is out of order; pages live on the heartbeat", exc_info=True)
                await asyncio.sleep(RETRY_SECONDS)

    async def _ring(self, topic: str, seq: int) -> None:
        for socket in tuple(self.members.get(topic, ())):
            with override(socket.language):
                await safely(socket.refresh(topic, seq))

    async def _pulse(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                await self._beat()
            except Exception:
                log.warning("a heartbeat was missed", exc_info=True)

    async def _beat(self) -> None:
        sockets = {socket for members in self.members.values() for socket in members}
        seqs = await database_sync_to_async(_latest_seqs)(tuple(self.members))
        welcome = await database_sync_to_async(still_valid)({socket.identity for socket in sockets})
        for socket in sockets:
            if socket.identity in welcome:
                with override(socket.language):
                    await safely(socket.beat(seqs.get(socket.topic)))
            else:
                await safely(socket.sign_out())
        # Last: whatever is wrong with a seat, everybody has had their heartbeat.
        await database_sync_to_async(presence.reconcile)(self._seats_here(), process=self.process, now=time.time())


async def safely(work: Awaitable[object]) -> None:
    """One broken socket must not keep the news from the others."""
    try:
        await work
    except Exception:
        log.warning("a socket could not be served", exc_info=True)


def _latest_seqs(topics: tuple[str, ...]) -> dict[str, int]:
    """How far each watched game is: one statement per kind of game."""
    ids: defaultdict[str, list[str]] = defaultdict(list)
    for topic in topics:
        slug, _colon, game_id = topic.partition(":")
        if game_id and ":" not in game_id and slug != "person":
            ids[slug].append(game_id)
    seqs: dict[str, int] = {}
    for slug, game_ids in ids.items():
        rows = get_engine(slug).store.games._default_manager.filter(pk__in=game_ids).values_list("pk", "seq")
        seqs |= {f"{slug}:{pk}": seq for pk, seq in rows}
    return seqs


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """One for each event loop: a server process has one, a test run has one per test."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
