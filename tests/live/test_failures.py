"""Sockets that fail: while they open, or while they send."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tabletop.accounts.models import User
from tabletop.live import hub, presence
from tests.kernel.conftest import STARTED
from tests.live.conftest import PATIENCE_SECONDS, PatientSocket, headers_for, parts_in, play_any, seq_in
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]


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
    assert (parts_in(html), seq_in(html)) == ({"score", "table", "actions"}, STARTED + 1)
