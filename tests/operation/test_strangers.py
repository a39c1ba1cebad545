"""What any stranger can cause at a served site is one line of the log at most, and never a traceback."""

import json
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.contrib.admin import exceptions as admin_exceptions
from django.contrib.sessions import exceptions as session_exceptions
from django.core.exceptions import SuspiciousOperation
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils.log import log_response

from tabletop.logs import FAULTS_OF_STRANGERS
from tests.kit.people import PATIENCE_SECONDS, Person, get
from tests.kit.server import Site, SiteServer

TOKEN = "c" * 32
FORM = "application/x-www-form-urlencoded"
PART = b'--x\r\nContent-Disposition: form-data; name="f"; filename="%d"\r\n\r\n1\r\n'
NO_BASE64 = PART.replace(b"\r\n\r\n1", b"\r\nContent-Transfer-Encoding: base64\r\n\r\na!!!") % 0 + b"--x--\r\n"
MANY_FIELDS = b"&".join(b"a%d=1" % number for number in range(1500))
MANY_FILES = b"".join(PART % number for number in range(150)) + b"--x--\r\n"


@pytest.fixture(scope="module")
def site() -> Iterator[SiteServer]:
    site = Site()
    yield site.serve()
    site.close()


class Written:
    """What the site logs from now on."""

    def __init__(self, server: SiteServer) -> None:
        self._server, self._begin = server, server.log.stat().st_size

    @property
    def text(self) -> str:
        return self._server.log.read_bytes()[self._begin :].decode()

    def lines(self) -> list[tuple[str, str]]:
        """Level and sentence of each line, once the site has answered another request."""
        get(f"{self._server.url}/healthz")
        return [(line["level"], line["event"]) for line in map(json.loads, self.text.splitlines())]


def send(server: SiteServer, *lines: str | bytes, body: bytes = b"") -> bytes:
    """The answer to a request that no client of good manners would send."""
    head = b"\r\n".join(line.encode() if isinstance(line, str) else line for line in (*lines, "Connection: close"))
    address = urlsplit(server.url)
    answer = b""
    with socket.create_connection((address.hostname, address.port), timeout=PATIENCE_SECONDS) as wire:
        wire.sendall(head + b"\r\n\r\n" + body)
        while data := wire.recv(4096):
            answer += data
    return answer


def post(server: SiteServer, body: bytes, *, content_type: str) -> bytes:
    return send(
        server,
        "POST /account/guest/ HTTP/1.1",
        "Host: localhost",
        f"Content-Type: {content_type}",
        f"Content-Length: {len(body)}",
        f"Cookie: csrftoken={TOKEN}",
        body=body,
    )


def test_a_host_that_is_not_ours_is_one_line(site: SiteServer) -> None:
    written = Written(site)
    answer = send(site, "GET /secret/ HTTP/1.1", "Host: evil.example")
    assert b" 400 " in answer[:20]
    assert b"We could not read that" in answer
    assert written.lines() == [("warning", "a request was refused: DisallowedHost")]
    assert "evil" not in written.text


@pytest.mark.parametrize(
    ("body", "content_type", "fault"),
    [
        (MANY_FIELDS, FORM, "TooManyFieldsSent"),
        (MANY_FILES, "multipart/form-data; boundary=x", "TooManyFilesSent"),
        (NO_BASE64, "multipart/form-data; boundary=x", "MultiPartParserError"),
        (b"a=1", f"{FORM}; charset=utf-7", "BadRequest"),
        (b"a=1", FORM, "csrf"),
    ],
    ids=["fields", "files", "multipart", "charset", "csrf"],
)
def test_a_body_that_cannot_be_read_is_one_line(site: SiteServer, body: bytes, content_type: str, fault: str) -> None:
    written = Written(site)
    answer = post(site, body, content_type=content_type)
    assert b" 403 " in answer[:20] if fault == "csrf" else b" 400 " in answer[:20]
    assert written.lines() == [("warning", f"a request was refused: {fault}")]


@pytest.mark.parametrize(
    "lines",
    [
        ("GET / HTTP/1.1", "Host: localhost", b"Daphne-Root-Path: \xff"),
        ("GET / HTTP/1.1", "Host: localhost", b"X-Forwarded-For: \xff"),
        ("GET / HTTP/1.1", "Host: localhost", b"Cookie: sessionid=\xff; csrftoken=\xfe"),
        ("GET /%ff%00 HTTP/1.1", "Host: localhost"),
        (b"GET /\xff HTTP/1.1", "Host: localhost"),
        (b"G\xffT / HTTP/1.1", "Host: localhost"),
        ("POST / HTTP/1.1", "Host: localhost", "Content-Length: x"),
    ],
)
def test_odd_requests_leave_no_traceback(site: SiteServer, lines: tuple[str | bytes, ...]) -> None:
    written = Written(site)
    assert b" 500 " not in send(site, *lines)[:20]
    assert written.lines() == []


@pytest.mark.parametrize(
    ("path", "header"),
    [
        ("/lobby/live/?shows=%ff%00", "X-Own: 1"),
        ("/lobby/live/", b"Sec-WebSocket-Protocol: \xff"),
        ("/lobby/live/", b"Daphne-Root-Path: \xff"),
        ("/lobby/live/%ff", "X-Own: 1"),
    ],
)
def test_odd_handshakes_leave_no_traceback(site: SiteServer, path: str, header: str | bytes) -> None:
    written, address = Written(site), urlsplit(site.url)
    lines: tuple[str | bytes, ...] = (
        f"GET {path} HTTP/1.1",
        f"Host: {address.netloc}",
        f"Origin: {site.url}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        header,
    )
    head = b"\r\n".join(line.encode() if isinstance(line, str) else line for line in lines)
    with socket.create_connection((address.hostname, address.port), timeout=PATIENCE_SECONDS) as wire:
        wire.sendall(head + b"\r\n\r\n")
        assert wire.recv(4096).startswith((b"HTTP/1.1 101", b"HTTP/1.1 403"))
    assert written.lines() == []


def test_who_goes_away_before_the_answer_leaves_no_traceback(site: SiteServer) -> None:
    written, address = Written(site), urlsplit(site.url)
    for head in (
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /account/guest/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\na",
    ):
        for _time in range(5):
            with socket.create_connection((address.hostname, address.port)) as wire:
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                wire.sendall(head)
    with Person(site.url, "Ada") as ada:
        deadline = time.monotonic() + 2
        while time.monotonic() < deadline:
            ada.http.get("/")
    assert written.lines() == []


def test_every_fault_that_django_blames_a_visitor_for_is_named() -> None:
    assert admin_exceptions
    assert session_exceptions

    def below(kind: type[Exception]) -> set[str]:
        return {kind.__name__}.union(*map(below, kind.__subclasses__()))

    assert {name for name in below(SuspiciousOperation) if not name.startswith("_")} <= set(FAULTS_OF_STRANGERS)


def test_an_error_of_ours_is_logged_with_its_route_not_with_its_path(caplog: pytest.LogCaptureFixture) -> None:
    request = RequestFactory().get(f"/duel/{TOKEN[:8]}-aaaa-4aaa-8aaa-aaaaaaaaaaaa/")
    log_response("Internal Server Error: %s", request.path, response=HttpResponse(status=500), request=request)
    assert [record.getMessage() for record in caplog.records] == ["Internal Server Error: /duel/<uuid:game_id>/"]
