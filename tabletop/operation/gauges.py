"""What `/metrics` tells besides the counts: the cache of parts, connections, and what is read from the database.

The database is asked at most every READ_SECONDS by each process, however often `/metrics` is fetched.
"""

import logging
import threading
import time
from collections.abc import Iterator

from django.conf import settings
from django.db import connection
from django.db.models import Count, Q
from prometheus_client import CollectorRegistry
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tabletop import clock, timebase
from tabletop.games import all_games
from tabletop.live.parts import part_cache
from tabletop.models import Deadline
from tabletop.notify.models import Notice
from tabletop.tables.models import TableRow

READ_SECONDS = 15.0
LATE_SECONDS = 5.0
"""A deadline that is overdue for longer is late: a clock looks five times a second."""
PHASES = ("waiting", "playing", "over", "abandoned")

log = logging.getLogger(__name__)


class CacheOfParts(Collector):
    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily("tabletop_part_cache_hits", "Parts that were rendered before.", part_cache.hits)
        yield CounterMetricFamily("tabletop_part_cache_misses", "Parts that were rendered.", part_cache.misses)
        yield GaugeMetricFamily("tabletop_part_cache_bytes", "Size of the kept parts.", part_cache.bytes)


class Rows(Collector):
    """What the database tells; nothing but that it does not answer, where it does not."""

    def __init__(self) -> None:
        self._lock, self._read_at, self._told = threading.Lock(), -READ_SECONDS, list[Metric]()

    def collect(self) -> Iterator[Metric]:
        with self._lock:
            if time.monotonic() - self._read_at >= READ_SECONDS:
                self._told = self._read()
                self._read_at = time.monotonic()
            yield from self._told

    def _read(self) -> list[Metric]:
        answers = GaugeMetricFamily("tabletop_database_up", "Whether the database answers.", 1)
        tables = GaugeMetricFamily("tabletop_tables", "Tables by their phase.", labels=["game", "phase"])
        late = GaugeMetricFamily("tabletop_deadlines_late", f"Deadlines overdue for {LATE_SECONDS:.0f} s.")
        waiting = GaugeMetricFamily("tabletop_mails_waiting", "Mails that are not sent yet.")
        runs = GaugeMetricFamily("tabletop_clock_running", "Whether a clock runs.")
        opened = GaugeMetricFamily("tabletop_database_connections", "Connections to the database.", labels=["state"])
        limit = GaugeMetricFamily("tabletop_database_connections_limit", "How many there may be.")
        try:
            self._count_tables(tables)
            now = timebase.now()
            late.add_metric([], Deadline.objects.filter(due_at__lt=now - LATE_SECONDS).count())
            # Where no mail can be sent nobody waits for it.
            queued = Notice.objects.filter(claimed_at__isnull=True).count() if settings.MAIL_AVAILABLE else 0
            waiting.add_metric([], queued)
            runs.add_metric([], clock.is_running(now=now))
            _count_connections(opened, limit)
        except Exception:
            log.warning("the database told nothing for /metrics", exc_info=True)
            answers = GaugeMetricFamily("tabletop_database_up", "Whether the database answers.", 0)
            for metric in (tables, late, waiting, runs, opened, limit):
                metric.samples.clear()
        return [answers, tables, late, waiting, runs, opened, limit]

    def _count_tables(self, told: GaugeMetricFamily) -> None:
        for game in all_games():
            model = None if game.engine is None else game.engine.store.games
            if model is None or not issubclass(model, TableRow):
                continue
            is_over, has_begun = Q(completed_at__isnull=False), Q(started_at__isnull=False)
            goes_on = ~is_over & Q(abandoned=False)
            counted = model._default_manager.aggregate(
                all=Count("pk"),
                waiting=Count("pk", filter=goes_on & ~has_begun),
                playing=Count("pk", filter=goes_on & has_begun),
                over=Count("pk", filter=is_over),
            )
            counted["abandoned"] = counted["all"] - sum(counted[phase] for phase in PHASES[:3])
            for phase in PHASES:
                told.add_metric([game.slug, phase], counted[phase])


def _count_connections(opened: GaugeMetricFamily, limit: GaugeMetricFamily) -> None:
    """Those of all processes of the site, and of all other databases, which share them; SQLite has none."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT CASE WHEN datname = current_database() THEN coalesce(state, 'starting') ELSE 'elsewhere' END,"
            " count(*) FROM pg_stat_activity WHERE datname IS NOT NULL AND usename IS NOT NULL GROUP BY 1"
        )
        for state, count in cursor.fetchall():
            opened.add_metric([state], count)
        cursor.execute("SELECT current_setting('max_connections')::int")
        limit.add_metric([], cursor.fetchone()[0])


registry = CollectorRegistry(auto_describe=False)
rows = Rows()
for collector in (CacheOfParts(), rows):
    registry.register(collector)
