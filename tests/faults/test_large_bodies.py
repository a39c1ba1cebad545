"""Bodies that are too large are refused before they are read, and hold nobody up; those in chunks are read."""

import json
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tabletop.body_limits import MAX_BODY_BYTES, MAX_PROGRAM_BYTES
from tests.kit.people import PATIENCE_SECONDS, Person, get
from tests.kit.server import SiteServer

HUGE = 200 * 1024 * 1024


@pytest.fixture
def line(server: SiteServer) -> Iterator[socket.socket]:
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=PATIENCE_SECONDS) as line:
        yield line


def head(*headers: str, path: str = "/account/guest/") -> bytes:
    return "\r\n".join((f"POST {path} HTTP/1.1", "Host: localhost", *headers, "", "")).encode()


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


@pytest.mark.parametrize(("game", "code"), [("cambio", "BODY_TOO_LARGE"), ("imperial", "body_too_large")])
@pytest.mark.parametrize("is_chunked", [False, True])
def test_an_address_for_programs_takes_less_and_says_so_as_its_game_does(
    line: socket.socket, game: str, code: str, is_chunked: bool
) -> None:
    length = "Transfer-Encoding: chunked" if is_chunked else f"Content-Length: {MAX_PROGRAM_BYTES + 1}"
    line.sendall(head(length, path=f"/{game}/api/game/create?x=1"))
    if is_chunked:
        # The end of the body never comes.
        line.sendall(f"{MAX_PROGRAM_BYTES + 1:x}\r\n".encode() + b"x" * (MAX_PROGRAM_BYTES + 1) + b"\r\n")
    told, _blank, body = line.recv(4096).decode().partition("\r\n\r\n")
    assert told.startswith("HTTP/1.1 413 ")
    assert "application/json" in told
    assert json.loads(body) == {"code": code, "message": "That is more than we can read.", "details": {}}


def test_a_page_takes_more_than_a_program_sends(server: SiteServer) -> None:
    with Person(server.url, "Ada") as ada:
        fields: dict[str, object] = {"name": "Ada Byron", "more": "x" * (2 * MAX_PROGRAM_BYTES)}
        assert ada.post("/account/guest/?next=/cambio/api/", fields).status_code < 400


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
