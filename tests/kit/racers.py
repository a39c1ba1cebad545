"""Real threads that try the same thing at once, for tests of what the database lets happen only once."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from tabletop.rules import RuleViolation

# Threads that wait for one that never comes would outlive their test.
START_SECONDS = 60


class Racers:
    """Threads that stay for all repetitions of a test, each with a connection of its own; each race starts at once."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.barrier = threading.Barrier(number, timeout=START_SECONDS)
        self.threads = ThreadPoolExecutor(number)

    def race(self, run: Callable[[int], object]) -> list[Any]:
        def work(index: int) -> object:
            self.barrier.wait()
            try:
                return run(index)
            except Exception as error:
                return error

        return list(self.threads.map(work, range(self.number)))

    def go_home(self) -> None:
        self.race(lambda _index: connections.close_all())
        self.threads.shutdown()


@pytest.fixture
def racers() -> Iterator[Callable[[int], Callable[..., list[Any]]]]:
    called: list[Racers] = []

    def line_up(number: int) -> Callable[..., list[Any]]:
        called.append(Racers(number))
        return called[-1].race

    yield line_up
    for runners in called:
        runners.go_home()


def codes(outcomes: list[Any]) -> list[str]:
    """The refusals; anything else that went wrong fails the test."""
    for outcome in outcomes:
        if isinstance(outcome, Exception) and not isinstance(outcome, RuleViolation):
            raise outcome
    return sorted(outcome.code for outcome in outcomes if isinstance(outcome, RuleViolation))
