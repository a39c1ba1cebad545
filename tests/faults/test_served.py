"""What only the real server shows: sizes, ports, headers."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable

from websockets.asyncio.client import connect

from tests.kit.people import Person, get
from tests.kit.server import MANAGE, Site, SiteServer


async def first_message(server: SiteServer, path: str, *, send: str | None = None) -> str:
    address = server.url.replace("http", "ws", 1) + path
    async with connect(address, origin=server.url) as wire:  # type: ignore[arg-type]
        message = str(await asyncio.wait_for(wire.recv(), timeout=30))
        if send is not None:
            await wire.send(send)
            message = str(await asyncio.wait_for(wire.recv(), timeout=30))
        return message


def test_a_large_page_reaches_its_sockets(new_site: Callable[..., Site]) -> None:
    server = new_site().serve()
    with Person(server.url, "Ada") as ada, Person(server.url, "Bea") as bea:
        for _number in range(20):
            ada.start_duel(bea)
        message = asyncio.run(first_message(server, "/lobby/live/"))
    assert len(message) > 8192, "the page is too small to prove anything"
    assert message.count("<li") == 20


def test_a_large_message_from_a_browser_is_answered_with_no(server: SiteServer) -> None:
    assert "toast" in asyncio.run(first_message(server, "/lobby/live/", send="x" * 6000))


def test_a_port_in_use_is_a_failure(new_site: Callable[..., Site]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [sys.executable, str(MANAGE), "serve", "--no-clock", "--port", str(taken.getsockname()[1])]
        finished = subprocess.run(command, env=new_site().environment, capture_output=True, check=False, timeout=120)
    assert finished.returncode == 1
    assert b"Tabletop is ready" not in finished.stdout


def test_no_header_of_a_visitor_moves_the_site_to_another_path(server: SiteServer) -> None:
    moved = get(f"{server.url}/account/login/", headers={"Daphne-Root-Path": "/evil"})
    assert (moved.status_code, "/evil" in moved.text) == (200, False)
    assert get(f"{server.url}/evil/account/login/", headers={"Daphne-Root-Path": "/evil"}).status_code == 404


def test_the_process_says_that_it_is_up(server: SiteServer) -> None:
    answer = get(f"{server.url}/healthz")
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
