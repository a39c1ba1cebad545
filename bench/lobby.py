"""Cost of one more open home page: CPU of a table that is opened while 0, 100 and 300 home pages are open."""

import asyncio
import time

from websockets.asyncio.client import ClientConnection

from bench.cpu import Cpu, Meter, load_of_machine
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
        with services_of(shape) as services, site_on(services) as site:
            asyncio.run(measure(site.serve(), services))


async def measure(server: Server, services: Services) -> None:
    host = await Person.guest(server, "10.1.1.1", name="Ada")
    for _table in range(STANDING_TABLES):
        await open_table(host)
    lobby, meter = Lobby(server), services.meter([server])
    costs = {}
    for count in HOME_PAGES:
        await lobby.grow(count)
        costs[count] = await lobby.cost_of_opening(host, meter)
    print_growth(costs, what="home page", of="a table opened")
    await lobby.close()


async def open_table(host: Person) -> str:
    body = {"playerCount": 3, "creatorDisplayName": "Ada", "isOpen": True}
    created = await host.call("/imperial/api/game/create", body)
    return str(created["gameId"])


class Lobby:
    """Home pages of people with a session, each with its socket."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.sockets: list[ClientConnection] = []

    async def grow(self, count: int) -> None:
        while len(self.sockets) < count:
            numbers = range(len(self.sockets), min(len(self.sockets) + AT_ONCE, count))
            self.sockets += await asyncio.gather(*map(self._open, numbers))

    async def _open(self, number: int) -> ClientConnection:
        address = f"10.201.{number // 250}.{number % 250}"
        guest = await Person.guest(self.server, address, name=f"Guest {number}")
        await guest.read("/")
        return await guest.open_socket("/lobby/live/")

    async def cost_of_opening(self, host: Person, meter: Meter) -> Cpu:
        """Milliseconds a table, without what open home pages take anyway."""
        await asyncio.sleep(SETTLED_SECONDS)
        before = meter.read()
        await asyncio.sleep(IDLE_SECONDS)
        idle = (meter.read() - before) * (1 / IDLE_SECONDS)
        spent = []
        for _opening in range(OPENINGS):
            before, started = meter.read(), time.monotonic()
            table = await open_table(host)
            await asyncio.gather(*(self._shown(socket, table) for socket in self.sockets))
            spent.append(meter.read() - before - idle * (time.monotonic() - started))
            # So that the list stays as long as it was.
            await host.call(f"/imperial/api/game/{table}/leave", {})
            await asyncio.sleep(SETTLED_SECONDS)
        factor = 1000 / OPENINGS
        return Cpu(
            sum(cost.server for cost in spent) * factor,
            sum(cost.postgres for cost in spent) * factor,
            sum(cost.redis for cost in spent) * factor,
        )

    @staticmethod
    async def _shown(socket: ClientConnection, table: str) -> None:
        while table not in str(await asyncio.wait_for(socket.recv(), timeout=PATIENCE_SECONDS)):
            pass

    async def close(self) -> None:
        await asyncio.gather(*(socket.close() for socket in self.sockets))
