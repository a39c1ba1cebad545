"""The counts of this process for `/metrics`: safe on every thread, cheap enough for every move, without ids and names.

Labels have few values: a game's slug, the type of an action that its rules know, the code of a refusal. What is read
from the database is in `tabletop.operation.gauges`.
"""

import logging
import threading
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import accumulate
from time import perf_counter
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from django.core.exceptions import PermissionDenied
from prometheus_client import CollectorRegistry, Counter, Gauge, ProcessCollector, disable_created_metrics
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from tabletop.rules import RuleViolation

if TYPE_CHECKING:
    from tabletop.engine import Engine

STAGES = ("load", "rules", "save", "commit", "announce", "whole")
"""The stages of a move, as `tabletop.play` goes through them; `load` is with the lock, and with tries that failed."""
LOAD, RULES, SAVE, COMMIT, ANNOUNCE, WHOLE = range(len(STAGES))
BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
MOST_VALUES = 200
"""Of a label for one game; what comes later counts as OTHER."""
OTHER = "other"

# The times at which a count began would double the answer.
disable_created_metrics()

registry = CollectorRegistry(auto_describe=False)
ProcessCollector(registry=registry)
_refusals = Counter("tabletop_refusals", "Moves that were refused.", ["game", "code"], registry=registry)
_sockets = Gauge("tabletop_sockets_open", "Open sockets.", ["game", "page"], registry=registry)
_requests = Counter("tabletop_requests", "Answered requests.", ["game", "status"], registry=registry)
_errors = Counter("tabletop_errors", "Errors in the log, such as unhandled exceptions.", ["room"], registry=registry)

Given = ParamSpec("Given")
Made = TypeVar("Made")


class _Counters:
    """The counters of one metric by their two labels: finding one here takes a quarter of the library's time."""

    def __init__(self, metric: Counter) -> None:
        self._metric, self._known = metric, dict[tuple[str, str], Counter]()

    def count(self, game: str, value: str) -> None:
        counter = self._known.get((game, value))
        if counter is None:
            if sum(known == game for known, _value in tuple(self._known)) >= MOST_VALUES:
                value = OTHER
            counter = self._known[game, value] = self._metric.labels(game, value)
        counter.inc()


_counted_refusals, _counted_requests = _Counters(_refusals), _Counters(_requests)
_running = threading.local()


def count_refusal(game: str, code: str) -> None:
    _counted_refusals.count(game, code)


def count_request(game: str, status: int) -> None:
    _counted_requests.count(game, str(status))


def count_socket(game: str, page: str, *, opened: bool) -> None:
    _sockets.labels(game, page).inc(1 if opened else -1)


class _Moves(Collector):
    """Moves and their times: the histograms of the library would cost a move three times as much."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kinds: dict[str, dict[str, int]] = {}
        self._times: dict[str, tuple[tuple[list[float], list[int]], ...]] = {}
        """For each stage of a game's moves the sum of the seconds, in a list of one, and the count of each bucket."""

    def count(self, game: str, kind: str, seconds: list[float]) -> None:
        with self._lock:
            if game not in self._kinds:
                self._kinds[game] = {}
                self._times[game] = tuple(([0.0], [0] * (len(BUCKETS) + 1)) for _stage in STAGES)
            kinds = self._kinds[game]
            if kind not in kinds and len(kinds) >= MOST_VALUES:
                kind = OTHER
            kinds[kind] = kinds.get(kind, 0) + 1
            for (whole, counts), spent in zip(self._times[game], seconds, strict=True):
                whole[0] += spent
                counts[bisect_left(BUCKETS, spent)] += 1

    def collect(self) -> Iterator[Metric]:
        moves = CounterMetricFamily("tabletop_moves", "Moves that were committed.", labels=["game", "kind"])
        times = HistogramMetricFamily("tabletop_move_seconds", "Seconds of a move.", labels=["game", "stage"])
        with self._lock:
            for game, kinds in self._kinds.items():
                for kind, count in kinds.items():
                    moves.add_metric([game, kind], count)
                for stage, (whole, counts) in zip(STAGES, self._times[game], strict=True):
                    buckets = zip((*map(str, BUCKETS), "+Inf"), accumulate(counts), strict=True)
                    times.add_metric([game, stage], [*buckets], sum_value=whole[0])
        yield moves
        yield times


_moves = _Moves()
registry.register(_moves)


class MoveWatch:
    """The times of one move. A move that is rolled back is not counted."""

    __slots__ = ("_began", "_game", "_last", "_spent")

    def __init__(self, game: str) -> None:
        self._game, self._spent = game, [0.0] * len(STAGES)
        self._began = self._last = perf_counter()

    def mark(self, stage: int) -> None:
        """The stage ends now."""
        now = perf_counter()
        self._spent[stage] += now - self._last
        self._last = now

    def count(self, kind: str) -> None:
        """Counts a committed move, whose last stage ends now."""
        self.mark(ANNOUNCE)
        self._spent[WHOLE] = self._last - self._began
        _moves.count(self._game, kind, self._spent)


def watched(work: "Callable[Concatenate[Engine, Given], Made]") -> "Callable[Concatenate[Engine, Given], Made]":
    """Watches a way to change a game, and counts its refusals."""

    @wraps(work)
    def run(engine: "Engine", /, *given: Given.args, **more: Given.kwargs) -> Made:
        outer, _running.watch = getattr(_running, "watch", None), MoveWatch(engine.slug)
        try:
            return work(engine, *given, **more)
        except RuleViolation as refusal:
            count_refusal(engine.slug, refusal.code)
            raise
        except PermissionDenied:
            count_refusal(engine.slug, "not_allowed")
            raise
        finally:
            _running.watch = outer

    return run


def running_watch() -> MoveWatch:
    """The watch of the move that this thread makes."""
    watch: MoveWatch = _running.watch
    return watch


class ErrorCount(logging.Handler):
    """Counts what is logged as an error, by the room it happened in."""

    ROOMS = {
        "django.request": "requests",
        "tabletop.live": "sockets",
        "tabletop.play": "moves",
        "tabletop.clock": "clock",
        "tabletop.notify": "mail",
        "daphne": "server",
    }

    def __init__(self) -> None:
        super().__init__(level=logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        _errors.labels(next((room for name, room in self.ROOMS.items() if record.name.startswith(name)), OTHER)).inc()
