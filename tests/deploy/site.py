"""The site of docs/operations.md on its machine, and a person who plays there through the proxy."""

import re
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.deploy.sandbox import Machine, blocks
from tests.kit.postgres import PostgresServer
from tests.kit.redis import RedisServer
from tests.notify.mail_server import MailServer

HOST = "play.example"
ORIGIN = f"https://{HOST}"
RECOVERED_SECONDS = 60


class Site:
    """The machine of the document with its services, and a person who plays there through the proxy."""

    def __init__(self, machine: Machine, postgres: PostgresServer, redis: RedisServer, mail: MailServer) -> None:
        self.machine, self.postgres, self.redis, self.mail = machine, postgres, redis, mail
        self.blocks = blocks("docs/operations.md")
        self.table = ""
        self.http = self.browser()

    def browser(self, address: str = "127.0.0.1") -> httpx.Client:
        """Of somebody at this address; the proxy's limits are for each address."""
        return httpx.Client(
            base_url=self.machine.url,
            headers={"Host": HOST, "Origin": ORIGIN, "Referer": f"{ORIGIN}/"},
            timeout=30,
            transport=httpx.HTTPTransport(verify=False, local_address=address),
        )

    @property
    def database_url(self) -> str:
        return f"postgresql://postgres@/tabletop?host={self.postgres.folder}"

    def close(self) -> None:
        self.http.close()

    def follow(self, title: str, *, between: Callable[[], object] = lambda: None) -> None:
        """Runs the commands under this heading; and looks around before its last block."""
        *first, last = self.blocks.pop(title)
        for block in first:
            self.machine.run(block)
        between()
        self.machine.run(last)

    def sit_down(self) -> None:
        self.table = sit_down(self.http, "Ada")

    def assert_in_play(self) -> None:
        """The page of the table comes through the proxy with its hand, its socket speaks, and everything is ready."""
        page = self.until_answered(self.table)
        assert "Ada" in page.text
        assert (page.headers["Cache-Control"], page.headers["Permissions-Policy"][:9]) == (
            "private, no-store",
            "clipboard",
        )
        assert "max-age=31536000" in page.headers["Strict-Transport-Security"]
        assert "__Host-sessionid" in self.http.cookies
        with open_socket(self.http, self.table) as wire:
            assert wire.recv(timeout=30)
        self._until_ready()

    def until_answered(self, address: str) -> httpx.Response:
        give_up_at = time.monotonic() + RECOVERED_SECONDS
        while True:
            # The proxy may just be starting.
            with suppress(httpx.ConnectError):
                answer = self.http.get(address)
                if answer.status_code == 200:
                    return answer
            assert time.monotonic() < give_up_at, f"{address}\n{self.machine.logs()}"
            time.sleep(0.2)

    def _until_ready(self) -> None:
        give_up_at = time.monotonic() + RECOVERED_SECONDS
        while not (ready := self.http.get("/readyz").json())["ok"]:
            assert time.monotonic() < give_up_at, f"{ready}\n{self.machine.logs()}"
            time.sleep(0.2)


def post(
    browser: httpx.Client, address: str, *, headers: Mapping[str, str] | None = None, **fields: str
) -> httpx.Response:
    """As a page of the site does."""
    token = {"X-CSRFToken": browser.cookies["__Host-csrftoken"]}
    return browser.post(address, data=fields, headers=token | dict(headers or {}))


def sit_down(browser: httpx.Client, name: str) -> str:
    """A new guest opens a table to practise at; returns its address."""
    browser.get("/account/guest/")
    assert post(browser, "/account/guest/", name=name).status_code == 302
    return practise(browser)


def practise(browser: httpx.Client) -> str:
    opened = post(browser, "/cambio/practice/")
    assert opened.status_code == 302, opened.text
    table = str(opened.headers["Location"])
    # Its page has been shown the fingerprint of the shuffle and asks for the deal.
    assert post(browser, f"{table}act/", do="start").status_code in (200, 302, 303)
    return table


def open_line(
    browser: httpx.Client, *, address: str = "127.0.0.1", timeout: float | None = 30, receive_bytes: int = 0
) -> socket.socket:
    """A connection to the proxy without TLS; the system keeps about so many bytes that nobody reads."""
    line = socket.socket()
    if receive_bytes:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    line.settimeout(timeout)
    line.bind((address, 0))
    line.connect((browser.base_url.host, browser.base_url.port))
    return line


@cache
def trusting() -> ssl.SSLContext:
    """For the certificate of the document, which nobody has signed; one for all, as it takes long to make."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def open_socket(browser: httpx.Client, table: str, *, address: str = "127.0.0.1") -> ClientConnection:
    """The socket of a table's page. Raises OSError, and WebSocketException where it is refused."""
    return connect(
        f"wss://{HOST}{table}live/",
        sock=open_line(browser, address=address),
        ssl=trusting(),
        origin=ORIGIN,  # type: ignore[arg-type]
        open_timeout=30,
        additional_headers={"Cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items())},
    )


def files_of(page: str) -> list[str]:
    """Style sheets, scripts and pictures that a page asks for."""
    return sorted(set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page)))
