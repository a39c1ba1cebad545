"""The receipts that announcing hands to the sockets of the same process."""

import asyncio
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import transaction

from tabletop.engine import Loaded, Receipt
from tabletop.live import announce
from tests.live.conftest import PATIENCE_SECONDS
from tests.tinygame.models import DuelGame

TOPIC = "duel:1"
NOBODY: Loaded[Any] = Loaded(row=DuelGame(), state=None, read_at=0.0)
publish_really = announce._publish


@pytest.fixture(autouse=True)
def nobody_is_rung(monkeypatch: pytest.MonkeyPatch) -> None:
    async def publish(message: dict[str, Any]) -> None:
        pass

    monkeypatch.setattr(announce, "_publish", publish)
    # Not the layer of a site with one process, which carries nothing.
    monkeypatch.setattr(announce, "get_channel_layer", SimpleNamespace)
    monkeypatch.setattr(announce, "_watched", {})


def ring(seq: int) -> None:
    receipt = Receipt(seq=seq, before=NOBODY, loaded=NOBODY)
    announce.announce(topics=(TOPIC, "other"), seq=seq, change=receipt)


def newest() -> int | None:
    change = announce.latest_change(TOPIC)
    return None if change is None else change.seq


def test_a_change_is_kept_for_those_who_look_at_its_first_topic() -> None:
    announce.watch(TOPIC)
    announce.watch("other")
    assert announce.latest_change(TOPIC) is None
    ring(1)
    assert newest() == 1
    assert announce.latest_change("other") is None
    announce.watch(TOPIC)
    assert newest() == 1, "a second socket does not forget it"


def test_what_nobody_looks_at_is_not_kept() -> None:
    ring(1)
    assert announce.latest_change(TOPIC) is None
    assert not announce.is_watched(TOPIC)


def test_of_two_changes_announced_the_wrong_way_round_the_newer_counts() -> None:
    announce.watch(TOPIC)
    ring(2)
    ring(1)
    assert newest() == 2


def test_a_topic_left_while_another_thread_announces_it_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    leaving = threading.Thread(target=announce.unwatch, args=(TOPIC,))

    class LeftInBetween(dict[str, Any]):
        def __contains__(self, topic: object) -> bool:
            found = super().__contains__(topic)
            if leaving.ident is None:
                leaving.start()
                leaving.join(timeout=0.2)
            return found

    monkeypatch.setattr(announce, "_watched", LeftInBetween({TOPIC: None}))
    ring(1)
    leaving.join()
    assert not announce.is_watched(TOPIC)


class NotingLoop:
    """The running loop, which remembers what other threads have asked it to do."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.asked: list[object] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loop, name)

    def call_soon_threadsafe(self, callback: Callable[..., Any], *given: Any, **more: Any) -> asyncio.Handle:
        self.asked.append(callback)
        return self._loop.call_soon_threadsafe(callback, *given, **more)


async def test_the_sockets_here_are_rung_before_the_doorbell_is_published(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, rung, published = NotingLoop(), asyncio.Event(), asyncio.Event()

    async def publish(message: dict[str, Any]) -> None:
        published.set()

    def ring_sockets(topics: tuple[str, ...], seq: int) -> None:
        rung.set()

    monkeypatch.setattr(announce, "_publish", publish)
    monkeypatch.setattr(announce, "_socket_loop", loop)
    monkeypatch.setattr(announce, "_ring", ring_sockets)
    # As the writer does: from another thread.
    await asyncio.to_thread(ring, 1)
    for event in (rung, published):
        await asyncio.wait_for(event.wait(), timeout=PATIENCE_SECONDS)
    assert loop.asked.index(ring_sockets) == 0
    assert len(loop.asked) == 2


async def test_a_channel_layer_that_is_down_is_logged_and_fails_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(group: str, message: dict[str, Any]) -> None:
        raise OSError("the channel layer is down")

    monkeypatch.setattr(announce, "get_channel_layer", lambda: SimpleNamespace(group_send=fail))
    await publish_really({"type": "doorbell", "topics": [TOPIC], "seq": 1})
    assert "doorbell not sent" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_doorbell_that_fails_does_not_fail_what_is_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(message: dict[str, Any]) -> None:
        raise RuntimeError("no loop")

    monkeypatch.setattr(announce, "_publish", fail)
    with transaction.atomic():
        announce.announce_after_commit(TOPIC)
