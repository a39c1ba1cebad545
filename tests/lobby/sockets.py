"""The socket of a home page, as tests of the lobby use it."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

from tabletop.accounts.models import User
from tests.live.conftest import PATIENCE_SECONDS, PatientSocket

OpenSocket = Callable[..., Any]
LIVE = "/lobby/live/"


async def open_lobby(open_socket: OpenSocket, person: User | None) -> tuple[PatientSocket, str]:
    socket, accepted, _code = await open_socket(LIVE, person)
    assert accepted
    return socket, await socket.receive_from()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():
            await asyncio.sleep(0.01)


def seq_in(html: str) -> str:
    found = re.search(r'id="beat" data-seq="([\w.]*)"', html)
    assert found, html
    return found.group(1)


def own_seq_in(html: str) -> str:
    found = re.search(r'id="own-beat" data-seq="([\w.]*)"', html)
    assert found, html
    return found.group(1)
