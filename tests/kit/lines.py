"""The open socket of a person's page, over a real connection."""

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol, Self

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.kit.people import PATIENCE_SECONDS


class Visitor(Protocol):
    """Somebody with a session, at home at one process of the site."""

    @property
    def url(self) -> str: ...
    @property
    def session(self) -> str: ...


class LineIsDead(Exception):
    """The socket cannot be opened, or is closed."""


class Line:
    def __init__(self, person: Visitor, table: str, *, url: str | None = None) -> None:
        """`url` is that of another process than the person's own. Raises LineIsDead."""
        site = url or person.url
        cookie = {"Cookie": f"sessionid={person.session}"}
        address = f"{site.replace('http', 'ws', 1)}{table}live/"
        try:
            # Without pings: who reads nothing for a while, as a test does, would hang up.
            self._socket = connect(address, origin=site, additional_headers=cookie, ping_interval=None)  # type: ignore[arg-type] # any text
            self._socket.recv(timeout=PATIENCE_SECONDS)
        except (OSError, WebSocketException, TimeoutError) as trouble:
            raise LineIsDead from trouble

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._socket.close()

    def wait_for(self, text: str) -> str:
        """The next frame with this text. Raises LineIsDead."""
        return self.frames_until(text)[-1]

    def frames_until(self, text: str) -> list[str]:
        """The next frames, up to the one with this text.

        Raises LineIsDead, and AssertionError if the socket stays open without such a frame: heartbeats are no answer.
        """
        frames: list[str] = []
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not frames or text not in frames[-1]:
            try:
                frames.append(str(self._socket.recv(timeout=max(deadline - time.monotonic(), 0))))
            except TimeoutError:
                raise AssertionError(f"{text!r} has not come, but {frames}") from None
            except (OSError, WebSocketException) as trouble:
                raise LineIsDead from trouble
        return frames

    def close_code(self) -> int | None:
        """What the other side closes it with. Raises AssertionError if it stays open."""
        with pytest.raises(LineIsDead):
            self.frames_until("a text that nobody sends")
        return self._socket.close_code

    def is_silent(self, *, seconds: float) -> bool:
        """Whether no frame comes for so long."""
        try:
            self._socket.recv(timeout=seconds)
        except TimeoutError:
            return True
        return False

    def skip(self) -> None:
        """Forgets the frames that have come until now."""
        with suppress(TimeoutError):
            while True:
                self._socket.recv(timeout=0)

    def move(self, fields: Mapping[str, object], *, key: str, to: str = "move/") -> str:
        """The frame that answers the move. Raises LineIsDead."""
        pressed = {name: [str(value)] for name, value in fields.items()}
        self.send(json.dumps({"type": "move", "to": to, "fields": pressed, "key": key}))
        return self.wait_for(f'data-key="{key}"')

    def send(self, message: str) -> None:
        """Raises LineIsDead."""
        try:
            self._socket.send(message)
        except (OSError, WebSocketException) as trouble:
            raise LineIsDead from trouble
