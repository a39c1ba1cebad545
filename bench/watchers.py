"""Cost of one more watcher: CPU of a move at an Imperial table that 0, 100 and 300 people watch."""

import asyncio

from websockets.asyncio.client import ClientConnection

from bench.cpu import load_of_machine
from bench.rounds import Contender, measure_idle, print_growth
from bench.shapes import SHAPES, Services, services_of, site_on
from bench.tables import ImperialTable, Person
from tests.kit.process import Server

WATCHERS = (0, 100, 300)
AT_ONCE = 20
MOVES = 16


def run() -> None:
    for shape in SHAPES:
        print(f"-- {shape}; {load_of_machine()}")
        with services_of(shape) as services, site_on(services) as site:
            asyncio.run(measure(site.serve(), services))


async def measure(server: Server, services: Services) -> None:
    table = await ImperialTable.open([server], 0)
    meter, costs = services.meter([server]), {}
    for count in WATCHERS:
        await watch(table, server, count)
        contender = Contender(f"{count} watchers", meter, [table])
        await contender.play(2)
        await measure_idle([contender])
        for _move in range(MOVES):
            await table.prepare()
            await contender.play_round(1)
        costs[count] = contender.mean
    print_growth(costs, what="watcher", of="a move")
    await table.close()


async def watch(table: ImperialTable, server: Server, count: int) -> None:
    """Opens pages of people without a seat until there are so many."""
    seats = len(table.people)
    while len(table.sockets) < seats + count:
        numbers = range(len(table.sockets), min(len(table.sockets) + AT_ONCE, seats + count))
        table.sockets += await asyncio.gather(*(_open_page(table, server, number) for number in numbers))
    await table.settle()


async def _open_page(table: ImperialTable, server: Server, number: int) -> ClientConnection:
    guest = await Person.guest(server, f"10.200.{number // 250}.{number % 250}", name=f"Guest {number}")
    await guest.read(table.path)
    return await guest.open_socket(f"{table.path}live/")
