"""How long a Cambio move takes to reach all four browsers, at 50 tables on PostgreSQL and Redis: p95 under 100 ms.

The load is that of people, not of a machine that waits for answers: at every table one move is made, everybody sees it,
and then somebody thinks for two seconds. Moves are POSTed as the page does it, with session, CSRF token and htmx's
headers; a delay is counted from the press of the button until the last of the four sockets has the update. The CPU of
the servers is told beside it, because that figure survives a busy machine.
"""

import asyncio
import re
import statistics
import time

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench.sockets import cpu_seconds
from tests.kit.postgres import PostgresServer
from tests.kit.redis import RedisServer
from tests.kit.server import Site, SiteServer

TABLES = 50
OPENED_AT_ONCE = 5
SEATS = 4
PAUSE_SECONDS = 2.0  # a quick human thinks at least that long
MEASURED_SECONDS = 30.0
SERVERS = 2
SEQ = re.compile(r'id="beat" data-seq="(\d+)"')


def run() -> None:
    postgres, redis = PostgresServer(durable=True), RedisServer()
    try:
        site = Site(database_url=postgres.start().url, redis_url=redis.start().url)
        try:
            servers = [site.serve(clock=number == 0) for number in range(SERVERS)]
            asyncio.run(measure(servers))
        finally:
            site.close()
    finally:
        redis.close()
        postgres.close()


async def measure(servers: list[SiteServer]) -> None:
    tables: list[LiveTable] = []
    while len(tables) < TABLES:
        numbers = range(len(tables), len(tables) + OPENED_AT_ONCE)
        tables += await asyncio.gather(*(LiveTable.open(servers[number % SERVERS], number) for number in numbers))
    cpu_before = sum(map(cpu_seconds, servers))
    stop_at = time.monotonic() + MEASURED_SECONDS
    await asyncio.gather(*(table.play_until(stop_at, number) for number, table in enumerate(tables)))
    cpu = sum(map(cpu_seconds, servers)) - cpu_before
    delays = sorted(1000 * delay for table in tables for delay in table.delays)
    sizes = sorted(size for table in tables for size in table.sizes)
    print(f"{TABLES} tables, {TABLES * SEATS} sockets, {SERVERS} servers, {len(delays)} moves, 2 s apart at a table:")
    print(f"a move reaches all four after {_median_and_p95(delays)} ms (aim: p95 100)")
    print(f"an update to one viewer has {_median_and_p95(sizes)} bytes (aim: median 2,048)")
    print(f"{1000 * cpu / len(delays):.1f} ms of server CPU a move, heartbeats and clock included")
    await asyncio.gather(*(table.close() for table in tables))


def _median_and_p95(values: list[float] | list[int]) -> str:
    return f"{statistics.median(values):,.0f} (p95 {values[int(len(values) * 0.95)]:,.0f})"


class LiveTable:
    """Four people at one table, each with a page's socket."""

    def __init__(self, server: SiteServer, game: str, people: list[httpx.AsyncClient]) -> None:
        self.server, self.game, self.people = server, game, people
        self.sockets: list[ClientConnection] = []
        self.delays: list[float] = []
        self.sizes: list[int] = []

    @classmethod
    async def open(cls, server: SiteServer, number: int) -> "LiveTable":
        people = [
            httpx.AsyncClient(base_url=server.url, headers={"X-Forwarded-For": f"10.1.{number}.{seat}"}, timeout=30)
            for seat in range(SEATS)
        ]
        body: dict[str, object] = {"playerCount": SEATS, "creatorDisplayName": "Ada"}
        created = (await people[0].post("/cambio/api/game/create", json=body)).json()
        table = cls(server, created["gameId"], people)
        for seat in range(1, SEATS):
            await people[seat].post(f"/cambio/api/game/{table.game}/join", json={"displayName": f"Bea {seat}"})
        for person in people:
            (await person.get(f"/cambio/{table.game}/")).raise_for_status()
        await table.post(0, "start")
        for seat in range(SEATS):
            await table.post(seat, "confirm_initial_view")
        table.sockets += [await table.open_socket(person) for person in people]
        await asyncio.sleep(0.05)
        return table

    async def open_socket(self, person: httpx.AsyncClient) -> ClientConnection:
        address = f"{self.server.url.replace('http', 'ws', 1)}/cambio/{self.game}/live/"
        cookie = {"Cookie": f"sessionid={person.cookies['sessionid']}"}
        socket = await connect(address, origin=self.server.url, additional_headers=cookie, max_queue=None)  # type: ignore[arg-type]
        await socket.recv()
        return socket

    async def post(self, seat: int, move: str) -> int:
        """Presses a button of the page. Returns the number of the move."""
        person = self.people[seat]
        headers = {"X-CSRFToken": person.cookies["csrftoken"], "HX-Request": "true"}
        answer = await person.post(f"/cambio/{self.game}/act/", data={"do": move}, headers=headers)
        answer.raise_for_status()
        found = SEQ.search(answer.text)
        assert found, answer.text
        return int(found.group(1))

    async def play_until(self, stop_at: float, number: int) -> None:
        await asyncio.sleep(PAUSE_SECONDS * number / TABLES)
        turn = 0
        while time.monotonic() < stop_at:
            for move in ("draw:deck", "swap:1"):
                await self.make(turn, move)
                await asyncio.sleep(PAUSE_SECONDS)
            turn = (turn + 1) % SEATS

    async def make(self, seat: int, move: str) -> None:
        started = time.monotonic()
        seq = await self.post(seat, move)
        heard = await asyncio.gather(*(self.heard(socket, seq) for socket in self.sockets))
        self.delays.append(max(heard) - started)

    async def heard(self, socket: ClientConnection, seq: int) -> float:
        """When this socket has shown the move."""
        while True:
            message = str(await asyncio.wait_for(socket.recv(), timeout=10))
            found = SEQ.search(message)
            if found and int(found.group(1)) >= seq:
                if 'class="part"' in message:
                    self.sizes.append(len(message.encode()))
                return time.monotonic()

    async def close(self) -> None:
        await asyncio.gather(*(socket.close() for socket in self.sockets))
        await asyncio.gather(*(person.aclose() for person in self.people))
