import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator

from tabletop.accounts.models import User
from tests.live.conftest import headers_for, open_socket

__all__ = ["open_socket"]


class Listener:
    """A program's socket that has been accepted."""

    def __init__(self, socket: WebsocketCommunicator) -> None:
        self.socket = socket

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send_to(text_data=json.dumps({"type": kind, **fields}))

    async def hear(self, *, timeout: float = 5) -> Any:
        return json.loads(await self.socket.receive_from(timeout=timeout))

    async def hear_until(self, kind: str) -> list[Any]:
        heard = [await self.hear()]
        while heard[-1]["type"] != kind:
            heard.append(await self.hear())
        return heard

    async def hears_nothing(self) -> bool:
        return bool(await self.socket.receive_nothing(timeout=0.3))


@pytest.fixture
async def open_program() -> AsyncIterator[Callable[..., Any]]:
    from tabletop.asgi import application

    sockets: list[WebsocketCommunicator] = []

    async def open_it(game_id: object, person: User | None = None) -> Listener:
        path = f"/cambio/ws/game/{game_id}/"
        socket = WebsocketCommunicator(application, path, headers=await headers_for(person))
        accepted, code = await socket.connect(timeout=5)
        assert accepted, code
        sockets.append(socket)
        return Listener(socket)

    yield open_it
    for socket in sockets:
        await socket.disconnect()
