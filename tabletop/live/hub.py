"""The sockets of one process, with one doorbell listener and one heartbeat for all of them.

A channel layer may lose messages or be down. The heartbeat compares each socket with the sequence numbers in the
database, and each table that is shown with its names and drafts, which have no such number: so no page is behind for
longer than one heartbeat. Talk alone is not healed so: a page is told what it has missed when its socket opens anew,
and reads it when its drawer is opened. Between two heartbeats comes a pulse, which compares the numbers alone. Neither
is sent while the database does not answer: a page that hears nothing says that moves do not get through.
"""

import asyncio
import logging
import uuid
from collections import defaultdict
from itertools import count
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

import msgspec
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from tabletop import timebase
from tabletop.engine import AnnouncedStep, Engine
from tabletop.kept_games import forget_game, forget_overtaken_game, outdate_games
from tabletop.live import presence
from tabletop.live.announce import (
    GROUP,
    NAMES,
    PROCESS,
    SIGNED_IN,
    TALK,
    WATCHING,
    note_change,
    remember,
    stop_listening,
    unwatch,
    use_socket_loop,
    watch,
)
from tabletop.live.identity import valid_identities
from tabletop.live.members import Member, in_order_of_languages, safely
from tabletop.live.snapshots import Snapshots
from tabletop.live.tables_shown import latest_seqs, table_of, unnumbered, unnumbered_of
from tabletop.live.talking import send_remark
from tabletop.live.watch_rooms import WatchRooms
from tabletop.live.watchers import known_counts
from tabletop.rules import Seat

HEARTBEAT_SECONDS = 2.5
PULSES = 2
"""In each heartbeat, the last of them the heartbeat itself; live pages know how long a silence means trouble."""
RETRY_SECONDS = 1.0

log = logging.getLogger(__name__)


