"""Cost of one more watcher: CPU of a move, in turns at Imperial tables that 0, 100 and 300 people watch."""

import asyncio

from websockets.asyncio.client import ClientConnection

from bench.cpu import load_of_machine
from bench.moves import close_tables
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
    meter = services.meter([server])
    tables = [await ImperialTable.open([server], number) for number in range(len(WATCHERS))]
    for table, count in zip(tables, WATCHERS, strict=True):
        await watch(table, server, count)
    contenders = [Contender(f"{len(table.sockets)} sockets", meter, [table]) for table in tables]
    for contender in contenders:
        await contender.play(2)
    await measure_idle(contenders)
    for _move in range(MOVES):
        for table, contender in zip(tables, contenders, strict=True):
            await table.prepare()
            await contender.play_round(1)
    costs = {count: contender.mean for count, contender in zip(WATCHERS, contenders, strict=True)}
    print_growth(costs, what="watcher", of="a move")
    await close_tables(tables)


async def watch(table: ImperialTable, server: Server, count: int) -> None:
    """Opens pages of people without a seat until there are so many."""
    seats = len(table.people)
    while len(table.sockets) < seats + count:
        numbers = range(len(table.sockets), min(len(table.sockets) + AT_ONCE, seats + count))
        # A network for each table: the site limits how many guests come from one address.
        addresses = [f"10.{200 + count // 100}.{number // 250}.{number % 250}" for number in numbers]
        table.sockets += await asyncio.gather(*(_open_page(table, server, address) for address in addresses))
    await table.settle()


async def _open_page(table: ImperialTable, server: Server, address: str) -> ClientConnection:
    guest = await Person.guest(server, address, name="Guest")
    await guest.read(table.path)
    return await guest.open_socket(f"{table.path}live/")
