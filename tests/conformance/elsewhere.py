"""What another process does with a table that this one shows, and what it announces."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from tabletop import kept_games
from tabletop.live import announce
from tabletop.live.hub import Hub

Message = dict[str, Any]


@contextmanager
def another_process(topic: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Message]]:
    """What is done within is done elsewhere: nothing is kept or known of it here. Gives what it announces."""
    messages: list[Message] = []

    async def lose() -> None:
        pass

    def publish(message: Message) -> Any:
        messages.append(message | {"process": "another"})
        return lose()

    kept, change = kept_games._games.pop(topic, None), announce._watched.pop(topic)
    with monkeypatch.context() as there:
        there.setattr(announce, "_publish", publish)
        there.setattr(announce, "get_channel_layer", SimpleNamespace)
        yield messages
    announce._watched[topic] = change
    if kept is not None:
        kept_games._games[topic] = kept


def hear(message: Message) -> None:
    """This process hears the doorbell, whose sockets are those of a test."""
    Hub()._hear(message)
