import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import pytest

from cambio import services
from cambio.api.messages import HEARD, SOCKET, ServerMessage
from tabletop.accounts.models import User
from tests.cambio import kit
from tests.cambio.live.pairs import Pair
from tests.live.conftest import PatientSocket, headers_for, open_socket, until_the_doorbell_works

__all__ = ["open_socket"]


class Listener:
    """A program's socket that has been accepted."""

    def __init__(self, socket: PatientSocket) -> None:
        self.socket = socket

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send_to(text_data=json.dumps({"type": kind, **fields}))

    async def hear(self) -> Any:
        """The next message; it and its data have the types that the reference tells."""
        told = json.loads(await self.socket.receive_from())
        for content, kind in ((told, ServerMessage), (told["data"], HEARD[told["type"]])):
            assert json.loads(msgspec.json.encode(msgspec.convert(content, kind))) == content
        return told

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

    sockets: list[PatientSocket] = []

    async def open_it(game_id: object, person: User | None = None) -> Listener:
        path = SOCKET.path.replace("{id}", str(game_id))
        socket = PatientSocket(application, path, headers=await headers_for(person))
        accepted, code = await socket.connect()
        assert accepted, code
        sockets.append(socket)
        await until_the_doorbell_works()
        return Listener(socket)

    yield open_it
    for socket in sockets:
        await socket.disconnect()


@pytest.fixture
def pair(transactional_db: None) -> Pair:
    people = kit.people(2)
    host = services.create_table(person=people[0], player_count=3)
    return Pair(people, [host, services.join_table(game_id=host.game_id, person=people[1])])
