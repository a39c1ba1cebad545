"""Cost of one more open home page: CPU of a table opened, in turns at sites with 0, 100 and 300 open home pages."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Self

from websockets.asyncio.client import ClientConnection

from bench.cpu import Cpu, Meter, load_of_machine, median_of
from bench.rounds import IDLE_SECONDS, print_growth
from bench.shapes import SHAPES, Services, services_of, site_on
from bench.tables import PATIENCE_SECONDS, Person
from tests.kit.process import Server

HOME_PAGES = (0, 100, 300)
STANDING_TABLES = 5
OPENINGS = 8
AT_ONCE = 20
SETTLED_SECONDS = 2.5
"""Longer than the home page waits to gather news."""


def run() -> None:
    for shape in SHAPES:
        print(f"-- {shape}, {STANDING_TABLES} tables open before; {load_of_machine()}")
        # A site for each number of home pages: all home pages of a site hear of every table.
        with ExitStack() as stack:
            sites = []
            for _count in HOME_PAGES:
                services = stack.enter_context(services_of(shape))
                sites.append((stack.enter_context(site_on(services)).serve(), services))
            asyncio.run(measure(sites))


async def measure(sites: Sequence[tuple[Server, Services]]) -> None:
    lobbies = [await Lobby.open(server, services.meter([server])) for server, services in sites]
    for lobby, count in zip(lobbies, HOME_PAGES, strict=True):
        await lobby.grow(count)
    await asyncio.sleep(SETTLED_SECONDS)
    await asyncio.gather(*(lobby.measure_idle() for lobby in lobbies))
    for _opening in range(OPENINGS):
        for lobby in lobbies:
            await lobby.measure_opening()
    costs = {count: median_of(lobby.costs) for count, lobby in zip(HOME_PAGES, lobbies, strict=True)}
    print_growth(costs, what="home page", of="a table opened")
    for lobby in lobbies:
        await lobby.close()


async def open_table(host: Person) -> str:
    body = {"playerCount": 3, "creatorDisplayName": "Ada", "isOpen": True}
    created = await host.call("/imperial/api/game/create", body)
    return str(created["gameId"])


class Lobby:
    """Home pages of people with a session, each with its socket."""

    def __init__(self, server: Server, host: Person, meter: Meter) -> None:
        self.server, self.host, self.meter = server, host, meter
        self.sockets: list[ClientConnection] = []
        self.idle = Cpu()
        """CPU seconds a second that open home pages take anyway."""
        self.costs: list[Cpu] = []
        """Milliseconds of each table opened."""

    @classmethod
    async def open(cls, server: Server, meter: Meter) -> Self:
        host = await Person.guest(server, "10.1.1.1", name="Ada")
        for number in range(STANDING_TABLES):
            # Of one host, or from one network, only a few tables may wait.
            other = await Person.guest(server, f"10.2.{number // 250}.{number % 250}", name=f"Host {number}")
            await open_table(other)
            await other.http.aclose()
        return cls(server, host, meter)

    async def grow(self, count: int) -> None:
        while len(self.sockets) < count:
            numbers = range(len(self.sockets), min(len(self.sockets) + AT_ONCE, count))
            self.sockets += await asyncio.gather(*map(self._open, numbers))

    async def _open(self, number: int) -> ClientConnection:
        address = f"10.201.{number // 250}.{number % 250}"
        guest = await Person.guest(self.server, address, name=f"Guest {number}")
        await guest.read("/")
        return await guest.open_socket("/lobby/live/")

    async def measure_idle(self) -> None:
        before = self.meter.read()
        await asyncio.sleep(IDLE_SECONDS)
        self.idle = (self.meter.read() - before) * (1 / IDLE_SECONDS)

    async def measure_opening(self) -> None:
        before, started = self.meter.read(), time.monotonic()
        table = await open_table(self.host)
        await asyncio.gather(*(self._shown(socket, table) for socket in self.sockets))
        spent = self.meter.read() - before - self.idle * (time.monotonic() - started)
        self.costs.append(spent * 1000)
        # So that the list stays as long as it was.
        await self.host.call(f"/imperial/api/game/{table}/leave", {})
        await asyncio.sleep(SETTLED_SECONDS)

    @staticmethod
    async def _shown(socket: ClientConnection, table: str) -> None:
        while table not in str(await asyncio.wait_for(socket.recv(), timeout=PATIENCE_SECONDS)):
            pass

    async def close(self) -> None:
        await asyncio.gather(*(socket.close() for socket in self.sockets))
        await self.host.http.aclose()
