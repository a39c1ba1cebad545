"""How long a Cambio move takes to reach all four browsers, at 50 tables on PostgreSQL and Redis: p95 under 100 ms."""

import asyncio
import re
import statistics
import time

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.postgres import PostgresServer
from tests.kit.redis import RedisServer
from tests.kit.server import Site, SiteServer

TABLES = 50
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
    tables = [await LiveTable.open(servers[number % len(servers)], number) for number in range(TABLES)]
    stop_at = time.monotonic() + MEASURED_SECONDS
    await asyncio.gather(*(table.play_until(stop_at, number) for number, table in enumerate(tables)))
    delays = sorted(1000 * delay for table in tables for delay in table.delays)
    sizes = sorted(size for table in tables for size in table.sizes)
    p95 = delays[int(len(delays) * 0.95)]
    print(f"{TABLES} tables, {TABLES * SEATS} sockets, {SERVERS} servers, {len(delays)} moves:")
    print(f"a move reaches all four after {statistics.median(delays):.0f} ms (median), {p95:.0f} ms (p95; aim: 100)")
    print(f"an update to one viewer has {statistics.median(sizes):.0f} bytes (median; aim: 2,048)")


class LiveTable:
    """Four people at one table, each with a page's socket; moves go over the JSON interface."""

    def __init__(self, server: SiteServer, game: str, people: list[httpx.AsyncClient]) -> None:
        self.server, self.game, self.people = server, game, people
        self.tokens: list[str] = []
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
        table.tokens.append(created["playerToken"])
        for seat in range(1, SEATS):
            joined = await people[seat].post(f"/cambio/api/game/{table.game}/join", json={"displayName": f"Bea {seat}"})
            table.tokens.append(joined.json()["playerToken"])
        await table.post(0, "start")
        for seat in range(SEATS):
            await table.post(seat, "view-initial")
        for person in people:
            table.sockets.append(await table.open_socket(person))
        await asyncio.sleep(0.05)
        return table

    async def open_socket(self, person: httpx.AsyncClient) -> ClientConnection:
        address = f"{self.server.url.replace('http', 'ws', 1)}/cambio/{self.game}/live/"
        cookie = {"Cookie": f"sessionid={person.cookies['sessionid']}"}
        socket = await connect(address, origin=self.server.url, additional_headers=cookie, ping_interval=None)  # type: ignore[arg-type]
        await socket.recv()
        return socket

    async def post(self, seat: int, verb: str, **body: object) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        answer = await self.people[seat].post(f"/cambio/api/game/{self.game}/{verb}", json=body, headers=headers)
        answer.raise_for_status()
        return answer

    async def play_until(self, stop_at: float, number: int) -> None:
        await asyncio.sleep(PAUSE_SECONDS * number / TABLES)
        turn = 0
        while time.monotonic() < stop_at:
            for verb, body in (("draw", {"source": "deck"}), ("swap", {"position": 1})):
                started = time.monotonic()
                answer = await self.post(turn, verb, **body)
                seq = answer.json()["version"] - 1
                self.delays.append(max(await asyncio.gather(*(self.heard(s, seq) for s in self.sockets))) - started)
                await asyncio.sleep(PAUSE_SECONDS)
            turn = (turn + 1) % SEATS
        await asyncio.gather(*(s.close() for s in self.sockets), *(person.aclose() for person in self.people))

    async def heard(self, socket: ClientConnection, seq: int) -> float:
        """When this socket has shown the move."""
        while True:
            message = str(await asyncio.wait_for(socket.recv(), timeout=10))
            found = SEQ.search(message)
            if found and int(found.group(1)) >= seq:
                if 'class="part"' in message:
                    self.sizes.append(len(message.encode()))
                return time.monotonic()
