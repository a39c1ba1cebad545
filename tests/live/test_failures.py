"""Failures of a socket, of the channel layer and of the heartbeat."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from channels.layers import get_channel_layer

from tabletop.accounts.models import User
from tabletop.live import hub, presence
from tabletop.live.table_consumer import TableConsumer
from tabletop.operation.counts import registry
from tests.kernel.conftest import STARTED
from tests.kit.frames import parts_in
from tests.live.conftest import (
    PATIENCE_SECONDS,
    Ear,
    PatientSocket,
    headers_for,
    play_any,
    seq_in,
    until_the_doorbell_works,
)
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]


def open_sockets() -> float:
    """As the operators are told."""
    return registry.get_sample_value("tabletop_sockets_open", {"game": "duel", "page": "table"}) or 0


async def test_a_socket_that_fails_while_it_opens_leaves_nothing_behind(
    duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tabletop.asgi import application

    def fail(*args: object, **kwargs: object) -> None:
        raise OSError("the database is away")

    monkeypatch.setattr(presence, "arrive", fail)
    socket = PatientSocket(application, f"/duel/{duel.pk}/live/", headers=await headers_for(people[0]))
    await socket.connect()
    with pytest.raises(OSError, match="away"):
        await socket.wait(PATIENCE_SECONDS)
    assert not hub.get_hub().members
    assert not hub.get_hub().by_mark


async def test_a_socket_that_fails_at_a_message_leaves_nothing_behind(
    duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tabletop.asgi import application

    async def fail(self: object) -> None:
        raise OSError("the line is bad")

    socket = PatientSocket(application, f"/duel/{duel.pk}/live/", headers=await headers_for(people[0]))
    await socket.connect()
    await socket.receive_from()
    monkeypatch.setattr(TableConsumer, "send_everything", fail)
    await socket.send_to(text_data='{"type": "sync"}')
    with pytest.raises(OSError, match="bad"):
        await socket.wait(PATIENCE_SECONDS)
    assert not hub.get_hub().members
    assert open_sockets() == 0


async def test_a_socket_that_the_server_ends_leaves_nothing_behind(duel: DuelGame, people: list[User]) -> None:
    """As Daphne does with one that is at work for long after its page has gone."""
    from tabletop.asgi import application

    socket = PatientSocket(application, f"/duel/{duel.pk}/live/", headers=await headers_for(people[0]))
    await socket.connect()
    await socket.receive_from()
    assert (open_sockets(), len(hub.get_hub().members)) == (1, 1)
    socket.future.cancel()
    with pytest.raises(asyncio.CancelledError):
        await socket.future
    assert (open_sockets(), len(hub.get_hub().members)) == (0, 0)


async def test_a_socket_counts_until_it_is_noted_that_its_seat_has_gone(
    duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for the count sees all that the socket has caused."""
    from tabletop.asgi import application

    counts: list[float] = []
    monkeypatch.setattr(presence, "leave", lambda *args, **kwargs: counts.append(open_sockets()))
    socket = PatientSocket(application, f"/duel/{duel.pk}/live/", headers=await headers_for(people[0]))
    await socket.connect()
    await socket.receive_from()
    await socket.disconnect()
    assert (counts, open_sockets()) == ([1], 0)


async def test_what_could_not_be_sent_is_sent_in_full_with_the_next_heartbeat(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    socket, _accepted, _code = await open_socket(duel, people[0])
    await socket.receive_from()
    [consumer] = hub.get_hub().members[f"duel:{duel.pk}"]
    failed = asyncio.Event()

    async def fail(text_data: str) -> None:
        failed.set()
        raise OSError("the line is bad")

    with monkeypatch.context() as bad_line:
        bad_line.setattr(consumer, "send", fail)
        await play_any(duel)
        await asyncio.wait_for(failed.wait(), timeout=PATIENCE_SECONDS)
    await consumer.on_heartbeat(STARTED + 1)
    html = await socket.receive_from()
    assert (parts_in(html), seq_in(html)) == ({"score", "table", "actions", "waiting"}, STARTED + 1)


async def test_the_doorbell_is_heard_again_after_the_channel_layer_was_down(monkeypatch: pytest.MonkeyPatch) -> None:
    layer, failed = get_channel_layer(), asyncio.Event()

    async def fail_once(channel: str) -> Any:
        if failed.is_set():
            return await layer.receive(channel)
        failed.set()
        raise OSError("the channel layer is down")

    unsteady = SimpleNamespace(new_channel=layer.new_channel, group_add=layer.group_add, receive=fail_once)
    monkeypatch.setattr(hub, "get_channel_layer", lambda: unsteady)
    monkeypatch.setattr(hub, "RETRY_SECONDS", 0.01)
    await until_the_doorbell_works()
    assert failed.is_set()


async def test_the_heartbeat_goes_on_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 0.01)
    sockets, ear, beats = hub.get_hub(), Ear(), asyncio.Semaphore(0)

    async def fail() -> None:
        beats.release()
        raise OSError("the database is down")

    monkeypatch.setattr(sockets, "_beat", fail)
    sockets.join(ear, ear.topics)
    async with asyncio.timeout(PATIENCE_SECONDS):
        for _beat in range(2):
            await beats.acquire()
    sockets.leave(ear, ear.topics)
