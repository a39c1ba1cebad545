"""CPU and bytes of a page: home, a table of Cambio, a table of Imperial, for a person with a session."""

import asyncio

from bench.cpu import load_of_machine
from bench.shapes import SHAPES, Services, services_of, site_on
from bench.tables import CambioTable, ImperialTable, Person
from tests.kit.process import Server

LOADS = 60
WARM_UP = 10
MOVES = 24


def run() -> None:
    for shape in SHAPES:
        print(f"-- {shape}; {load_of_machine()}")
        with services_of(shape) as services, site_on(services) as site:
            asyncio.run(measure(site.serve(), services))


async def measure(server: Server, services: Services) -> None:
    cambio, imperial = await CambioTable.open([server], 0), await ImperialTable.open([server], 1)
    for table in (cambio, imperial):
        for _move in range(MOVES):
            await table.play()
    ada = cambio.people[0]
    await report(services, server, "home", ada, "/")
    await report(services, server, "Cambio table", ada, cambio.path)
    await report(services, server, "Imperial table", imperial.people[0], imperial.path)
    await cambio.close()
    await imperial.close()


async def report(services: Services, server: Server, what: str, person: Person, path: str) -> None:
    cost, sent, status, tag = await load(services, server, person, path)
    print(f"{what:16}{cost:8.2f} ms of CPU, {sent:,} bytes sent, {status}")
    if not tag:
        print(f"{what:16}    has no ETag: it is sent whole each time")
        return
    cost, sent, status, _tag = await load(services, server, person, path, tag=tag)
    print(f"{what:16}{cost:8.2f} ms of CPU, {sent:,} bytes sent, {status} when asked again with its ETag")


async def load(
    services: Services, server: Server, person: Person, path: str, *, tag: str = ""
) -> tuple[float, int, int, str]:
    """CPU milliseconds of all processes, bytes of the body as sent, status and ETag."""
    meter, headers = services.meter([server]), {"If-None-Match": tag} if tag else {}
    answer = await person.http.get(path, headers=headers)
    for _load in range(WARM_UP):
        answer = await person.http.get(path, headers=headers)
    before = meter.read()
    for _load in range(LOADS):
        answer = await person.http.get(path, headers=headers)
    cost = (meter.read() - before).total * 1000 / LOADS
    return cost, answer.num_bytes_downloaded, answer.status_code, answer.headers.get("ETag", "")
