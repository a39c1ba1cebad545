"""CPU time of the processes under a benchmark: the server's, PostgreSQL's and Redis's."""

import statistics
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import astuple, dataclass

import psutil

from tests.kit.process import Server


@dataclass(frozen=True)
class Cpu:
    """CPU seconds, or milliseconds a move."""

    server: float = 0.0
    postgres: float = 0.0
    redis: float = 0.0

    @property
    def total(self) -> float:
        return self.server + self.postgres + self.redis

    def __sub__(self, earlier: "Cpu") -> "Cpu":
        return Cpu(*(after - before for after, before in zip(astuple(self), astuple(earlier), strict=True)))

    def __mul__(self, factor: float) -> "Cpu":
        return Cpu(*(factor * seconds for seconds in astuple(self)))


def median_of(costs: Iterable[Cpu]) -> Cpu:
    """For each process by itself."""
    return Cpu(*(statistics.median(values) for values in zip(*map(astuple, costs), strict=True)))


class Meter:
    """Reads the CPU time of some servers and of what they run on."""

    def __init__(self, servers: Iterable[Server], *, postgres: Server | None = None, redis: Server | None = None):
        self.servers, self.postgres, self.redis = tuple(servers), postgres, redis

    def read(self) -> Cpu:
        return Cpu(
            server=sum(process_seconds(process_id(server)) for server in self.servers),
            postgres=family_seconds(process_id(self.postgres)) if self.postgres else 0.0,
            redis=process_seconds(process_id(self.redis)) if self.redis else 0.0,
        )


def process_seconds(pid: int) -> float:
    """CPU seconds of a process in nanosecond steps; psutil knows them in ticks of ten milliseconds."""
    # The kernel's number for the CPU clock of another process (clock_getcpuclockid).
    return time.clock_gettime((~pid << 3) | 2)


def family_seconds(pid: int) -> float:
    """CPU seconds of a process, its living descendants and its ended children: each connection is a process."""
    parent = psutil.Process(pid)
    ended = parent.cpu_times()
    seconds = process_seconds(pid) + ended.children_user + ended.children_system
    for child in parent.children(recursive=True):
        with suppress(OSError):
            seconds += process_seconds(child.pid)
    return float(seconds)


def memory_kb(server: Server) -> float:
    return float(psutil.Process(process_id(server)).memory_info().rss / 1024)


def process_id(server: Server) -> int:
    assert server.process is not None
    return server.process.pid


def load_of_machine() -> str:
    return f"load of the machine {psutil.getloadavg()[0]:.1f} on {psutil.cpu_count()} cores"
