import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from tabletop.accounts.models import User
from tests.kernel.conftest import duel, people, state_of
from tests.tinygame.models import DuelGame

__all__ = ["duel", "people", "state_of"]

Connect = Callable[..., WebsocketCommunicator]


def session_cookie(person: User) -> str:
    client = Client()
    client.force_login(person)
    return client.cookies["sessionid"].value


async def headers_for(person: User | None, *, origin: str = "http://localhost") -> list[tuple[bytes, bytes]]:
    headers = [(b"origin", origin.encode()), (b"host", b"localhost")]
    if person is not None:
        cookie = await database_sync_to_async(session_cookie)(person)
        headers.append((b"cookie", f"sessionid={cookie}".encode()))
    return headers


@pytest.fixture
async def open_socket() -> AsyncIterator[Callable[..., Any]]:
    from tabletop.asgi import application

    sockets: list[WebsocketCommunicator] = []

    async def open_it(
        game: DuelGame | str, person: User | None, *, origin: str = "http://localhost"
    ) -> tuple[WebsocketCommunicator, bool, int | None]:
        path = game if isinstance(game, str) else f"/duel/{game.pk}/live/"
        socket = WebsocketCommunicator(application, path, headers=await headers_for(person, origin=origin))
        accepted, code = await socket.connect(timeout=5)
        if accepted:
            sockets.append(socket)
        return socket, accepted, code

    yield open_it
    for socket in sockets:
        await socket.disconnect()


def parts_in(html: str) -> set[str]:
    """Names of the parts a message brings."""
    return set(re.findall(r'<div id="([\w-]+)" class="part" hx-swap-oob="true">', html))


def seq_in(html: str) -> int:
    found = re.search(r'<div id="beat" data-seq="(\d+)"', html)
    assert found, html
    return int(found.group(1))
