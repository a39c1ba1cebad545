"""What is too large is refused before it is read: by the length a request names, or while its body comes in.

Daphne hands a request on once its body is whole, so the application can only refuse what lies on the disk already.
"""

from http import HTTPStatus
from typing import Any

import daphne.server
from daphne.http_protocol import HTTPFactory, WebRequest

from tabletop.error_codes import sentence_for_programs

MAX_BODY_BYTES = 1024 * 1024
"""The largest of all: single addresses take less, and say so themselves."""
MOST_DROPPED_BYTES = 4 * MAX_BODY_BYTES
"""Read and thrown away after the refusal: who still sends would otherwise be cut off before the answer is read."""


class BoundedRequest(WebRequest):
    taken = 0
    is_refused = False

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's name
        """`None` for a body that comes in chunks."""
        is_too_large = length is not None and length > MAX_BODY_BYTES
        super().gotLength(0 if is_too_large else length)
        if is_too_large:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        self.taken += len(data)
        if self.is_refused or self.taken > MAX_BODY_BYTES:
            self._refuse()
            if self.taken > MOST_DROPPED_BYTES:
                self.channel.abortConnection()
        else:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:  # noqa: N802 - Twisted's name
        if self.is_refused:
            self.channel.loseConnection()
            return
        # WSGI knows no other way to tell how long a body is.
        if not self.requestHeaders.hasHeader(b"content-length") and self.taken:
            self.requestHeaders.setRawHeaders(b"content-length", [str(self.taken).encode()])
        super().requestReceived(command, path, version)

    def _refuse(self) -> None:
        if self.is_refused:
            return
        self.is_refused = True
        # Nobody is asked to go on.
        self.requestHeaders.removeHeader(b"expect")
        status, body = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, sentence_for_programs("body_too_large").encode()
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self.channel.transport.write(head.encode() + body)


class BoundedFactory(HTTPFactory):
    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802 - Twisted's name
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol


def bound_bodies() -> None:
    """To be called before the server runs: it makes its factory by this name."""
    daphne.server.HTTPFactory = BoundedFactory
