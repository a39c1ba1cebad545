"""Memory of an idle socket (at most 40 KB, aim 35): pages of seated people at Cambio, and home pages of strangers.

Each socket belongs to a page that was loaded before, by a person with a session; every table has its four people. The
tables count too: their rows and rendered parts are in the figure.
"""

import asyncio
from collections.abc import Awaitable, Callable

from websockets.asyncio.client import ClientConnection

from bench.cpu import Meter, memory_kb
from bench.shapes import Services, site_on
from bench.tables import SEATS, CambioTable, open_socket
from tests.kit.process import Server

TABLES = 100
HOME_PAGES = 1000
WARM_TABLES = 5
AT_ONCE = 50
SETTLED_SECONDS = 12  # two heartbeats for everybody


def run() -> None:
    with site_on(Services()) as site:
        asyncio.run(measure(site.serve()))


async def measure(server: Server) -> None:
    tables = [await CambioTable.open([server], number) for number in range(WARM_TABLES)]
    home_pages: list[ClientConnection] = []

    async def open_tables() -> int:
        opened = [await CambioTable.open([server], WARM_TABLES + number) for number in range(TABLES)]
        tables.extend(opened)
        return SEATS * len(opened)

    async def open_home_pages() -> int:
        while len(home_pages) < HOME_PAGES:
            home_pages.extend(await asyncio.gather(*(open_socket(server, "/lobby/live/") for _one in range(AT_ONCE))))
        return len(home_pages)

    await report(server, "a seat at Cambio", open_tables)
    await report(server, "a stranger's home page", open_home_pages)
    sockets = SEATS * len(tables) + len(home_pages)
    before = Meter([server]).read()
    await asyncio.sleep(SETTLED_SECONDS)
    share = (Meter([server]).read() - before).server / SETTLED_SECONDS
    print(f"heartbeats for {sockets} idle sockets take {share:.1%} of one core")
    await asyncio.gather(*(table.close() for table in tables), *(socket.close() for socket in home_pages))


async def report(server: Server, what: str, open_sockets: Callable[[], Awaitable[int]]) -> None:
    await asyncio.sleep(SETTLED_SECONDS)
    base = memory_kb(server)
    opened = await open_sockets()
    await asyncio.sleep(SETTLED_SECONDS)
    used = memory_kb(server)
    each = (used - base) / opened
    print(
        f"{what}: {base / 1024:.1f} MB before, with {opened} sockets more {used / 1024:.1f} MB: {each:.1f} KB each "
        f"(at most 40, aim 35)"
    )
