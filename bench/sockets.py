"""Memory of idle sockets: 1,000 in one process, at most 60 KB each above the base."""

import asyncio

import psutil
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.people import Person
from tests.kit.server import Site, SiteServer

SOCKETS = 1000
TABLES = 100
SETTLED_SECONDS = 12  # two heartbeats for everybody


def run() -> None:
    site = Site()
    try:
        server = site.serve()
        asyncio.run(measure(server))
    finally:
        site.close()


async def measure(server: SiteServer) -> None:
    ada, bea = Person(server.url, "Ada"), Person(server.url, "Bea")
    tables = [ada.start_duel(bea) for _number in range(TABLES)]
    viewers = (ada, bea, None)  # both seats and somebody who looks on
    warm = [await open_socket(server, tables[number % TABLES], viewers[number % 3]) for number in range(20)]
    await asyncio.sleep(SETTLED_SECONDS)
    base = memory_kb(server)
    opened = list(warm)
    while len(opened) < SOCKETS + len(warm):
        numbers = range(len(opened), len(opened) + 50)
        batch = [open_socket(server, tables[number % TABLES], viewers[number % 3]) for number in numbers]
        opened += await asyncio.gather(*batch)
    await asyncio.sleep(SETTLED_SECONDS)
    used = memory_kb(server)
    each = (used - base) / SOCKETS
    print(f"base {base / 1024:.1f} MB, with {SOCKETS} more sockets {used / 1024:.1f} MB: {each:.1f} KB each (aim: 60)")
    cpu_before = cpu_seconds(server)
    await asyncio.sleep(SETTLED_SECONDS)
    share = (cpu_seconds(server) - cpu_before) / SETTLED_SECONDS
    print(f"heartbeats for {len(opened)} idle sockets take {share:.1%} of one core")
    await asyncio.gather(*(socket.close() for socket in opened))


async def open_socket(server: SiteServer, table: str, person: Person | None = None) -> ClientConnection:
    address = server.url.replace("http", "ws", 1) + table + "live/"
    headers = {"Cookie": f"sessionid={person.http.cookies['sessionid']}"} if person else {}
    socket = await connect(
        address,
        origin=server.url,  # type: ignore[arg-type]
        additional_headers=headers,
        compression=None,
        max_queue=None,
        ping_interval=None,
    )
    await socket.recv()
    return socket


def memory_kb(server: SiteServer) -> float:
    return psutil.Process(process_id(server)).memory_info().rss / 1024


def cpu_seconds(server: SiteServer) -> float:
    times = psutil.Process(process_id(server)).cpu_times()
    return times.user + times.system


def process_id(server: SiteServer) -> int:
    assert server.process is not None
    return server.process.pid
