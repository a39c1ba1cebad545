"""Sockets that close before anything was sent."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from autobahn.exception import Disconnected
from channels.testing import WebsocketCommunicator

from tabletop.accounts.models import User
from tabletop.live import hub
from tests.kernel.conftest import STARTED
from tests.live.conftest import PATIENCE_SECONDS, Ear, headers_for
from tests.tinygame.models import DuelGame
from tests.tinygame.pages import page

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_snapshot_read_for_a_table_without_sockets_is_not_kept(duel: DuelGame) -> None:
    sockets, here = hub.get_hub(), Ear()
    here.topic = f"duel:{duel.pk}"
    sockets.join(here, here.topics)
    await sockets.snapshots.fresh(page, duel.pk)
    assert here.topic in sockets.snapshots.kept
    for look in (sockets.snapshots.fresh(page, duel.pk), sockets.snapshots.at_least(STARTED + 1, page, duel.pk)):
        sockets.join(here, here.topics)
        looking = asyncio.create_task(look)
        await asyncio.sleep(0)
        sockets.leave(here, here.topics)
        assert (await looking).seq == STARTED
        assert not sockets.snapshots.kept


async def test_the_last_socket_to_leave_stops_listener_and_heartbeat() -> None:
    sockets, first, second = hub.get_hub(), Ear(), Ear()
    for ear in (first, second):
        sockets.join(ear, ear.topics)
    running = set(sockets.tasks)
    assert len(running) == 2
    sockets.leave(first, first.topics)
    await asyncio.sleep(0)
    assert sockets.tasks == running
    sockets.leave(second, second.topics)
    await asyncio.wait(running, timeout=PATIENCE_SECONDS)
    assert all(task.cancelled() for task in running)


async def test_a_browser_that_leaves_before_the_first_send_raises_no_error(duel: DuelGame, people: list[User]) -> None:
    from tabletop.asgi import application

    headers = await headers_for(people[0])
    scope = WebsocketCommunicator(application, f"/duel/{duel.pk}/live/", headers=headers).scope

    messages: Iterator[dict[str, Any]] = iter(
        [{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1001}]
    )

    async def connects() -> dict[str, Any]:
        return next(messages)

    async def is_gone(message: dict[str, Any]) -> None:
        # What Daphne raises when the browser has closed the connection.
        if message["type"] == "websocket.send":
            raise Disconnected("Attempt to send on a closed protocol")

    await application(scope, connects, is_gone)
    assert hub.get_hub().seats(f"duel:{duel.pk}") == []


async def test_a_browser_that_leaves_before_the_answer_raises_no_error(duel: DuelGame, people: list[User]) -> None:
    from tabletop.asgi import application

    headers = await headers_for(people[0])
    scope = WebsocketCommunicator(application, f"/duel/{duel.pk}/live/", headers=headers).scope
    messages: Iterator[dict[str, Any]] = iter(
        [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "text": '{"type": "sync"}'},
            {"type": "websocket.receive", "text": "garbage"},
            {"type": "websocket.disconnect", "code": 1001},
        ]
    )
    sent: list[str] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["type"])
        if sent.count("websocket.send") > 1:
            # What Daphne raises when the browser has closed the connection.
            raise Disconnected

    async def receive() -> dict[str, Any]:
        return next(messages)

    await application(scope, receive, send)
    assert sent == ["websocket.accept", *["websocket.send"] * 3]
    assert f"duel:{duel.pk}" not in hub.get_hub().members
