"""What a benchmarked server runs on: SQLite alone, or a PostgreSQL and a Redis of its own. Both survive a power cut."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from bench.cpu import Meter
from tests.kit.postgres import PostgresServer
from tests.kit.process import Server
from tests.kit.redis import RedisServer
from tests.kit.server import Site

SQLITE, PRODUCTION = "SQLite", "PostgreSQL and Redis"
SHAPES = (SQLITE, PRODUCTION)


@dataclass(frozen=True)
class Services:
    postgres: PostgresServer | None = None
    redis: RedisServer | None = None

    @property
    def environment(self) -> dict[str, str]:
        """Variables that lead a server here; empty for SQLite, whose file each server names itself."""
        if self.postgres is None or self.redis is None:
            return {}
        return {"DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url}

    def meter(self, servers: Iterable[Server]) -> Meter:
        return Meter(servers, postgres=self.postgres, redis=self.redis)


@contextmanager
def services_of(shape: str) -> Iterator[Services]:
    """Starts what the shape needs."""
    with ExitStack() as stack:
        if shape == SQLITE:
            yield Services()
        else:
            yield Services(stack.enter_context(PostgresServer(durable=True)), stack.enter_context(RedisServer()))


@contextmanager
def site_on(services: Services, *, environment: dict[str, str] | None = None) -> Iterator[Site]:
    """The site with a fresh database; its servers are stopped at the end, and trouble in their logs is an error."""
    site = Site(
        database_url=services.postgres.url if services.postgres else None,
        redis_url=services.redis.url if services.redis else None,
        environment=environment,
    )
    try:
        yield site
    finally:
        site.close()
