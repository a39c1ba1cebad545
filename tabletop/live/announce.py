"""Ringing the doorbell: tells every process that something changed, never what.

A topic is what a page shows: `cambio:<game id>`, `person:<user id>` (somebody's list of tables), `lobby` (the open
tables). All processes hear all topics through one group and pick those that somebody here is looking at.
"""

import asyncio
import logging
import threading
from functools import partial
from typing import Any

from channels.layers import get_channel_layer
from django.db import transaction

GROUP = "live"
LOBBY = "lobby"
log = logging.getLogger(__name__)

_watched: dict[str, Any] = {}
"""The topics somebody in this process looks at, each with the receipt of the newest change made in this process."""

_socket_loop: asyncio.AbstractEventLoop | None = None
_own_loop: asyncio.AbstractEventLoop | None = None
_lock = threading.Lock()
"""Guards `_watched` and `_own_loop`: sockets watch on the event loop, moves are announced by any thread."""


def use_loop_of_sockets(loop: asyncio.AbstractEventLoop) -> None:
    """The in-memory layer works only inside the loop its listeners run in, and Redis connections belong to a loop."""
    global _socket_loop  # noqa: PLW0603 - one loop serves the sockets of a process
    _socket_loop = loop


def watch(topic: str) -> None:
    with _lock:
        _watched.setdefault(topic, None)


def unwatch(topic: str) -> None:
    with _lock:
        _watched.pop(topic, None)


def is_watched(topic: str) -> bool:
    return topic in _watched


def handed_over(topic: str) -> Any:
    """The newest change of a watched topic, if it was made in this process: whoever shows it need not read it."""
    return _watched.get(topic)


def announce(*, topics: tuple[str, ...], seq: int = 0, receipt: Any = None) -> None:
    """Returns at once. A lost doorbell is found by the next heartbeat, so a failure is logged and forgotten.

    `receipt` is that of the change, for those who look at the first topic in this very process.
    """
    if receipt is not None:
        _remember(topics[0], receipt)
    message = {"type": "doorbell", "topics": list(topics), "seq": seq}
    asyncio.run_coroutine_threadsafe(_publish(message), _loop())


def _remember(topic: str, receipt: Any) -> None:
    with _lock:
        # Two threads may announce in another order than they have committed.
        if topic in _watched and (_watched[topic] is None or _watched[topic].seq < receipt.seq):
            _watched[topic] = receipt


def announce_after_commit(*topics: str) -> None:
    transaction.on_commit(partial(announce, topics=topics), robust=True)


async def _publish(message: dict[str, Any]) -> None:
    try:
        await get_channel_layer().group_send(GROUP, message)
    except Exception:
        log.warning("doorbell not heard: the channel layer is out of reach", exc_info=True)


def _loop() -> asyncio.AbstractEventLoop:
    """The loop of this process's sockets; in a process without any (a command, the clock), a loop of its own."""
    global _own_loop  # noqa: PLW0603 - started once, when first needed
    if _socket_loop is not None and _socket_loop.is_running():
        return _socket_loop
    with _lock:
        if _own_loop is None:
            _own_loop = asyncio.new_event_loop()
            threading.Thread(target=_own_loop.run_forever, name="announcer", daemon=True).start()
        return _own_loop
