"""A site on PostgreSQL that two processes serve, for all races: no deadlock in any of them."""

from collections.abc import Iterator

import psycopg
import pytest

from tests.kit.ledger import Ledger
from tests.kit.server import Site, SiteServer


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    site = Site()
    yield site
    # What a process has counted is certain to be in the statistics when it has gone.
    for server in site.servers:
        server.stop()
    with psycopg.connect(site.environment["DATABASE_URL"]) as connection:
        counted = connection.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        deadlocks = counted.fetchone()
    site.close()
    assert deadlocks == (0,)


@pytest.fixture(scope="session")
def servers(site: Site) -> list[SiteServer]:
    return [site.serve(), site.serve(clock=False)]


@pytest.fixture
def ledger(site: Site) -> Iterator[Ledger]:
    """Checked against the log when the test is over."""
    ledger = Ledger()
    yield ledger
    ledger.check(site)
