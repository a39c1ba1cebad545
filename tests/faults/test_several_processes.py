"""Two processes on PostgreSQL and Redis serve one table without any difference to one process."""

import asyncio
import re
from collections.abc import Callable

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tabletop.live.hub import HEARTBEAT_SECONDS
from tests.kit.frames import parts_in, without_watching
from tests.kit.people import Person, get
from tests.kit.redis import RedisServer
from tests.kit.server import Site, SiteServer

pytestmark = pytest.mark.production_only


def next_turn(turn: int, card: int, led: int) -> tuple[int, int]:
    if not led:
        return 1 - turn, card
    return (turn if card > led else 1 - turn), 0


async def open_socket(server: SiteServer, table: str, person: Person) -> ClientConnection:
    headers = {"Cookie": f"sessionid={person.http.cookies['sessionid']}"}
    address = server.url.replace("http", "ws", 1) + table + "live/"
    return await connect(address, origin=server.url, additional_headers=headers)  # type: ignore[arg-type]


async def next_news(socket: ClientConnection, *, seconds: float = 30) -> str:
    """The next message that brings a part; heartbeats, and how many look on, are passed over."""
    while True:
        message = str(await asyncio.wait_for(socket.recv(), timeout=seconds))
        if parts_in(message):
            return without_watching(message)


def test_two_processes_serve_one_table_like_one(new_site: Callable[..., Site]) -> None:
    site = new_site()
    one, two = site.serve(), site.serve(clock=False)
    with Person(one.url, "Ada") as ada, Person(two.url, "Bea") as bea, Person(two.url, "Eve") as eve:
        asyncio.run(play_over_both(one, two, ada, bea, eve))
    site.manage("verify_duels")


async def play_over_both(one: SiteServer, two: SiteServer, ada: Person, bea: Person, eve: Person) -> None:
    table = ada.start_duel(bea)
    viewers = (ada, bea, eve)
    here = [await open_socket(one, table, viewer) for viewer in viewers]
    there = [await open_socket(two, table, viewer) for viewer in viewers]
    for first, second in zip(here, there, strict=True):
        assert await next_news(first) == await next_news(second)
    hands = [ada.hand(table), bea.hand(table)]
    turn, led = 0, 0
    for move in range(6):
        card = hands[turn].pop()
        player = (ada, bea)[turn]
        # No sticky sessions: every other move of a player goes to the other process.
        server = (one, two)[move % 2]
        answer = await asyncio.to_thread(player.post, f"{server.url}{table}move/", {"type": "play", "card": card})
        assert answer.status_code == 200
        for first, second in zip(here, there, strict=True):
            assert await next_news(first) == await next_news(second)
        turn, led = next_turn(turn, card, led)
    pages = [await asyncio.to_thread(ada.http.get, f"{server.url}{table}") for server in (one, two)]
    assert parts_of(pages[0].text) == parts_of(pages[1].text)
    for socket in (*here, *there):
        await socket.close()


def parts_of(page: str) -> str:
    """The page without its header and its tokens, which differ with every request."""
    main = page.split('<main id="main"')[1].split("</main>", maxsplit=1)[0]
    return re.sub(r'(?<=name="csrfmiddlewaretoken" value=")\w+', "", main)


def test_a_name_that_is_forgotten_in_one_process_is_gone_from_the_pages_of_the_other(
    new_site: Callable[..., Site],
) -> None:
    site = new_site()
    one, two = site.serve(), site.serve(clock=False)
    with Person(one.url, "Ada") as ada, Person(two.url, "Bea") as bea:
        asyncio.run(forget_in_the_other(two, ada, bea))


async def forget_in_the_other(two: SiteServer, ada: Person, bea: Person) -> None:
    table = ada.start_duel(bea)
    socket = await open_socket(two, table, bea)
    await next_news(socket)
    answer = await asyncio.to_thread(ada.post, "/account/delete/", {"proof": "Ada"})
    assert answer.status_code == 302, answer.text
    # The names are in this part; its number is that of the game before: nobody has moved.
    assert parts_in(await next_news(socket)) == {"score"}
    await socket.close()


def test_without_redis_moves_are_committed_and_pages_live_on_the_heartbeat(new_site: Callable[..., Site]) -> None:
    with RedisServer() as redis:
        site = new_site(redis_url=redis.url)
        server = site.serve()
        server.expect_trouble("Traceback|doorbell|out of order|not ready|limit|[Rr]edis|receive task")
        with Person(server.url, "Ada") as ada, Person(server.url, "Bea") as bea:
            asyncio.run(play_while_redis_is_away(redis, server, ada, bea))
        site.manage("verify_duels")


async def play_while_redis_is_away(redis: RedisServer, server: SiteServer, ada: Person, bea: Person) -> None:
    table = ada.start_duel(bea)
    before = await open_socket(server, table, bea)
    await next_news(before)
    card = ada.hand(table)[0]
    redis.kill()
    answer = await asyncio.to_thread(ada.post, f"{table}move/", {"type": "play", "card": card})
    assert answer.status_code == 200
    assert f"The {card} is led." in await next_news(before)
    during = await open_socket(server, table, bea)
    assert f"The {card} is led." in await next_news(during)
    ready = await asyncio.to_thread(get, f"{server.url}/readyz")
    assert (ready.status_code, ready.json()["channel_layer"]) == (200, False)
    redis.start()
    answer = await asyncio.to_thread(bea.post, f"{table}move/", {"type": "play", "card": bea.hand(table)[0]})
    assert answer.status_code == 200
    for socket in (before, during):
        assert "Nothing is led." in await next_news(socket)
    # Soon the doorbell works again: with the heartbeat alone three moves would take more than two of them.
    async with asyncio.timeout(2 * HEARTBEAT_SECONDS):
        for _move in range(3):
            await asyncio.to_thread(play_any, ada, bea, table)
            for socket in (before, during):
                await next_news(socket)
    for socket in (before, during):
        await socket.close()


def play_any(ada: Person, bea: Person, table: str) -> None:
    """One move of the player on turn."""
    for person in (ada, bea):
        if person.post(f"{table}move/", {"type": "play", "card": person.hand(table)[0]}).status_code == 200:
            return
    raise AssertionError("nobody could move")
