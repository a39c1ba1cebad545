"""What deploy/nginx/tabletop.conf promises: TLS for all, limits for floods, and that slow readers hold no server."""

import re
import socket
import ssl
import struct
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx
import psutil

from tests.deploy.site import HOST, ORIGIN, Site, open_line, trusting
from tests.kit.server import TROUBLE

REQUESTS_PER_SECOND, BURST = 30, 120
FLOOD = 400
FLOODERS = 20
CONNECTIONS = 60
LARGEST_BODY = 1024 * 1024
READERS = 40
"""More than the servers have threads for pages, and more than the proxy keeps lines to them that nobody uses."""
IDLE_LINES = 16
SMALL = 4096
LARGE_ANSWER = "/api/schema.json"
PROMPT_SECONDS = 20
SPOOFED = "203.0.113.9"
SEEN_ONCE = "/cambio/how-to-play/"
RESET = struct.pack("ii", 1, 0)


def assert_proxy_keeps_its_promises(site: Site) -> None:
    """Uses up the limits of its address, and waits until they are free again."""
    _assert_tls_for_all(site)
    _assert_counts_are_hidden(site)
    _assert_own_address_is_believed(site)
    _assert_large_bodies_are_refused(site)
    _assert_floods_are_limited(site)
    _assert_slow_readers_hold_no_server(site)
    _assert_connections_are_limited(site)
    time.sleep(BURST / REQUESTS_PER_SECOND)
    logs = site.machine.logs(last=0)
    assert not (found := TROUBLE.search(logs)), logs[max(found.start() - 1000, 0) : found.end() + 3000]


def _assert_tls_for_all(site: Site) -> None:
    challenge = site.machine.root / "var/www/html/.well-known/acme-challenge"
    challenge.mkdir(parents=True)
    (challenge / "token").write_text("proof")
    with httpx.Client(base_url=site.machine.plain_url, headers={"Host": HOST}, timeout=30) as plain:
        for address in ("/", "/cambio/?seats=2&x=%2F", "/t/ABC123/", "/static/none.css", "/metrics", "/readyz"):
            for method in ("GET", "POST"):
                answer = plain.request(method, address)
                assert (answer.status_code, answer.headers["Location"]) == (308, ORIGIN + address)
        proof = plain.get("/.well-known/acme-challenge/token")
        assert (proof.status_code, proof.text) == (200, "proof")
        assert plain.get("/.well-known/acme-challenge/none").status_code == 404


def _assert_counts_are_hidden(site: Site) -> None:
    for server in (1, 2):
        counts = httpx.get(f"http://127.0.0.1:{site.machine.server_port(server)}/metrics", timeout=30)
        assert (counts.status_code, "tabletop_" in counts.text) == (200, True)
    for address in ("/metrics", "/metrics?x=1", "//metrics", "/%6Detrics", "/cambio/../metrics"):
        with _line(site, send=_request("GET", address)) as line:
            assert _status(line) == 404, address


def _assert_own_address_is_believed(site: Site) -> None:
    """The proxy appends it to what a visitor has written, and the last one counts."""
    assert site.http.get(SEEN_ONCE, headers={"X-Forwarded-For": SPOOFED}).status_code == 200
    assert [line["address"] for line in site.machine.access_log() if line["path"] == SEEN_ONCE] == ["127.0.0.1"]


def _assert_large_bodies_are_refused(site: Site) -> None:
    """Before the first byte has come."""
    with _line(site, send=_request("POST", "/account/guest/", **{"Content-Length": LARGEST_BODY + 1})) as line:
        assert _status(line) == 413
    with _line(site, send=_request("POST", "/account/guest/", **{"Content-Length": LARGEST_BODY})) as line:
        assert _is_silent([line])


def _assert_floods_are_limited(site: Site) -> None:
    each = FLOOD // FLOODERS
    # All at once over each line: one after the other they might come too slowly on a busy machine.
    asked = _request("GET", "/healthz") * (each - 1) + _request("GET", "/healthz", Connection="close")
    began = time.monotonic()
    with ExitStack() as lines:
        flooders = [lines.enter_context(_line(site, send=asked)) for _flooder in range(FLOODERS)]
        statuses = Counter(status for flooder in flooders for status in _statuses(flooder))
    took = time.monotonic() - began
    assert statuses.total() == FLOOD
    assert statuses.keys() == {200, 429}, statuses
    assert BURST <= statuses[200] <= BURST + 1 + REQUESTS_PER_SECOND * (took + 1), (statuses, took)
    site.until_answered("/")
    time.sleep(BURST / REQUESTS_PER_SECOND)


