"""Redis goes and comes back: pages at every process have the news within seconds, during and after the outage."""

import asyncio
import time
from collections.abc import Callable

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.faults.test_several_processes import next_news, open_socket, play_any
from tests.kit.people import Person
from tests.kit.redis import RedisServer
from tests.kit.server import Site, SiteServer

pytestmark = pytest.mark.production_only
NEWS_SECONDS = 3.0
TROUBLE = "Traceback|doorbell|out of order|not ready|limit|[Rr]edis|receive task"


def test_news_reach_other_processes_within_seconds_while_redis_is_away_and_once_it_is_back(
    new_site: Callable[..., Site],
) -> None:
    with RedisServer() as redis:
        site = new_site(redis_url=redis.url)
        one, two = site.serve(), site.serve(clock=False)
        for server in (one, two):
            server.expect_trouble(TROUBLE)
        with Person(one.url, "Ada") as ada, Person(one.url, "Bea") as bea:
            asyncio.run(play_over_an_outage(redis, two, ada, bea))
        site.manage("verify_duels")


async def play_over_an_outage(redis: RedisServer, two: SiteServer, ada: Person, bea: Person) -> None:
    table = ada.start_duel(bea)
    page, home = await open_socket(two, table, ada), await open_home(two)
    await next_news(page)
    waited = []
    for change in (redis.kill, redis.start):
        await asyncio.to_thread(change)
        for _move in range(2):
            await asyncio.to_thread(play_any, ada, bea, table)
            since = time.monotonic()
            await next_news(page)
            waited.append(time.monotonic() - since)
        opened = await asyncio.to_thread(ada.start_duel, bea)
        since = time.monotonic()
        await wait_for(home, opened)
        waited.append(time.monotonic() - since)
    assert max(waited) < NEWS_SECONDS, waited
    for socket in (page, home):
        await socket.close()


async def open_home(server: SiteServer) -> ClientConnection:
    address = server.url.replace("http", "ws", 1) + "/lobby/live/"
    return await connect(address, origin=server.url)  # type: ignore[arg-type]


async def wait_for(socket: ClientConnection, words: str) -> None:
    async with asyncio.timeout(30):
        while words not in str(await socket.recv()):
            pass
