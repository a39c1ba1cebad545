"""The shape the tests run in. Loaded with `-p`, because pytest-django reads the settings before any conftest.py.

`--shape=small` (the default): SQLite and the in-memory channel layer, nothing to start.
`--shape=production`: PostgreSQL and Redis, given by TEST_DATABASE_URL and TEST_REDIS_URL or started here.

The small shape runs every test but those marked `production_only`. The production shape runs the tests that ask for the
database, except those in `ONCE`, and those marked `both_shapes` or `production_only`: the rest would repeat itself.
"""

import argparse
import os
import signal
from collections.abc import Generator
from fnmatch import fnmatch

import pytest

from tests.kit.postgres import PostgresServer
from tests.kit.process import ComponentMissingError, Server, run_folder
from tests.kit.redis import RedisServer, numbered_database
from tests.kit.server import drop_shared_databases

# What a developer or an operator has set for a real site must never reach the tests.
SITE_VARIABLES = (
    *("PRODUCTION", "DEBUG", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "BEHIND_PROXY", "TLS_REDIRECT_BY_PROXY"),
    *("HSTS_SUBDOMAINS", "HSTS_PRELOAD", "MAIL"),
    *("DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "SITE_URL", "LOG_LEVEL", "PORT"),
    *("EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD", "DEFAULT_FROM_EMAIL"),
)
# Tests of HTML, forms, accounts and sizes. They need some database; what they check does not depend on which.
ONCE = (
    *("tests/accounts/*", "tests/*/pages/*", "tests/imperial/live/*", "tests/imperial/api/test_nothing_leaks.py"),
    *("tests/cambio/live/test_twin_worlds.py", "tests/cambio/numbers/test_update_sizes.py"),
    *("tests/access/*", "tests/lobby/test_home.py", "tests/lobby/test_joining.py"),
)
# Tests of what a site or a page promises within seconds. `bin/test` runs them when nothing else runs.
ALONE = (
    *("tests/browser/test_outage*.py", "tests/deploy/test_operations.py", "tests/faults/test_clock_jump.py"),
    *("tests/faults/test_connections.py", "tests/faults/test_kill*.py", "tests/faults/test_postgres_restart.py"),
    *("tests/faults/test_redis_outage.py", "tests/faults/test_slow_bodies.py", "tests/faults/test_standstill.py"),
)
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "django_db_serialized_rollback"}

_servers: list[Server] = []
_missing: str | None = None


def shape() -> str:
    return os.environ["TEST_SHAPE"]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tabletop")
    group.addoption("--shape", choices=("small", "production"), default="small", help="what the site runs on")
    group.addoption("--bulk", type=float, default=0.1, help="share of the random games and examples that are played")
    group.addoption("--long", dest="bulk", action="store_const", const=1.0, help="play all of them")


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    options = early_config.known_args_namespace
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        _separate_from_other_workers(worker)
    elif not (options.help or options.version):
        _prepare_environment(options)
        if options.shape == "production":
            _start_services()
    return (yield)


def _separate_from_other_workers(worker: str) -> None:
    if shared := os.environ.get("REDIS_URL"):
        os.environ["REDIS_URL"] = numbered_database(shared, 1 + int(worker.removeprefix("gw")))
        os.environ["REDIS_PREFIX"] = worker  # published messages know no databases


def _prepare_environment(options: argparse.Namespace) -> None:
    for name in SITE_VARIABLES:
        os.environ.pop(name, None)
    os.environ |= {"TEST_SHAPE": options.shape, "TEST_BULK": str(options.bulk)}
    os.environ |= {"VAR_DIR": str(run_folder()), "SECRET_KEY": "only-for-tests"}
    # The servers of a run end with it, also when SIGTERM ends the run.
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def _start_services() -> None:
    global _missing  # noqa: PLW0603
    try:
        os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL") or _start(PostgresServer())
        os.environ["REDIS_URL"] = os.environ.get("TEST_REDIS_URL") or _start(RedisServer())
    except ComponentMissingError as missing:
        _stop_services()
        os.environ.pop("DATABASE_URL", None)
        if os.environ.get("CI") == "true":
            raise pytest.UsageError(f"CI=true and {missing}") from None
        _missing = str(missing)


def _start(server: Server) -> str:
    _servers.append(server)
    return server.start().url


def _stop_services() -> None:
    while _servers:
        _servers.pop().close()


def pytest_unconfigure() -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ:
        try:
            drop_shared_databases()
        finally:
            _stop_services()


def pytest_report_header() -> list[str]:
    if _missing:
        return [f"PRODUCTION SHAPE SKIPPED: {_missing}"]
    started = ", ".join(f"{server.name} started by the tests" for server in _servers)
    return [f"shape: {shape()}" + (f" ({started})" if started else "")]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    runs_here = _runs_in_production if shape() == "production" else _runs_in_small
    deselected = [item for item in items if not runs_here(item)]
    items[:] = [item for item in items if runs_here(item)]
    config.hook.pytest_deselected(items=deselected)
    for item in items:
        if _is_among(item, ALONE):
            item.add_marker(pytest.mark.alone)
        if _missing:
            item.add_marker(pytest.mark.skip(reason=_missing))


def _runs_in_small(item: pytest.Item) -> bool:
    return item.get_closest_marker("production_only") is None


def _runs_in_production(item: pytest.Item) -> bool:
    marks = {mark.name for mark in item.iter_markers()}
    if marks & {"both_shapes", "production_only"}:
        return True
    asks_for_database = "django_db" in marks or DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ()))
    return bool(asks_for_database) and not _is_among(item, ONCE)


def _is_among(item: pytest.Item, places: tuple[str, ...]) -> bool:
    return any(fnmatch(item.nodeid.partition("::")[0], place) for place in places)
