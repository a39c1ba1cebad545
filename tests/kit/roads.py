"""The two roads of a press on a table's page: a POST, and the page's socket. Tests marked `both_roads` go both.

Both end in the same function of the game; what this proves is that everything before and after it is alike.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from html import unescape
from typing import Any, Literal, NamedTuple, Protocol
from uuid import UUID, uuid4

import pytest
from asgiref.sync import async_to_sync
from channels.testing import WebsocketCommunicator
from django.test import Client

from tabletop.error_codes import CODES, RULES_STATUS
from tabletop.live.pages import TablePage
from tests.kit.frames import merge

PATIENCE_SECONDS = 30
Road = Literal["post", "socket"]
HTMX = {"HX-Request": "true"}


class Answer(Protocol):
    @property
    def status_code(self) -> int: ...
    @property
    def content(self) -> bytes: ...


class SocketAnswer(NamedTuple):
    status_code: int
    content: bytes
    """All that the page shows after the answer."""


both_roads = pytest.mark.usefixtures("road")
_road: ContextVar[Road] = ContextVar("road", default="post")


@contextmanager
def take(road: Road) -> Iterator[None]:
    token = _road.set(road)
    yield
    _road.reset(token)


def press_button(
    client: Client, page: TablePage, game_id: UUID, to: str, fields: Mapping[str, Any], *, key: str = ""
) -> Answer:
    """By the road that is taken. `to` is the address of the POST below that of the table.

    What is no move of the page goes by POST in any case.
    """
    table = page.address(game_id)
    if _road.get() == "socket" and to in page.moves:
        return async_to_sync(_press_by_socket)(client, table, to, fields, key or uuid4().hex)
    headers = HTMX | ({"Idempotency-Key": key} if key else {})
    answer: Answer = client.post(f"{table}{to}", fields, headers=headers)
    return answer


async def _press_by_socket(client: Client, table: str, to: str, fields: Mapping[str, Any], key: str) -> Answer:
    from tabletop.asgi import application

    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = {"origin": "http://localhost", "host": "localhost", "cookie": cookies}
    if language := client.defaults.get("HTTP_ACCEPT_LANGUAGE"):
        headers["accept-language"] = language
    wire = [(name.encode(), value.encode()) for name, value in headers.items()]
    socket = WebsocketCommunicator(application, f"{table}live/", headers=wire)
    opened, code = await socket.connect(PATIENCE_SECONDS)
    if not opened:
        return SocketAnswer(int(code or 0) - 4000, b"")
    shown = await socket.receive_from(PATIENCE_SECONDS)
    pressed = {
        name: [str(one) for one in (value if isinstance(value, list | tuple) else [value])]
        for name, value in fields.items()
    }
    await socket.send_to(text_data=json.dumps({"type": "move", "to": to, "fields": pressed, "key": key}))
    answer = ""
    while f'data-key="{key}"' not in answer:
        answer = await socket.receive_from(PATIENCE_SECONDS)
    await socket.disconnect(timeout=PATIENCE_SECONDS)
    return SocketAnswer(_status(answer), merge(shown, answer).encode())


def _status(answer: str) -> int:
    """That of the POST which would tell the same."""
    toast = re.search(r'class="toast[^>]*>(.*)', answer, re.DOTALL)
    if toast is None:
        return 200
    told = unescape(toast.group(1))
    for code in ("invalid_request", "not_allowed", "not_found"):
        if str(CODES[code].sentence) in told:
            return CODES[code].status
    return RULES_STATUS
