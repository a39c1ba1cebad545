"""The doorbell: a message to all processes, through one group of the channel layer, that topics have changed.

A topic names what a page shows: `cambio:<game id>`, `person:<user id>` (the person's list of tables), `lobby` (the open
tables). `cambio:<game id>:names` tells of another name at that table, which is no step and has no number, and
`cambio:<game id>:watching` of somebody who has come to look on. `cambio:<game id>:talk` tells of something that was
said there, by its number.
`signed-in:<mark>` asks who of those with this mark still is (`live.identity`). A doorbell carries topics, a sequence
number and the step that was taken with its events, never what is shown: each process follows the step, or reads, for
its own sockets. The process that rings hears it first, without the layer.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from contextvars import Context
from typing import Any, Protocol
from uuid import uuid4

import msgspec
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

from tabletop.engine import AnnouncedStep

GROUP = "live"
LOBBY = "lobby"
SIGNED_IN = "signed-in:"
NAMES = ":names"
WATCHING = ":watching"
TALK = ":talk"
PROCESS = uuid4().hex
"""Who rings: a process need not hear its own doorbell twice."""
Ring = Callable[[tuple[str, ...], int], None]
log = logging.getLogger(__name__)


class Change(Protocol):
    """What became of a topic: a Receipt of this process, an AnnouncedStep, or what a game tells its own sockets."""

    @property
    def seq(self) -> int: ...


_watched: dict[str, Change | None] = {}
"""Topics with a socket in this process, each with the newest change."""

_lobby_changes = 0
"""How often the open tables may have changed, as far as this process has heard."""
_socket_loop: asyncio.AbstractEventLoop | None = None
_listens = False
_ring: Ring | None = None
"""Tells the sockets of this process; to be called in their loop."""
_own_loop: asyncio.AbstractEventLoop | None = None
_lock = threading.Lock()
"""Guards `_watched`, `_lobby_changes` and `_own_loop`: sockets watch on the event loop, any thread announces."""


def use_socket_loop(loop: asyncio.AbstractEventLoop, ring: Ring) -> None:
    """Publishes from this loop on: the in-memory layer and Redis connections work only in the loop they belong to."""
    global _socket_loop, _ring, _listens
    _socket_loop, _ring, _listens = loop, ring, True
    # What others announced before was not heard.
    note_change((LOBBY,))


def stop_listening() -> None:
    """The last socket has left: from now on the process does not hear what others announce."""
    global _listens  # noqa: PLW0603 - the state of this process
    _listens = False


def watch(topic: str) -> None:
    with _lock:
        _watched.setdefault(topic, None)


def unwatch(topic: str) -> None:
    with _lock:
        _watched.pop(topic, None)


def is_watched(topic: str) -> bool:
    return topic in _watched


def note_change(topics: tuple[str, ...]) -> None:
    """To be called with every doorbell, before anybody acts on it."""
    global _lobby_changes  # noqa: PLW0603 - a count
    if LOBBY in topics:
        with _lock:
            _lobby_changes += 1


def lobby_changes() -> int | None:
    """Grows when the open tables change; None while this process listens to no doorbell and cannot know."""
    return _lobby_changes if _listens and _socket_loop is not None and _socket_loop.is_running() else None


def latest_change(topic: str) -> Change | None:
    """The newest change of a watched topic, as this process made it or was told of it: saves reading it again."""
    return _watched.get(topic)


def announce(
    *, topics: tuple[str, ...], seq: int = 0, change: Change | None = None, step: AnnouncedStep | None = None
) -> None:
    """Rings here and publishes the topics without waiting.

    The first topic is the one that `change` is about, for the sockets here, and `step`, for those of other processes. A
    failure is only logged: the next heartbeat makes up for a lost doorbell.
    """
    if change is not None:
        remember(topics[0], change)
    note_change(topics)
    loop = _loop()
    if loop is _socket_loop and _ring is not None:
        # Without the context of the thread that rings: asgiref would not let a socket read from the database in it.
        loop.call_soon_threadsafe(_ring, topics, seq, context=Context())
    if not reaches_others():
        return
    message = {"type": "doorbell", "topics": list(topics), "seq": seq, "process": PROCESS}
    message["step"] = None if step is None else msgspec.json.encode(step)
    asyncio.run_coroutine_threadsafe(_publish(message), loop)


def reaches_others() -> bool:
    """Whether there may be other processes: a layer in memory has none."""
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


def announce_after_commit(*topics: str, change: Change | None = None) -> None:
    """Announces the topics once the transaction is committed; nothing if it is rolled back."""
    seq = 0 if change is None else change.seq
    transaction.on_commit(lambda: announce(topics=topics, seq=seq, change=change), robust=True)


def remember(topic: str, change: Change) -> None:
    """Keeps the newest change of a topic, if a socket of this process watches it."""
    with _lock:
        # Two threads may announce in another order than they committed.
        newest = _watched.get(topic)
        if topic in _watched and (newest is None or newest.seq < change.seq):
            _watched[topic] = change


async def _publish(message: dict[str, Any]) -> None:
    try:
        await get_channel_layer().group_send(GROUP, message)
    except Exception:
        log.warning("doorbell not sent: the channel layer does not answer", exc_info=True)


def _loop() -> asyncio.AbstractEventLoop:
    """The loop of this process's sockets; a process without sockets (a command, the clock) starts its own."""
    global _own_loop  # noqa: PLW0603 - started once, when first needed
    if _socket_loop is not None and _socket_loop.is_running():
        return _socket_loop
    with _lock:
        if _own_loop is None:
            _own_loop = asyncio.new_event_loop()
            threading.Thread(target=_own_loop.run_forever, name="announcer", daemon=True).start()
        return _own_loop
