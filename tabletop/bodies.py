"""What is too large is refused before it is read: by the length a request names, or while its body comes in.

What comes too slowly is refused as well: a request has a time in which it must be whole, however steadily it drips.

Daphne hands a request on once its body is whole, so the application can only refuse what lies on the disk already.
"""

import time
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote
from weakref import WeakSet

import daphne.server
from daphne.http_protocol import HTTPFactory, WebRequest
from django.conf import settings
from django.urls import Resolver404, resolve
from twisted.web.http import HTTPChannel

from tabletop.body_limits import MAX_BODY_BYTES, max_bytes_at
from tabletop.error_codes import SITE_CODES, sentence_for_programs, status_of
from tabletop.limits import visitor_address
from tabletop.operation.access import note_refused

UNUSED_HEADERS = (b"daphne-root-path", b"sec-websocket-protocol")
"""Daphne reads them as ASCII and fails with a traceback where they are not; the site needs neither."""
MOST_DROPPED_BYTES = 4 * MAX_BODY_BYTES
"""Read and thrown away after the refusal: who still sends would otherwise be cut off before the answer is read."""


class BoundedRequest(WebRequest):
    address = ""
    max_bytes = MAX_BODY_BYTES
    taken = 0
    is_refused = False
    is_whole = False

    def __init__(self, *given: Any, **named: Any) -> None:
        self.began_at = time.monotonic()
        super().__init__(*given, **named)

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's name
        """`None` for a body that comes in chunks."""
        # Twisted tells a request its path only when it is whole.
        self.address = unquote(self.channel._path.partition(b"?")[0].decode("latin-1"))
        self.max_bytes = max_bytes_at(self.address)
        is_too_large = length is not None and length > self.max_bytes
        super().gotLength(0 if is_too_large else length)
        if is_too_large:
            self._refuse("body_too_large")

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        self.taken += len(data)
        if self.is_refused or self.taken > self.max_bytes:
            self._refuse("body_too_large")
            if self.taken > MOST_DROPPED_BYTES:
                self.channel.abortConnection()
        else:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:  # noqa: N802 - Twisted's name
        self.is_whole = True
        if self.is_refused:
            self.channel.loseConnection()
            return
        for name in UNUSED_HEADERS:
            self.requestHeaders.removeHeader(name)
        # WSGI knows no other way to tell how long a body is.
        if not self.requestHeaders.hasHeader(b"content-length") and self.taken:
            self.requestHeaders.setRawHeaders(b"content-length", [str(self.taken).encode()])
        super().requestReceived(command, path, version)

    def check_timeouts(self) -> None:
        """Called every two seconds."""
        if not self.is_whole and time.monotonic() - self.began_at > settings.REQUEST_SECONDS:
            if not self.is_refused:
                self._refuse("request_too_slow")
                self.channel.loseConnection()
            else:
                # The answer had its time to be read.
                self.channel.abortConnection()
        super().check_timeouts()

    def _refuse(self, code: str) -> None:
        if self.is_refused:
            return
        self.is_refused = True
        # Nobody is asked to go on.
        self.requestHeaders.removeHeader(b"expect")
        self.channel.transport.write(_refusal(self.address, code))
        forwarded = b",".join(self.requestHeaders.getRawHeaders(b"x-forwarded-for", []))
        _note(self.channel, self.address, code, forwarded=forwarded)


class BoundedChannel(HTTPChannel):
    """Counts the time of a first line, for which there is no request yet. A line that stops is Twisted's to close.

    A server that stops takes one more request on each connection, and says in its answer that there are no further.
    """

    line_began_at: float | None = None
    takes_one_more = False
    """Whether the next answer is the last."""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        if not self.requests and self._is_late():
            # What still comes counts no more.
            self.dataReceived = lambda data: None  # type: ignore[method-assign]
            self.write(_refusal("", "request_too_slow"))
            _note(self, "", "request_too_slow")
            self.loseConnection()
        else:
            super().dataReceived(data)

    def _is_late(self) -> bool:
        now = time.monotonic()
        self.line_began_at = self.line_began_at or now
        return bool(now - self.line_began_at > settings.REQUEST_SECONDS)

    def lineReceived(self, line: bytes) -> None:  # noqa: N802 - Twisted's name
        self.line_began_at = None
        super().lineReceived(line)

    def checkPersistence(self, request: BoundedRequest, version: bytes) -> bool:  # noqa: N802 - Twisted's name
        if self.takes_one_more:
            request.responseHeaders.setRawHeaders(b"Connection", [b"close"])
            return False
        return bool(super().checkPersistence(request, version))

    def take_one_more(self) -> None:
        """The next answer that begins says that the connection is closed after it."""
        self.takes_one_more = True
        for request in self.requests:
            # An answer that has begun has not said so: closing after it would cut off the next request.
            if not request.startedWriting:
                self.persistent = self.checkPersistence(request, b"")


def _refusal(address: str, code: str) -> bytes:
    """A whole answer, after which the connection is closed."""
    status = HTTPStatus(status_of(code))
    kind, body = _sentence_at(address, code)
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: {kind}\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def _note(channel: HTTPChannel, address: str, code: str, *, forwarded: bytes = b"") -> None:
    """For operators. The method is known only when a request is whole."""
    peer = getattr(channel.getPeer(), "host", "")
    visitor = visitor_address(forwarded.decode("latin-1"), peer)
    note_refused(method="", path=address, status=status_of(code), address=visitor)


def _sentence_at(address: str, code: str) -> tuple[str, bytes]:
    """The type and the text of a refusal: as a game tells it to programs, a plain sentence elsewhere."""
    sentence = sentence_for_programs(code)
    try:
        style = None if code in SITE_CODES else getattr(resolve(address).func, "error_style", None)
    except Resolver404:
        style = None
    if style is None:
        return "text/plain; charset=utf-8", sentence.encode()
    answer = style.refusal(code, sentence)
    return answer["Content-Type"], answer.content


class BoundedFactory(HTTPFactory):
    # Not the one that Twisted offers: it speaks HTTP/2 over TLS as well, both of which are the proxy's.
    protocol = BoundedChannel

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        # A connection that becomes a socket leaves its channel without a word.
        self.channels: WeakSet[BoundedChannel] = WeakSet()

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802 - Twisted's name
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        self.channels.add(protocol)
        return protocol

    def drain(self) -> None:
        """Lets each open connection bring one more request at most."""
        for channel in tuple(self.channels):
            channel.take_one_more()

    def close_idle(self) -> None:
        """Closes the connections on which no request is being answered."""
        for channel in tuple(self.channels):
            if not channel.requests and channel.transport is not None:
                channel.loseConnection()


def bound_bodies() -> None:
    """To be called before the server runs: it makes its factory by this name."""
    daphne.server.HTTPFactory = BoundedFactory