class Hub:
    def __init__(self) -> None:
        self.process = uuid.uuid4()
        self.members: defaultdict[str, set[Member]] = defaultdict(set)
        self.by_mark: defaultdict[str, set[Member]] = defaultdict(set)
        """The sockets of each person and of each session, by what a doorbell calls them."""
        self._marks: dict[Member, tuple[str, ...]] = {}
        """The marks of each socket, for `leave`."""
        self.snapshots = Snapshots()
        self.watch_rooms = WatchRooms(self.process)
        self.tasks: set[asyncio.Task[None]] = set()
        self.is_stopping = False

    def stop(self) -> None:
        """The process ends. Its pages come back to another one at once, so nobody has left a table."""
        self.is_stopping = True

    def join(self, socket: Member, topics: tuple[str, ...]) -> None:
        """Subscribes a socket; the first one starts the listener and the heartbeat."""
        if not self.members:
            use_socket_loop(asyncio.get_running_loop(), self.ring)
            self._start(self._listen())
            self._start(self._run_heartbeat())
        for topic in topics:
            self.members[topic].add(socket)
            watch(topic)
        self._note_marks(socket)

    def _note_marks(self, socket: Member) -> None:
        self._marks[socket] = socket.identity.marks
        for mark in self._marks[socket]:
            self.by_mark[mark].add(socket)

    def renew_marks(self, socket: Member) -> None:
        """The socket has another identity than when it joined."""
        self._forget_marks(socket)
        self._note_marks(socket)

    def leave(self, socket: Member, topics: tuple[str, ...]) -> None:
        """Unsubscribes a socket; the last one stops the listener and the heartbeat."""
        for topic in topics:
            self.members[topic].discard(socket)
            if not self.members[topic]:
                del self.members[topic]
                unwatch(topic)
                self.snapshots.forget(topic)
                forget_game(topic)
                known_counts.pop(topic, None)
        self._forget_marks(socket)
        if not self.members:
            stop_listening()
            for task in self.tasks:
                task.cancel()

    async def close_if_empty(self) -> None:
        """Called after `leave`, which may have stopped the heartbeat: nobody looks on in this process any more."""
        if not self.members and not self.is_stopping:
            await self.watch_rooms.close()

    def _forget_marks(self, socket: Member) -> None:
        for mark in self._marks.pop(socket, ()):
            self.by_mark[mark].discard(socket)
            if not self.by_mark[mark]:
                del self.by_mark[mark]

    def seats(self, topic: str) -> list[object]:
        """The seats of a table with a socket in this process, one entry per socket."""
        return [socket.seat for socket in self.members.get(topic, ()) if socket.seat is not None]

    async def seat_connected(self, engine: Engine, game_id: UUID, seat: Seat | None) -> None:
        """Records the presence of a seat when its first socket in this process joins."""
        if seat is not None and self.seats(f"{engine.slug}:{game_id}").count(seat) == 1:
            await database_sync_to_async(presence.arrive)(
                engine, game_id, seat, process=self.process, now=timebase.now()
            )

    async def seat_disconnected(self, engine: Engine, game_id: UUID, seat: Seat | None) -> None:
        """Deletes the presence of a seat when its last socket in this process leaves or changes seats."""
        if not self.is_stopping and seat is not None and seat not in self.seats(f"{engine.slug}:{game_id}"):
            await database_sync_to_async(presence.leave)(
                engine, game_id, seat, process=self.process, now=timebase.now()
            )

    def _connected_seats(self) -> set[tuple[str, UUID, Seat]]:
        return {
            (table[0], UUID(table[1]), socket.seat)
            for topic, members in self.members.items()
            if (table := table_of(topic))
            for socket in members
            if socket.seat is not None
        }

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
                    if message["process"] != PROCESS:
                        self._hear(message)
            except Exception:
                log.warning("the doorbell is out of order; pages live on the heartbeat", exc_info=True)
                await asyncio.sleep(RETRY_SECONDS)

    def _hear(self, message: dict[str, Any]) -> None:
        """The doorbell of another process."""
        topics = tuple(message["topics"])
        if message["step"] is not None:
            remember(topics[0], msgspec.json.decode(message["step"], type=AnnouncedStep))
            forget_overtaken_game(topics[0])
        note_change(topics)
        self.ring(topics, message["seq"])

    def ring(self, topics: tuple[str, ...], seq: int) -> None:
        """Tells the sockets of this process that topics have changed."""
        for topic in topics:
            if topic.startswith(SIGNED_IN):
                outdate_games(topic.removeprefix(SIGNED_IN))
                self._start(self._check_signed_in(topic.removeprefix(SIGNED_IN)))
            elif topic.endswith(WATCHING):
                self._start(self._show_watching(topic))
            elif topic.endswith(TALK):
                self._start(send_remark(seq, self.members.get(topic.removesuffix(TALK), ())))
            elif (shown := topic.removesuffix(NAMES)) in self.members:
                if shown != topic:
                    self.snapshots.outdate(shown)
                    outdate_games(shown)
                self._start(self._refresh(topic, seq))

    async def _check_signed_in(self, mark: str) -> None:
        if mark in self.by_mark:
            await self._close_signed_out(self.by_mark[mark])

    async def _close_signed_out(self, sockets: set[Member]) -> list[Member]:
        """Closes sockets of people who are no longer signed in; those that stay, one with a new identity among them."""
        asked = {socket: socket.identity for socket in sockets}
        valid = await database_sync_to_async(valid_identities)(set(asked.values()))
        gone = [socket for socket in asked if asked[socket] not in valid and socket.identity == asked[socket]]
        for socket in gone:
            await safely(socket.sign_out())
        return [socket for socket in asked if socket not in gone]

    def _sockets(self) -> set[Member]:
        return {socket for members in self.members.values() for socket in members}

    async def _refresh(self, topic: str, seq: int) -> None:
        members = self.members.get(topic.removesuffix(NAMES), ())
        for socket in in_order_of_languages(members):
            await safely(socket.refresh(topic, seq))
        self.snapshots.forget_updates(topic)

    async def _show_watching(self, topic: str) -> None:
        shown = topic.removesuffix(WATCHING)
        if shown in self.members:
            await self.watch_rooms.count_again(shown)
            for socket in in_order_of_languages(self.members.get(shown, ())):
                await safely(socket.refresh(topic, 0))

    async def _run_heartbeat(self) -> None:
        for number in count(1):
            await asyncio.sleep(HEARTBEAT_SECONDS / PULSES)
            try:
                await (self._pulse() if number % PULSES else self._beat())
            except Exception:
                log.warning("a heartbeat failed", exc_info=True)

    async def _pulse(self) -> None:
        # Taken before the numbers are read: the table of a socket that comes meanwhile has none among them.
        sockets = self._sockets()
        seqs = await database_sync_to_async(latest_seqs)(tuple(self.members))
        for socket in in_order_of_languages(sockets):
            await safely(socket.on_heartbeat(seqs.get(socket.topic)))

    async def _beat(self) -> None:
        sockets = self._sockets()
        seqs = await database_sync_to_async(latest_seqs)(tuple(self.members))
        await self.watch_rooms.beat(filter(None, (socket.onlooker for socket in sockets)), tuple(self.members))
        # First, so that a room sends them nothing more.
        for socket in in_order_of_languages(await self._close_signed_out(sockets)):
            await safely(socket.on_heartbeat(seqs.get(socket.topic)))
        for topic in await self._find_unheard():
            self.ring((topic + NAMES,), 0)
        # Last, so that a broken seat cannot keep the heartbeat from any socket.
        seats = self._connected_seats()
        await database_sync_to_async(presence.reconcile)(seats, process=self.process, now=timebase.now())

    async def _find_unheard(self) -> list[str]:
        """The tables with a name or a draft of which no doorbell has told."""
        there = await database_sync_to_async(unnumbered)(tuple(self.snapshots.kept))
        kept = self.snapshots.kept
        return [topic for topic in there if topic in kept and unnumbered_of(topic, kept[topic]) != there[topic]]


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """The hub of the running event loop: a server process has one loop, a test run has one per test."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = Hub()
    return hub
