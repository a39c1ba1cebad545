import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator

from tabletop.accounts.models import User
from tabletop.engine import Engine, Loaded
from tabletop.live import announce, hub, loading
from tabletop.live.consumers import LiveConsumer
from tabletop.play import read
from tests.kernel.conftest import any_move, duel, game_of, people, state_of
from tests.kit.clients import client_of
from tests.kit.frames import parts_in
from tests.tinygame import services
from tests.tinygame.models import DuelGame
from tests.tinygame.rules import State

__all__ = ["duel", "people", "state_of"]

PATIENCE_SECONDS = 30
"""For what is sure to come: costs nothing on success, and a busy machine needs it."""


class PatientSocket(WebsocketCommunicator):
    """Waits longer than the one second of Channels."""

    async def connect(self, timeout: float = PATIENCE_SECONDS) -> Any:
        return await super().connect(timeout)

    async def receive_output(self, timeout: float = PATIENCE_SECONDS) -> Any:
        return await super().receive_output(timeout)

    async def receive_from(self, timeout: float = PATIENCE_SECONDS) -> Any:
        return await super().receive_from(timeout)

    async def disconnect(self, code: int = 1000, timeout: float = PATIENCE_SECONDS) -> None:
        await super().disconnect(code, timeout)


class Ear(LiveConsumer):
    topic = "ear"

    def __init__(self) -> None:
        super().__init__()
        self.heard = asyncio.Event()

    async def refresh(self, topic: str, seq: int) -> None:
        self.heard.set()


async def until_the_doorbell_works() -> None:
    """Rings like another process until the hub hears: its first socket subscribes, which takes a moment with Redis."""
    ear = Ear()
    message = {"type": "doorbell", "topics": list(ear.topics), "seq": 0, "process": "another", "step": None}
    hub.get_hub().join(ear, ear.topics)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not ear.heard.is_set():
            await announce._publish(message)
            with suppress(TimeoutError):
                await asyncio.wait_for(ear.heard.wait(), timeout=0.02)
    hub.get_hub().leave(ear, ear.topics)


def lose_doorbells(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nobody hears of a change: neither the sockets of this process nor other processes."""
    monkeypatch.setattr(announce, "_ring", None)
    monkeypatch.setattr(announce, "GROUP", "a-group-nobody-listens-to")


def session_cookie(person: User) -> str:
    return client_of(person).cookies["sessionid"].value


async def headers_for(
    person: User | None, *, origin: str = "http://localhost", language: str = "en"
) -> list[tuple[bytes, bytes]]:
    headers = [(b"origin", origin.encode()), (b"host", b"localhost"), (b"accept-language", language.encode())]
    if person is not None:
        cookie = await database_sync_to_async(session_cookie)(person)
        headers.append((b"cookie", f"sessionid={cookie}".encode()))
    return headers


@pytest.fixture
def eve(db: None) -> User:
    """Has no seat anywhere, and looks on."""
    return User.objects.create(display_name="Eve", is_guest=True)


@pytest.fixture
async def open_socket(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[..., Any]]:
    """Opens sockets without a heartbeat, so that the next message is what the test caused."""
    from tabletop.asgi import application

    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 3600)
    sockets: list[PatientSocket] = []

    async def open_it(
        game: DuelGame | str, person: User | None, *, origin: str = "http://localhost", language: str = "en"
    ) -> tuple[PatientSocket, bool, int | None]:
        path = game if isinstance(game, str) else f"/duel/{game.pk}/live/"
        socket = PatientSocket(application, path, headers=await headers_for(person, origin=origin, language=language))
        accepted, code = await socket.connect()
        if accepted:
            sockets.append(socket)
            await until_the_doorbell_works()
        return socket, accepted, code

    yield open_it
    for socket in sockets:
        await socket.disconnect()


@database_sync_to_async
def play_any(duel: DuelGame) -> State:
    state = game_of(duel)
    services.move(game_id=duel.pk, seat=state.turn, action=any_move(state))
    return state


async def next_update(socket: PatientSocket) -> str:
    """The next message that brings a part: how many look on, and heartbeats, are passed over."""
    while True:
        html = str(await socket.receive_from())
        if parts_in(html):
            return html


def seq_in(html: str) -> int:
    found = re.search(r'<div id="beat" data-seq="(\d+)"', html)
    assert found, html
    return int(found.group(1))


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """The games that were read from the database."""
    games: list[UUID] = []

    def noting(engine: Engine, game_id: UUID, **options: Any) -> Loaded[Any]:
        games.append(game_id)
        return read(engine, game_id, **options)

    monkeypatch.setattr(loading, "read", noting)
    return games
