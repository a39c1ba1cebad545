"""One request over a connection of its own, byte by byte as it is given."""

import re
import socket
from dataclasses import dataclass

LIMIT_SECONDS = 30
"""A complete request that is not answered by then is held up."""
PIECE = 65536
LOCATION = re.compile(rb"\r\nlocation: *([^\r\n?]*)", re.IGNORECASE)
UNSENDABLE = re.compile(rb"[\r\n\x00]")


class NoAnswer(Exception):
    """A complete request was neither answered nor hung up on."""


@dataclass(frozen=True, kw_only=True)
class Raw:
    head: bytes
    body: bytes
    is_complete: bool = True
    """Whether the server has all that was announced to it; else it may wait for more."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    status: int | None = None
    """None if the server hung up, or still waits for the rest."""
    location: str = ""
    """Where a redirect leads, without its query."""


def header(text: str) -> str:
    """Of one line, as bytes that a header may hold."""
    return UNSENDABLE.sub(b"?", text.encode("utf-8", "surrogatepass")).decode("latin-1")


def exchange(port: int, raw: Raw) -> Answer:
    """Raises NoAnswer."""
    limit = LIMIT_SECONDS if raw.is_complete else 0.3
    with socket.create_connection(("127.0.0.1", port), timeout=limit) as line:
        answer = b""
        try:
            line.sendall(raw.head + raw.body)
            while piece := line.recv(PIECE):
                answer += piece
        except TimeoutError:
            if raw.is_complete and not answer:
                raise NoAnswer(raw.head[:2000]) from None
        except OSError:
            # The server refuses by the head, and hangs up while the body still comes.
            pass
    if not answer.startswith(b"HTTP/1."):
        return Answer()
    found = LOCATION.search(answer.partition(b"\r\n\r\n")[0])
    return Answer(status=int(answer[9:12]), location=found[1].decode("latin-1") if found else "")
