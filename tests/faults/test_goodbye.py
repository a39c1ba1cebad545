"""A server that is told to stop answers the requests that it has begun."""

import select
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Semaphore

import httpx
import msgspec
import pytest

from tests.kit.lines import Line
from tests.kit.people import PATIENCE_SECONDS, Person
from tests.kit.server import Site, SiteServer

STRANGERS = 2
"""Their passwords are looked at one after the other: when the first is answered the other has begun."""
KEPT_LINES = 3
FORM = b"POST /account/guest/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 6\r\n\r\nname=A"


def wrong_guess(server: SiteServer, stranger: int) -> bytes:
    """A request with a wrong password."""
    address = {"X-Forwarded-For": f"10.9.9.{stranger}"}
    with httpx.Client(base_url=server.url, timeout=PATIENCE_SECONDS, verify=False, headers=address) as http:
        http.get("/account/login/")
        form = {"login": f"nobody{stranger}@example.com", "password": "a guess"}
        headers = {"X-CSRFToken": http.cookies["csrftoken"], "Connection": "close"}
        request = http.build_request("POST", "/account/login/", data=form, headers=headers)
    head = "".join(f"{name}: {value}\r\n" for name, value in request.headers.items())
    return f"POST /account/login/ HTTP/1.1\r\n{head}\r\n".encode() + request.content


def send(server: SiteServer, request: bytes) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS)
    line.sendall(request)
    return line


@pytest.mark.both_shapes
def test_requests_that_have_begun_are_answered_when_the_server_stops(new_site: Callable[..., Site]) -> None:
    server = new_site().serve()
    guesses = [wrong_guess(server, stranger) for stranger in range(STRANGERS)]
    lines = [send(server, guess) for guess in guesses]
    answered, _written, _failed = select.select(lines, [], [], PATIENCE_SECONDS)
    assert 0 < len(answered) < STRANGERS
    server.stop()
    answers = [line.recv(100) for line in lines]
    for line in lines:
        line.close()
    assert [answer[:12] for answer in answers] == [b"HTTP/1.1 400"] * STRANGERS


def is_closed(line: socket.socket) -> bool:
    """What a proxy looks for before it uses a line again."""
    return bool(select.select([line], [], [], 0)[0]) and line.recv(1) == b""


def post_until_told_to_go(server: SiteServer, begun: Semaphore) -> int:
    """Sends one form after the other over a line that is kept, as a proxy does; returns how many were answered."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as line:
        for answered in range(1, 100_000):
            if is_closed(line):
                return answered
            line.sendall(FORM)
            head, answer = b"", line.makefile("rb")
            while not head.endswith(b"\r\n\r\n"):
                read = answer.readline()
                assert read, f"form {answered} was sent and not answered"
                head += read.lower()
            answer.read(int(head.partition(b"content-length:")[2].split()[0]))
            begun.release()
            if b"\r\nconnection: close\r\n" in head:
                assert answer.read() == b""
                return answered
    raise AssertionError("the server goes on")


@pytest.mark.both_shapes
def test_no_form_is_lost_on_a_line_that_is_kept_when_the_server_stops(new_site: Callable[..., Site]) -> None:
    """A proxy gives a form to no other server once it has sent it: it would tell that the gateway is bad."""
    server = new_site().serve()
    with (
        socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as idle,
        ThreadPoolExecutor(KEPT_LINES) as pool,
    ):
        begins = [Semaphore(0) for _line in range(KEPT_LINES)]
        lines = [pool.submit(post_until_told_to_go, server, begun) for begun in begins]
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert idle.recv(1000).startswith(b"HTTP/1.1 200 ")
        for begun in begins:
            assert begun.acquire(timeout=PATIENCE_SECONDS)
        server.stop()
        assert all(line.result(PATIENCE_SECONDS) for line in lines)
        assert idle.recv(1000) == b""


def test_sockets_end_in_the_log_and_nobody_has_left_the_table(new_site: Callable[..., Site]) -> None:
    """Their pages come back to the next server at once."""
    site = new_site(environment={"ACCESS_LOG": "1"})
    server = site.serve()
    asked = "from tabletop.models import Presence; print(Presence.objects.count())"
    with Person(server.url, "Ada") as ada, Person(server.url, "Bea") as bea:
        table = ada.start_duel(bea)
        with Line(ada, table) as line:
            line.wait_for('id="beat"')
            server.stop()
    lines = [msgspec.json.decode(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    assert [line["event"] for line in lines if line["event"].startswith("socket")] == ["socket opened", "socket closed"]
    assert int(site.manage("shell", "--no-imports", "-c", asked)) == 1
