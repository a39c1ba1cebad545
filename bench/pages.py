"""CPU and bytes of a page, in turns: home, a table of Cambio, a table of Imperial, for a person with a session."""

import asyncio
import statistics

import httpx

from bench.cpu import load_of_machine
from bench.moves import close_tables
from bench.shapes import SHAPES, Services, services_of, site_on
from bench.tables import CambioTable, ImperialTable, Person
from tests.kit.process import Server

LOADS = 10
ROUNDS = 7
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
    ada, meter = cambio.people[0], services.meter([server])
    visits = []
    for what, person, path in (
        ("home", ada, "/"),
        ("Cambio table", ada, cambio.path),
        ("Imperial table", imperial.people[0], imperial.path),
    ):
        whole = Visit(what, person, path)
        await whole.load(WARM_UP)
        visits.append(whole)
        # A page with a hand is never kept, and has none.
        if tag := whole.answer.headers.get("ETag"):
            again = Visit(f"{what}, not changed", person, path, tag=tag)
            await again.load(WARM_UP)
            visits.append(again)
    for _round in range(ROUNDS):
        for visit in visits:
            before = meter.read()
            await visit.load(LOADS)
            visit.costs.append((meter.read() - before).total * 1000 / LOADS)
    for visit in visits:
        print(visit)
    await close_tables([cambio, imperial])


class Visit:
    """A page loaded again and again, by a browser that has kept the one with this tag."""

    answer: httpx.Response

    def __init__(self, what: str, person: Person, path: str, *, tag: str = "") -> None:
        self.what, self.person, self.path = what, person, path
        self.headers = {"If-None-Match": tag} if tag else {}
        self.costs: list[float] = []
        """CPU milliseconds of all processes a load, one entry for each round."""

    async def load(self, times: int) -> None:
        for _time in range(times):
            self.answer = await self.person.http.get(self.path, headers=self.headers)

    def __str__(self) -> str:
        cost = f"{statistics.median(self.costs):.2f} ms of CPU (rounds: {min(self.costs):.2f} to {max(self.costs):.2f})"
        return f"{self.what:28}{cost}, {self.answer.num_bytes_downloaded:,} bytes sent, {self.answer.status_code}"
