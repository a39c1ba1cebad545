"""Bodies that are too large are refused before they are read, and hold nobody up; those in chunks are read."""

import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tabletop.bodies import MAX_BODY_BYTES
from tests.kit.people import PATIENCE_SECONDS, Person, get
from tests.kit.server import SiteServer

HUGE = 200 * 1024 * 1024


@pytest.fixture
def line(server: SiteServer) -> Iterator[socket.socket]:
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=PATIENCE_SECONDS) as line:
        yield line


def head(*headers: str) -> bytes:
    return "\r\n".join(("POST /cambio/api/games HTTP/1.1", "Host: localhost", *headers, "", "")).encode()


def answer_on(line: socket.socket) -> str:
    """All that comes until the server hangs up."""
    answer = b""
    while data := line.recv(4096):
        answer += data
    return answer.decode()


@pytest.mark.parametrize("expect", [(), ("Expect: 100-continue",)])
def test_a_length_that_is_too_large_is_refused_before_anything_comes(
    line: socket.socket, expect: tuple[str, ...]
) -> None:
    line.sendall(head(f"Content-Length: {HUGE}", *expect))
    answer = line.recv(4096).decode()
    assert answer.startswith("HTTP/1.1 413 ")
    assert answer.endswith("That is more than we can read.")


def test_a_body_in_chunks_is_refused_when_it_has_become_too_large(line: socket.socket, server: SiteServer) -> None:
    line.sendall(head("Transfer-Encoding: chunked"))
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    for _count in range(MAX_BODY_BYTES // 0x10000 + 1):
        line.sendall(chunk)
    assert line.recv(4096).startswith(b"HTTP/1.1 413 ")
    assert get(f"{server.url}/").status_code == 200, "others are served meanwhile"
    line.sendall(b"0\r\n\r\n")
    assert "HTTP/1.1" not in answer_on(line), "one answer, and the connection ends"


def test_who_goes_on_sending_is_cut_off(line: socket.socket) -> None:
    line.sendall(head(f"Content-Length: {HUGE}"))
    with pytest.raises(ConnectionError):
        line.sendall(b"x" * (16 * MAX_BODY_BYTES))


def test_a_small_body_in_chunks_is_read(server: SiteServer) -> None:
    with Person(server.url, "Ada") as ada:
        name = ada.http.post(
            "/account/guest/",
            content=iter([b"name=", b"Chunk"]),
            headers={
                "Content-Type": "application/x-www-form-urlencoded",
                "X-CSRFToken": ada.http.cookies.get("csrftoken") or "",
            },
        )
        assert name.status_code == 302, name.text
