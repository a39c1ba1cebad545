"""What the heartbeat of a process reads and mends."""

import asyncio
import uuid
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from autobahn.exception import Disconnected

from tabletop.accounts.models import User
from tabletop.live import hub
from tabletop.models import Presence
from tests.kernel.conftest import STARTED
from tests.live.conftest import Ear, play_any, seq_in
from tests.live.test_updates import show
from tests.tinygame.models import DuelGame, DuelSeat

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]


async def test_lost_rows_of_seats_with_a_socket_come_back(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User
) -> None:
    for person in (people[1], eve):
        socket, _accepted, _code = await open_socket(duel, person)
        await socket.receive_from()
    await Presence.objects.all().adelete()
    await hub.get_hub()._beat()
    assert [row.seat async for row in Presence.objects.all()] == ["1"], "a spectator has no seat"


@pytest.mark.parametrize("name", ["_pulse", "_beat"])
async def test_a_socket_that_comes_while_the_numbers_are_read_is_not_told_that_its_table_is_gone(
    duel: DuelGame, name: str
) -> None:
    beats: list[tuple[str, int | None]] = []

    class Heart(Ear):
        async def on_heartbeat(self, seq: int | None) -> None:
            beats.append((self.topic, seq))

    first, late = Heart(), Heart()
    first.topic, late.topic = "lobby", f"duel:{duel.pk}"
    hub.get_hub().join(first, first.topics)
    beating = asyncio.create_task(getattr(hub.get_hub(), name)())
    await asyncio.sleep(0)
    hub.get_hub().join(late, late.topics)
    await beating
    for heart in (first, late):
        hub.get_hub().leave(heart, heart.topics)
    assert beats == [("lobby", None)]


async def test_topics_that_are_no_table_have_no_sequence_number(duel: DuelGame) -> None:
    """A lobby socket has the topic of its person, and a table's socket may have one of its seat alone."""
    beats: dict[str, int | None] = {}

    class Heart(Ear):
        async def on_heartbeat(self, seq: int | None) -> None:
            beats[self.topic] = seq

    await play_any(duel)
    hearts = [Heart(), Heart()]
    hearts[0].topic, hearts[0].more_topics = f"duel:{duel.pk}", (f"duel:{duel.pk}:0",)
    hearts[0].seat = 0
    hearts[1].topic, hearts[1].more_topics = "lobby", (f"person:{uuid.uuid4()}",)
    for heart in hearts:
        hub.get_hub().join(heart, heart.topics)
    await hub.get_hub()._beat()
    for heart in hearts:
        hub.get_hub().leave(heart, heart.topics)
    assert beats == {f"duel:{duel.pk}": STARTED + 1, "lobby": None}
    assert await Presence.objects.acount() == 1


async def test_a_name_of_which_no_doorbell_has_told_is_shown_and_read_once(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch, reads: list[UUID]
) -> None:
    show(monkeypatch, led=lambda loaded: loaded.sitters[0].display_name)
    sockets = [(await open_socket(duel, person))[0] for person in people]
    for socket in sockets:
        assert "Juno" in await socket.receive_from()
    await hub.get_hub()._beat()
    await DuelSeat.objects.filter(game=duel, place=0).aupdate(display_name="Somebody")
    reads.clear()
    await hub.get_hub()._beat()
    await hub.get_hub()._beat()
    for socket in sockets:
        beats = [await socket.receive_from() for _beat in range(4)]
        assert ["Somebody" in frame for frame in beats].count(True) == 1
        assert not any("Juno" in frame for frame in beats)
    assert reads == [duel.pk]


@pytest.fixture
async def sockets(open_socket: OpenSocket, duel: DuelGame, people: list[User]) -> list[Any]:
    """Of the two at the table; they have heard how it stands."""
    opened = [(await open_socket(duel, person))[0] for person in people]
    for socket in opened:
        await socket.receive_from()
    return opened


BROKEN, GONE = OSError("the line is bad"), Disconnected("Attempt to send on a closed protocol")


@pytest.mark.parametrize("trouble", [BROKEN, GONE])
async def test_one_broken_socket_does_not_keep_the_heartbeat_from_the_others(
    sockets: list[Any],
    duel: DuelGame,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    trouble: Exception,
) -> None:
    """That somebody has just gone is not even worth a line in the log."""
    consumers = {consumer.seat: consumer for consumer in hub.get_hub().members[f"duel:{duel.pk}"]}

    async def fail(seq: int | None) -> None:
        raise trouble

    for broken, whole in ((0, 1), (1, 0)):
        with monkeypatch.context() as bad_line:
            bad_line.setattr(consumers[broken], "on_heartbeat", fail)
            await hub.get_hub()._beat()
        assert seq_in(await sockets[whole].receive_from()) == STARTED
    assert ("a socket could not be served" in caplog.text) is (trouble is BROKEN)
