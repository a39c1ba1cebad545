"""Fixtures for all tests: the site as a process, and players in browsers.

A test that asks for one of them gets the real thing. On a machine without Chromium the test is skipped with the reason.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import shake_256
from itertools import count
from types import SimpleNamespace
from uuid import uuid4

import channels.db
import pytest
from channels.db import database_sync_to_async
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright
from pytest_django import Settings

from tabletop import shuffle
from tabletop.live import writer
from tests.kit.browser import BrowserPlayer, open_player
from tests.kit.bulk import bulk
from tests.kit.chromium import launch_chromium
from tests.kit.process import ComponentMissingError, skip_or_fail
from tests.kit.server import Site, SiteServer

# The same examples in every run, and none that fails because the machine was busy.
settings.register_profile(
    "steady", derandomize=True, deadline=None, max_examples=bulk(100), suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(autouse=True)
def _the_same_cards_in_every_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeds of a test's games follow from its name, where those of the site come from the system's chance."""
    numbers = count()

    def token_bytes(size: int) -> bytes:
        return shake_256(f"{request.node.nodeid} {next(numbers)}".encode()).digest(size)

    monkeypatch.setattr(shuffle, "secrets", SimpleNamespace(token_bytes=token_bytes))


@pytest.fixture(autouse=True)
def _own_counts(settings: Settings) -> None:
    """Every test starts with no tries counted, in memory as in a Redis that others use too."""
    settings.CACHES = {"default": {**settings.CACHES["default"], "KEY_PREFIX": uuid4().hex}}


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """As pytest-django has it; a connection of the writer's thread would keep the database from being dropped."""
    yield
    writer.close_connection()


@pytest.fixture(params=["post", "socket"])
def road(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The test goes both roads of a press: see `tests.kit.roads`."""
    # Here: a run that has no Django settings yet reads this file, too.
    from tabletop.live import table_consumer
    from tests.kit.roads import noting_refusal, take

    # The test's transaction is seen by its own connection alone: the move is made with it, not with the writer's, and
    # it is kept open, as Django's client keeps it.
    monkeypatch.setattr(channels.db, "close_old_connections", lambda: None)
    monkeypatch.setattr(table_consumer, "refusal_toast", noting_refusal)
    monkeypatch.setattr(table_consumer, "write", lambda work, *given: database_sync_to_async(work)(*given))
    with take(request.param):
        yield request.param


# --- the site as a process --------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def _server_of_this_worker() -> Iterator[SiteServer]:
    site = Site()
    yield site.serve()
    site.close()


@pytest.fixture
def server(_server_of_this_worker: SiteServer) -> Iterator[SiteServer]:
    """The running site. Tests share it, so a test brings its own players and tables."""
    yield _server_of_this_worker
    trouble = _server_of_this_worker.trouble()
    _server_of_this_worker.forget_expectations()
    assert not trouble, "The server's log tells of trouble:\n" + "\n".join(trouble)


@pytest.fixture
def new_site() -> Iterator[Callable[..., Site]]:
    """Sites for one test alone: to be killed, or served by several processes. Takes what `Site` takes."""
    sites: list[Site] = []

    def make(**options: object) -> Site:
        sites.append(Site(**options))  # type: ignore[arg-type]
        return sites[-1]

    yield make
    for site in sites:
        site.close()


# --- browsers ---------------------------------------------------------------------------------------------------------


@contextmanager
def _running(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Playwright's loop is marked as running only while browsers are used.

    Its sync API leaves the mark set between calls, and then no async test of the same process could run.
    """
    asyncio._set_running_loop(loop)
    try:
        yield
    finally:
        asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def _chromium_of_this_worker() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    playwright = sync_playwright().start()
    loop = asyncio.get_running_loop()
    try:
        with _running(loop):
            browser = launch_chromium(playwright)
        yield browser, loop
        with _running(loop):
            browser.close()
    except ComponentMissingError as missing:
        skip_or_fail(missing)
    finally:
        asyncio._set_running_loop(loop)
        playwright.stop()
        asyncio._set_running_loop(None)


@pytest.fixture
def chromium(_chromium_of_this_worker: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    browser, loop = _chromium_of_this_worker
    with _running(loop):
        yield browser


@pytest.fixture
def open_browser(chromium: Browser) -> Iterator[Callable[..., BrowserPlayer]]:
    """Players of any site: `open_browser(name="Ada", origin=...)`, further options as `open_player` has them."""
    players: list[BrowserPlayer] = []

    def make(**options: object) -> BrowserPlayer:
        players.append(open_player(chromium, **options))  # type: ignore[arg-type]
        return players[-1]

    yield make
    for player in players:
        player.context.close()
    for player in players:
        player.assert_no_problems()
        player.assert_nothing_left_the_site()


@pytest.fixture
def browser_player(server: SiteServer, open_browser: Callable[..., BrowserPlayer]) -> Callable[..., BrowserPlayer]:
    """Players of the running site: `browser_player(name="Ada", phone=True, dark=True)`."""
    return partial(open_browser, origin=server.url)
