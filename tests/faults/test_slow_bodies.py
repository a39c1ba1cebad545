"""Requests that come a byte at a time hold nobody up, and are cut off when their time is over."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from tests.kit.people import PATIENCE_SECONDS, Person, get
from tests.kit.server import Site, SiteServer

MOST_SECONDS = 3
DRIP_SECONDS = 0.2
HEAD = b"POST /cambio/api/game/create HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
UNFINISHED = {
    "a body": HEAD + b"Content-Length: 10000\r\n\r\n",
    "a body in chunks": HEAD + b"Transfer-Encoding: chunked\r\n\r\n2710\r\n",
    "headers": HEAD + b"X-Long: ",
    "the first line": b"GET /cambio",
}
SLOW_CLIENTS = 20


@pytest.fixture
def server(new_site: Callable[..., Site]) -> SiteServer:
    return new_site(environment={"TEST_REQUEST_SECONDS": str(MOST_SECONDS)}).serve()


@pytest.fixture
def drips(server: SiteServer) -> Iterator[list[socket.socket]]:
    """More than the server has threads, of every kind."""
    address = urlsplit(server.url)
    with ExitStack() as stack:
        lines = [
            stack.enter_context(socket.create_connection((address.hostname, address.port), timeout=PATIENCE_SECONDS))
            for _client in range(SLOW_CLIENTS)
        ]
        for number, line in enumerate(lines):
            line.sendall([*UNFINISHED.values()][number % len(UNFINISHED)])
        yield lines


def drip(line: socket.socket) -> bytes:
    """Sends a byte every now and then, until the server has answered and hung up; the answer."""
    line.settimeout(DRIP_SECONDS)
    give_up_at, answer = time.monotonic() + PATIENCE_SECONDS, b""
    while time.monotonic() < give_up_at:
        try:
            line.sendall(b"x")
            data = line.recv(4096)
        except TimeoutError:
            continue
        except ConnectionError:
            return answer
        if not data:
            return answer
        answer += data
    raise AssertionError("a request that never ends keeps its connection")


def test_others_are_served_while_many_requests_drip_in(server: SiteServer, drips: list[socket.socket]) -> None:
    with Person(server.url, "Ada") as ada, Person(server.url, "Bea") as bea:
        table = ada.start_duel(bea)
        for line in drips:
            line.sendall(b"x")
        assert ada.post(f"{table}move/", {"type": "play", "card": ada.hand(table)[0]}).status_code == 200
        assert bea.hand(table)
    assert get(f"{server.url}/healthz").status_code == 200


def test_a_request_that_drips_in_is_refused_when_its_time_is_over(drips: list[socket.socket]) -> None:
    began_at = time.monotonic()
    for line in drips[: len(UNFINISHED)]:
        answer = drip(line)
        assert answer.startswith(b"HTTP/1.1 408 "), answer
        assert answer.endswith(b"The request took too long to come. Nothing has changed. Try again.")
    assert time.monotonic() - began_at > MOST_SECONDS - 1, "it had the time that it has"


def test_a_slow_request_that_comes_in_time_is_read(server: SiteServer) -> None:
    with Person(server.url, "Ada") as ada:

        def body() -> Iterator[bytes]:
            for letter in b"name=Slow":
                yield bytes([letter])
                time.sleep(0.1)

        token = ada.http.cookies.get("csrftoken") or ""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": token}
        assert ada.http.post("/account/guest/", content=body(), headers=headers).status_code == 302


def test_a_connection_that_is_used_again_later_has_its_time_anew(server: SiteServer) -> None:
    address = urlsplit(server.url)
    line = HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE_SECONDS)
    with closing(line):
        for _time in range(2):
            line.request("GET", "/healthz")
            answer = line.getresponse()
            assert (answer.status, answer.getheader("Connection")) == (200, None)
            answer.read()
            time.sleep(MOST_SECONDS + 1)