def _assert_slow_readers_hold_no_server(site: Site) -> None:
    """The proxy takes what they do not read, and the servers are done with them."""
    whole = site.http.get(LARGE_ANSWER, headers={"Accept-Encoding": "identity"})
    asked = _request("GET", LARGE_ANSWER, Connection="close")
    with ExitStack() as lines:
        readers = [lines.enter_context(_line(site, receive_bytes=SMALL, send=asked)) for _reader in range(READERS)]
        began = time.monotonic()
        assert site.http.get("/").status_code == 200
        assert time.monotonic() - began < PROMPT_SECONDS
        assert {_status(reader) for reader in readers} == {200}
        give_up_at = time.monotonic() + PROMPT_SECONDS
        while (held := _lines_of_servers(site)) > IDLE_LINES:
            assert time.monotonic() < give_up_at, f"{held} lines between the proxy and the servers"
            time.sleep(0.1)
        for reader in readers[1:]:
            _hang_up(reader)
        assert _body_bytes(readers[0]) == len(whole.content)
    for _time in range(10):
        with _line(site, send=asked) as line:
            _hang_up(line)
    assert site.until_answered("/")


def _assert_connections_are_limited(site: Site) -> None:
    # Its body never comes.
    begun = _request("POST", "/account/guest/", **{"Content-Length": 10})
    with ExitStack() as lines:
        held = [lines.enter_context(_line(site, send=begun)) for _connection in range(CONNECTIONS - 1)]
        assert _is_silent(held)
        assert site.http.get("/healthz").status_code == 200
        held.append(lines.enter_context(_line(site, send=begun)))
        assert _is_silent(held)
        assert site.http.get("/healthz").status_code == 429
    site.until_answered("/healthz")


@contextmanager
def _line(site: Site, *, send: bytes = b"", receive_bytes: int = 0) -> Iterator[ssl.SSLSocket]:
    """A connection to the proxy, over which this is sent."""
    with trusting().wrap_socket(open_line(site.http, receive_bytes=receive_bytes), server_hostname=HOST) as line:
        line.sendall(send)
        yield line


def _request(method: str, address: str, **headers: object) -> bytes:
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"{method} {address} HTTP/1.1\r\nHost: {HOST}\r\n{head}\r\n".encode()


def _status(line: ssl.SSLSocket) -> int:
    """Of an answer of which nothing has been read."""
    start = b""
    while len(start) < 12:
        read = line.recv(12 - len(start))
        assert read, "closed without an answer"
        start += read
    return int(start.split()[1])


def _statuses(line: ssl.SSLSocket) -> list[int]:
    """Of all answers, after which the line is closed."""
    return [int(status) for status in re.findall(rb"^HTTP/1.1 (\d+)", _rest(line), re.M)]


def _is_silent(lines: list[ssl.SSLSocket]) -> bool:
    """Whether none of them is answered, after the proxy has had time to."""
    time.sleep(0.5)
    return not any(_has_answer(line) for line in lines)


def _has_answer(line: ssl.SSLSocket) -> bool:
    patience = line.gettimeout()
    line.setblocking(False)
    try:
        line.recv(1)
    except ssl.SSLWantReadError:
        return False
    finally:
        line.settimeout(patience)
    return True


def _body_bytes(line: ssl.SSLSocket) -> int:
    """Of an answer after which the line is closed."""
    return len(_rest(line).partition(b"\r\n\r\n")[2])


def _rest(line: ssl.SSLSocket) -> bytes:
    read = b""
    while more := line.recv(65536):
        read += more
    return read


def _hang_up(line: ssl.SSLSocket) -> None:
    """As a browser does that is closed: without a goodbye."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    line.close()


def _lines_of_servers(site: Site) -> int:
    """How many lines the proxy holds to them."""
    ports = {site.machine.server_port(server) for server in (1, 2)}
    pids = [pid for unit, pid in site.machine.pids().items() if unit.startswith("tabletop@")]
    lines = [line for pid in pids for line in psutil.Process(pid).net_connections("tcp")]
    return sum(line.laddr.port in ports and line.status == psutil.CONN_ESTABLISHED for line in lines)
