"""A site that two processes serve, a person at each of them, and works that begin at the same moment."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest

from tests.kit.people import Person
from tests.kit.server import Site, SiteServer

NAMES = ("Ada", "Bea")
Answer = TypeVar("Answer")


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.close()


@pytest.fixture(scope="module")
def servers(site: Site) -> list[SiteServer]:
    return [site.serve(), site.serve(clock=False)]


@pytest.fixture
def people(servers: list[SiteServer]) -> Iterator[tuple[Person, Person]]:
    with Person(servers[0].url, NAMES[0]) as ada, Person(servers[1].url, NAMES[1]) as bea:
        yield ada, bea


def at_once(*works: Callable[[], Answer]) -> list[Answer]:
    barrier = threading.Barrier(len(works), timeout=60)

    def run(work: Callable[[], Answer]) -> Answer:
        barrier.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))
