"""The two roads of a press on a table's page: a POST, and the page's socket. Tests marked `both_roads` go both.

Both end in the same function of the game; what this proves is that everything before and after it is alike.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal, NamedTuple, Protocol
from uuid import UUID, uuid4

import pytest
from asgiref.sync import async_to_sync
from channels.testing import WebsocketCommunicator
from django.http import HttpRequest, HttpResponse
from django.test import Client

from tabletop.error_codes import RULES_STATUS
from tabletop.errors import RefusalMiddleware, refusal_toast
from tabletop.live.consumers import MAX_MESSAGE_BYTES
from tabletop.live.pages import TablePage
from tabletop.rows import read_seq
from tabletop.rules import RuleViolation
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
_refusals: list[Exception] = []
"""What sockets have refused moves with, and not yet told the test."""


@contextmanager
def take(road: Road) -> Iterator[None]:
    token = _road.set(road)
    yield
    _road.reset(token)


def noting_refusal(exception: Exception, *, help_url: Callable[[str], str | None]) -> str:
    """In place of `refusal_toast` of sockets: a status cannot be read off a sentence."""
    _refusals.append(exception)
    return refusal_toast(exception, help_url=help_url)


def press_button(
    client: Client,
    page: TablePage,
    game_id: UUID,
    to: str,
    fields: Mapping[str, Any],
    *,
    key: str = "",
    seq: int | None = None,
) -> Answer:
    """By the road that is taken, with what a real page sends: a key, and the number that it shows.

    `to` is the address of the POST below that of the table. The page shows how the table stands, or what stood at
    `seq`. What is no move of the page goes by POST in any case, and so does what is too long for the socket.
    """
    table, key = page.address(game_id), key or uuid4().hex
    pressed = {
        name: [str(one) for one in (value if isinstance(value, list | tuple) else [value])]
        for name, value in fields.items()
    }
    message: dict[str, object] = {"type": "move", "to": to, "fields": pressed, "key": key, "seq": seq}
    if _road.get() == "socket" and to in page.moves and len(json.dumps(message)) <= MAX_MESSAGE_BYTES:
        return async_to_sync(_press_by_socket)(client, table, message)
    shown = read_seq(page.engine.store.games, game_id) if seq is None else seq
    headers = HTMX | {"Idempotency-Key": key} | ({} if shown is None else {"X-Table-Seq": str(shown)})
    answer: Answer = client.post(f"{table}{to}", fields, headers=headers)
    return answer


async def _press_by_socket(client: Client, table: str, message: dict[str, object]) -> Answer:
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
    if message["seq"] is None:
        # What has come with the opening, such as the person's own arrival, is on the page.
        message["seq"] = int(re.findall(r'<div id="beat" data-seq="(\d+)"', shown)[0])
    await socket.send_to(text_data=json.dumps(message))
    answer = ""
    while f'data-key="{message["key"]}"' not in answer:
        answer = await socket.receive_from(PATIENCE_SECONDS)
    await socket.disconnect(timeout=PATIENCE_SECONDS)
    refusals = [_refusals.pop() for _refusal in tuple(_refusals)]
    assert ('class="toast' in answer) == bool(refusals), answer
    return SocketAnswer(_status(*refusals), merge(shown, answer).encode())


def _status(*refusals: Exception) -> int:
    """That of the POST which would be refused for the same reason; 200 for a move that is made."""
    if not refusals:
        return 200
    (refusal,) = refusals
    if isinstance(refusal, RuleViolation):
        return RULES_STATUS
    status = RefusalMiddleware(lambda _request: HttpResponse()).process_exception(_request(), refusal)
    assert status is not None, refusal
    return status.status_code


def _request() -> HttpRequest:
    request = HttpRequest()
    request.htmx = True  # type: ignore[attr-defined] # as the middleware of htmx says it
    return request
