"""Messages that many sockets get alike: encoded once as a frame, and written to each connection without a detour.

A socket of our own server has a writer in its scope. Elsewhere, as in tests, the message goes as any other does.
"""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

WRITER = "tabletop.write_frame"
Writer = Callable[[bytes], None]
TEXT = 0x81
"""Final frame of a text (RFC 6455, 5.2). Frames of a server are not masked."""


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


def write_frame(protocol: Any, frame: bytes) -> None:
    """Writes at once if nothing waits before it, else behind what waits. Says nothing if the connection is closed."""
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
