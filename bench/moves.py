"""CPU of a move that four seats see at once: the site by POST and over the socket, beside a textbook application.

All play the same step on the same durable databases: draw a card, swap it, wait until all four sockets have it. Rounds
alternate; the result is the ratio to the textbook (bench/reference), which survives a busy machine. A refused move ends
the run with an error. CPU is that of the server process, of all processes of its PostgreSQL, and of its Redis. Where
the server's CPU goes is measured after it, because the profiler would make every move dearer.
"""

import asyncio
import statistics
from collections.abc import Sequence

from bench.cpu import load_of_machine
from bench.reference.server import ReferenceServer, ReferenceTable
from bench.rounds import Contender, play_in_turns, print_costs, ratio
from bench.shapes import SHAPES, Services, services_of, site_on
from bench.stages import print_stages
from bench.tables import POST, SOCKET, CambioTable, LiveTable
from tests.kit.process import Server

TABLES = 12
"""So many that no person presses more often than the limit of ten messages a second allows."""
ROUNDS = 6
MOVES = 96


def run() -> None:
    for shape in SHAPES:
        print(f"-- {shape}, {TABLES} tables of four; {load_of_machine()}")
        compare_on(shape)
        asyncio.run(print_stages(shape, tables=TABLES, moves=4 * MOVES))


def compare_on(shape: str) -> None:
    # Each has services of its own: the site's clock must not be charged to the other.
    with services_of(shape) as ours, services_of(shape) as theirs, site_on(ours) as site:
        reference = ReferenceServer(theirs)
        dealt = reference.deal(TABLES)
        with reference:
            server = site.serve()
            asyncio.run(_compare(server, ours, reference, theirs, dealt))


async def _compare(
    server: Server, ours: Services, reference: ReferenceServer, theirs: Services, dealt: Sequence[dict[str, object]]
) -> None:
    tables = await open_cambio_tables([server], TABLES)
    textbook = [await ReferenceTable.open(reference, table) for table in dealt]
    meter = ours.meter([server])
    contenders = [
        Contender("site, POST", meter, tables, POST),
        Contender("site, socket", meter, tables, SOCKET),
        Contender("textbook, socket", theirs.meter([reference]), textbook, SOCKET),
    ]
    await play_in_turns(contenders, rounds=ROUNDS, moves=MOVES)
    print_costs(contenders)
    for contender in contenders[:-1]:
        print(f"{contender.name} to the textbook: {ratio(contender, contenders[-1])}")
    for name, played in (("site", tables), ("textbook", textbook)):
        sizes = [size for table in played for size in table.sizes]
        print(f"{name}: a frame that brings a move has {statistics.median(sizes):,.0f} bytes (median)")
    await close_tables([*tables, *textbook])


async def open_cambio_tables(servers: Sequence[Server], count: int) -> list[CambioTable]:
    return [await CambioTable.open(servers, number) for number in range(count)]


async def close_tables(tables: Sequence[LiveTable]) -> None:
    for table in tables:
        await table.close()
