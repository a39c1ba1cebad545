"""Messages that many sockets get alike: encoded once as a frame, and written to each connection without a detour.

A socket of our own server has a writer in its scope. Elsewhere, as in tests, the message goes as any other does.
Nothing is written without end to a connection that nobody reads, by whichever way it goes.
"""

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Any

from twisted.internet.error import ConnectionLost
from twisted.python.failure import Failure

WRITER = "tabletop.write_frame"
Writer = Callable[[bytes], None]
TEXT = 0x81
"""Final frame of a text (RFC 6455, 5.2). Frames of a server are not masked."""
MAX_WAITING_BYTES = 256 * 1024
"""Unread, before a connection is dropped; the system holds about as much again. Six whole updates of Imperial, the
largest: who is so far behind does not read."""

log = logging.getLogger(__name__)


class WireMessage:
    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def frame(self) -> bytes:
        payload = self.text.encode()
        size = len(payload)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = bytes((TEXT, 126)) + size.to_bytes(2)
        else:
            head = bytes((TEXT, 127)) + size.to_bytes(8)
        return head + payload


def writer_of(scope: dict[str, Any]) -> Writer | None:
    found: Writer | None = scope.get("extensions", {}).get(WRITER)
    return found


def add_writer(scope: dict[str, Any], protocol: Any) -> None:
    """For the server: `protocol` is Autobahn's, as Daphne uses it."""
    scope.setdefault("extensions", {})[WRITER] = partial(write_frame, protocol)


@contextmanager
def noticing_resets(protocol: Any) -> Iterator[None]:
    """A connection that was reset meanwhile is closed, which uvloop tells with an error alone."""
    try:
        yield
    except RuntimeError as error:
        if "the handler is closed" not in str(error):
            raise
        if protocol.transport is not None:
            protocol.transport.connectionLost(Failure(ConnectionLost()))


def write_frame(protocol: Any, frame: bytes) -> None:
    """Writes at once if nothing waits before it, else behind what waits. Says nothing if the connection is closed."""
    with noticing_resets(protocol):
        _write(protocol, frame)


def _write(protocol: Any, frame: bytes) -> None:
    if protocol.state != protocol.STATE_OPEN:
        return
    transport = protocol.transport
    # What Twisted has still to send; it would ask the loop to tell when the socket can be written, which it mostly can.
    waits = transport.dataBuffer or transport._tempDataBuffer
    if not waits and transport.connected and not transport.disconnecting:
        sent = transport.writeSomeData(frame)
        # An error is found again, and handled, by the ordinary way.
        frame = frame[sent:] if isinstance(sent, int) else frame
    transport.write(frame)


class UnreadLimit:
    """Drops the connection of a reader who stays behind; the page of somebody who comes back opens a new one.

    Twisted takes it for the producer of what is written: calls it with every write, prepared or not, while much waits.
    """

    def __init__(self, transport: Any) -> None:
        self.transport = transport
        transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MAX_WAITING_BYTES)
        # In place of the HTTP request that the connection began with.
        transport.unregisterProducer()
        transport.registerProducer(self, True)

    def pauseProducing(self) -> None:  # noqa: N802 - Twisted's name
        transport = self.transport
        waiting = len(transport.dataBuffer) - transport.offset + transport._tempDataLen
        if waiting > MAX_WAITING_BYTES:
            log.info("dropped a connection: %d bytes were waiting unread", waiting)
            transport.unregisterProducer()
            # Without a closing handshake, for which the reader would have to read.
            transport.abortConnection()

    def resumeProducing(self) -> None:  # noqa: N802 - Twisted's name
        """All has been sent."""

    def stopProducing(self) -> None:  # noqa: N802 - Twisted's name
        """The connection is closed."""
