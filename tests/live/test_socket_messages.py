"""What a page says to a table's socket: nonsense is answered, and a flood ends in a closed socket."""

import json
import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.staticfiles import finders

from tabletop.accounts.models import User
from tabletop.live import consumers, hub
from tests.kernel.conftest import any_move, game_of, logged_moves
from tests.kit.frames import parts_in
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[]",
        "null",
        "3",
        '"sync"',
        "{}",
        '{"type": 3}',
        '{"type": "launch"}',
        "x" * 5000,
        "\x00",
        '{"type": "sync", "more": "' + "💣" * 1100 + '"}',
        '{"x":' + "[" * 4000,
    ],
)
async def test_a_message_that_makes_no_sense_is_answered_and_ignored(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], message: str
) -> None:
    socket, _accepted, _code = await open_socket(duel, people[0])
    await socket.receive_from()
    await socket.send_input({"type": "websocket.receive", "text": message})
    assert "toast" in await socket.receive_from()
    await socket.send_to(text_data=json.dumps({"type": "sync"}))
    assert parts_in(await socket.receive_from()) == {"score", "table", "actions", "waiting"}


async def test_bytes_are_answered_and_ignored(open_socket: OpenSocket, duel: DuelGame, people: list[User]) -> None:
    socket, _accepted, _code = await open_socket(duel, people[0])
    await socket.receive_from()
    await socket.send_to(bytes_data=b"\xff\xfe")
    assert "toast" in await socket.receive_from()


async def test_too_many_messages_are_refused_and_in_the_end_the_socket_is_closed(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    # All within one second, however busy the machine.
    monkeypatch.setattr(consumers, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    socket, _accepted, _code = await open_socket(duel, people[0])
    await socket.receive_from()
    too_many = consumers.MESSAGES_PER_SECOND + consumers.MAX_REFUSED_MESSAGES + 1
    for _number in range(too_many):
        await socket.send_to(text_data='{"type": "sync"}')
    outputs = [await socket.receive_output() for _number in range(too_many)]
    assert outputs[-1] == {"type": "websocket.close", "code": 4429}
    assert sum("quick" in output.get("text", "") for output in outputs) == consumers.MAX_REFUSED_MESSAGES


async def test_a_move_that_comes_too_soon_is_answered_and_not_made(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its key: a page without an answer would send it again, and after the refusal it would be made."""
    monkeypatch.setattr(consumers, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    socket, _accepted, _code = await open_socket(duel, people[0])
    await socket.receive_from()
    for _number in range(consumers.MESSAGES_PER_SECOND):
        await socket.send_to(text_data='{"type": "sync"}')
        await socket.receive_from()
    action = any_move(await database_sync_to_async(game_of)(duel))
    fields = {name: [str(value)] for name, value in action.items()}
    for key in ("k1", '"><script>'):
        told = {"type": "move", "to": "move/", "fields": fields, "key": key}
        await socket.send_to(text_data=json.dumps(told))
        answer = await socket.receive_from()
        assert answer.startswith(f'<div id="answer" data-key="{escape(key)}" hidden></div>')
        assert "That was quick." in answer
    assert not await logged_moves().aexists()


def test_the_page_knows_how_long_a_message_may_be() -> None:
    script = Path(str(finders.find("js/live.js"))).read_text()
    assert f"const MOST_BYTES = {consumers.MAX_MESSAGE_BYTES};" in script


def test_a_page_misses_two_pulses_before_it_says_so_within_three_seconds() -> None:
    script = Path(str(finders.find("js/connection.js"))).read_text()
    silence, tick = (int(re.findall(rf"const {name}_MILLISECONDS = (\d+);", script)[0]) for name in ("SILENCE", "TICK"))
    assert silence >= 2 * 1000 * hub.HEARTBEAT_SECONDS / hub.PULSES
    assert silence + tick < 3000


async def test_a_page_that_waits_a_second_may_ask_again(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(monotonic=lambda: 1000.0)
    monkeypatch.setattr(consumers, "time", clock)
    socket, _accepted, _code = await open_socket(duel, people[0])
    await socket.receive_from()
    for now in (1000.0, 1001.0):
        monkeypatch.setattr(clock, "monotonic", lambda now=now: now)
        for _number in range(consumers.MESSAGES_PER_SECOND):
            await socket.send_to(text_data='{"type": "sync"}')
            assert parts_in(await socket.receive_from()) == {"score", "table", "actions", "waiting"}
