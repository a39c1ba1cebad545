"""Cost of more server processes: CPU of a Cambio move with the four seats spread over 1, 2 and 4 processes."""

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack

from bench.cpu import load_of_machine
from bench.moves import close_tables, open_cambio_tables
from bench.rounds import Contender, play_in_turns, print_costs, ratio
from bench.shapes import PRODUCTION, Services, services_of, site_on
from bench.tables import SOCKET
from tests.kit.process import Server

PROCESSES = (1, 2, 4)
TABLES = 12
ROUNDS = 4
MOVES = 48


def run() -> None:
    print(f"-- {PRODUCTION}; {load_of_machine()}")
    with ExitStack() as stack:
        sites = []
        for count in PROCESSES:
            services = stack.enter_context(services_of(PRODUCTION))
            site = stack.enter_context(site_on(services))
            sites.append((services, [site.serve(clock=number == 0) for number in range(count)]))
        asyncio.run(measure(sites))


async def measure(sites: Sequence[tuple[Services, Sequence[Server]]]) -> None:
    opened = [await open_cambio_tables(servers, TABLES) for _services, servers in sites]
    contenders = [
        Contender(f"seats over {len(servers)}, {SOCKET}", services.meter(servers), tables, SOCKET)
        for (services, servers), tables in zip(sites, opened, strict=True)
    ]
    await play_in_turns(contenders, rounds=ROUNDS, moves=MOVES)
    print_costs(contenders)
    for contender in contenders[1:]:
        print(f"{contender.name} to one process: {ratio(contender, contenders[0])}")
    for tables in opened:
        await close_tables(tables)
