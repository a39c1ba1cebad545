"""How many moves a second one server process takes, until 1 % need more than 100 ms to the last of four seats.

The load does not wait for answers: each move has its moment, and a move that comes late because its table is still busy
counts from that moment. People are spread over so many tables that nobody presses quicker than a person can. The
clients run on the same machine and take their share of it, so an idle machine with more cores holds more.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from bench.cpu import Meter, load_of_machine
from bench.moves import close_tables, open_cambio_tables
from bench.shapes import SHAPES, services_of, site_on
from bench.tables import POST, SOCKET, CambioTable
from tests.kit.process import Server

TABLES = 48
SECONDS = 8.0
FIRST_LOAD = 5.0
GROWTH = 1.4
LIMIT_MS = 100.0
MOST_WAITING = 200
"""So many moves behind the schedule end a step: it will not catch up."""


@dataclass(frozen=True)
class Step:
    load: float
    delays: Sequence[float]
    """Sorted milliseconds."""
    cpu_share: float

    @property
    def p99(self) -> float:
        return self.delays[min(len(self.delays) - 1, int(len(self.delays) * 0.99))]

    def __str__(self) -> str:
        median = self.delays[len(self.delays) // 2]
        latencies = f"median {median:.0f} ms, p99 {self.p99:.0f} ms to the last of four seats"
        return f"{self.load:6.1f} moves a second: {latencies}; {self.cpu_share:.0%} of a core"


def run() -> None:
    for shape in SHAPES:
        print(f"-- {shape}, {TABLES} tables of four, one process; {load_of_machine()}")
        with services_of(shape) as services, site_on(services) as site:
            server = site.serve()
            asyncio.run(measure(server, services.meter([server])))


async def measure(server: Server, meter: Meter) -> None:
    tables = await open_cambio_tables([server], TABLES)
    for road in (POST, SOCKET):
        await raise_load(tables, meter, road)
    await close_tables(tables)


async def raise_load(tables: Sequence[CambioTable], meter: Meter, road: str) -> None:
    held, load = 0.0, FIRST_LOAD
    while True:
        step = await play_at(tables, meter, road, load)
        print(f"{road}: {step}", flush=True)
        if step.p99 > LIMIT_MS:
            print(f"{road}: {held:.1f} moves a second held (p99 within {LIMIT_MS:.0f} ms), {load:.1f} did not")
            return
        held, load = load, load * GROWTH


async def play_at(tables: Sequence[CambioTable], meter: Meter, road: str, load: float) -> Step:
    """Presses a button somewhere every 1 / load seconds."""
    delays: list[float] = []
    busy = [asyncio.Lock() for _table in tables]

    async def press(number: int, due: float) -> None:
        async with busy[number]:
            await tables[number].play(road)
        delays.append(1000 * (time.monotonic() - due))

    before, started = meter.read(), time.monotonic()
    pressed: list[asyncio.Task[None]] = []
    for number in range(int(load * SECONDS)):
        due = started + number / load
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        pressed.append(asyncio.create_task(press(number % len(tables), due)))
        if len(pressed) - len(delays) > MOST_WAITING:
            break
    await asyncio.gather(*pressed)
    spent = (meter.read() - before).total / (time.monotonic() - started)
    return Step(load=load, delays=sorted(delays), cpu_share=spent)
