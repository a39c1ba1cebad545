"""Contenders that play in turns, so that a busy machine is as unkind to each of them.

The cost of a move is what it adds: what an idle server spends in the same time on heartbeats and its clock is taken off
and told beside it, since it would make a move dearer on a slower machine.
"""

import asyncio
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field

from bench.cpu import Cpu, Meter, median_of
from bench.tables import POST, LiveTable

WARM_UP_MOVES = 8
"""At each table, before anything is measured: both draw and swap have been made by every seat."""
IDLE_SECONDS = 10.0
"""Two heartbeats."""


@dataclass
class Contender:
    name: str
    meter: Meter
    tables: Sequence[LiveTable]
    road: str = POST
    costs: list[Cpu] = field(default_factory=list)
    """Milliseconds a move, one entry for each round."""
    seconds: list[float] = field(default_factory=list)
    """Wall time a move, one entry for each round."""
    idle: Cpu = field(default_factory=Cpu)
    """CPU seconds a second without moves."""

    async def play(self, moves: int) -> None:
        """Makes the moves one after another, at the tables in turns."""
        for number in range(moves):
            await self.tables[number % len(self.tables)].play(self.road)

    async def play_round(self, moves: int) -> None:
        before, started = self.meter.read(), time.monotonic()
        await self.play(moves)
        self.seconds.append((time.monotonic() - started) / moves)
        spent = self.meter.read() - before - self.idle * (time.monotonic() - started)
        self.costs.append(spent * (1000 / moves))

    @property
    def cost(self) -> Cpu:
        """The median of the rounds."""
        return median_of(self.costs)

    @property
    def mean(self) -> Cpu:
        """For rounds of one move each, where moves differ."""
        return Cpu(*(statistics.fmean(values) for values in zip(*map(astuple, self.costs), strict=True)))

    @property
    def spread(self) -> str:
        totals = [cost.total for cost in self.costs]
        return f"{min(totals):.2f} to {max(totals):.2f}"


async def play_in_turns(contenders: Sequence[Contender], *, rounds: int, moves: int) -> None:
    for contender in contenders:
        await contender.play(WARM_UP_MOVES * len(contender.tables))
    await measure_idle(contenders)
    for number in range(rounds):
        # Not always in the same order: nobody follows the same neighbour each time.
        for contender in contenders if number % 2 else reversed(contenders):
            await contender.play_round(moves)


async def measure_idle(contenders: Sequence[Contender]) -> None:
    before = [contender.meter.read() for contender in contenders]
    await asyncio.sleep(IDLE_SECONDS)
    for contender, earlier in zip(contenders, before, strict=True):
        contender.idle = (contender.meter.read() - earlier) * (1 / IDLE_SECONDS)


def ratio(of: Contender, to: Contender) -> str:
    """How many times as much CPU one takes as the other, round by round."""
    ratios = [ours.total / theirs.total for ours, theirs in zip(of.costs, to.costs, strict=True)]
    return f"{statistics.median(ratios):.2f} (rounds: {min(ratios):.2f} to {max(ratios):.2f})"


def print_costs(contenders: Sequence[Contender]) -> None:
    print(f"{'CPU ms a move, median of the rounds':38}{'server':>9}{'PostgreSQL':>12}{'Redis':>8}{'all':>8}   rounds")
    for contender in contenders:
        cost = contender.cost
        columns = f"{cost.server:9.2f}{cost.postgres:12.2f}{cost.redis:8.2f}{cost.total:8.2f}"
        idle = f"idle {1000 * contender.idle.total:.1f} ms a second"
        print(f"{contender.name:38}{columns}   {contender.spread}; {idle}")


def print_growth(costs: Mapping[int, Cpu], *, what: str, of: str) -> None:
    """The cost with so many sockets, and what each socket adds."""
    # Not from none on: the first socket of all makes the server render what the others get as well.
    none, *_between, fewer, most = sorted(costs)
    for count, cost in costs.items():
        columns = f"server {cost.server:.2f}, PostgreSQL {cost.postgres:.2f}, Redis {cost.redis:.2f}"
        print(f"{count:5} {what}s: {cost.total:8.2f} ms of CPU {of} ({columns})")
    each = (costs[most].total - costs[fewer].total) / (most - fewer)
    print(f"one {what} more: {each:.3f} ms {of}, {each / costs[none].total:.2%} of {of} without any")
