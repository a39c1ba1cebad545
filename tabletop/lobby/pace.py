"""How often a doorbell is answered: not for each ring, and not at once."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from tabletop.live.members import safely

GATHER_SECONDS = 0.1
"""Doorbells within this time are answered by one query."""
PAUSE_SECONDS = 1.0
"""The least time between two answers, however often the doorbell rings."""


class Pace:
    def __init__(self, answer: Callable[[], Awaitable[object]]) -> None:
        self._answer = answer
        self._task: asyncio.Task[None] | None = None
        self._has_rung = False
        self._answered_at = float("-inf")

    def ring(self) -> None:
        self._has_rung = True
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._answer_rings())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _answer_rings(self) -> None:
        while self._has_rung:
            await asyncio.sleep(max(GATHER_SECONDS, self._answered_at + PAUSE_SECONDS - time.monotonic()))
            self._has_rung, self._answered_at = False, time.monotonic()
            await safely(self._answer())
        self._task = None
