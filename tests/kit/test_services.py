"""The shape of a run: whole pytest runs, each in a process of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.kit.postgres import PostgresServer
from tests.kit.process import ComponentMissingError, skip_or_fail
from tests.kit.redis import RedisServer
from tests.kit.services import ALONE, ONCE

ROOT = Path(__file__).resolve().parents[2]
TESTS = """
import os, pathlib, time, pytest
from django.db import connection
from channels.layers import get_channel_layer
from tests.kit.bulk import bulk

def test_of_rules(): pass

@pytest.mark.django_db
def test_of_services():
    layer = type(get_channel_layer()).__name__
    pathlib.Path(__file__).with_name("seen").write_text(
        f"{connection.vendor} {layer} {os.environ.get('DATABASE_URL')} {os.environ.get('REDIS_URL')} {bulk(1000)}")

@pytest.mark.both_shapes
def test_of_sockets(): pass

@pytest.mark.production_only
def test_of_postgres(): pass

@pytest.mark.both_shapes
def test_that_waits():
    if "WAIT" in os.environ:
        pathlib.Path(__file__).with_name("waiting").write_text(os.environ["DATABASE_URL"])
        time.sleep(6)
"""
BARE_MACHINE = """
import sys, pytest
from tests.kit import postgres
postgres.wheel_binaries = postgres.machine_binaries = lambda: None
sys.exit(pytest.main(sys.argv[1:]))
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    file = tmp_path / "test_inner.py"
    file.write_text(TESTS)
    return file


def command(tests: Path, *options: str) -> list[str]:
    options = ("-p", "no:cacheprovider", "--no-migrations", *options)
    return ["-v", "-c", str(ROOT / "pyproject.toml"), *options, str(tests)]


def environment(**variables: str) -> dict[str, str]:
    """As a person's shell has it, not as this run has prepared it."""
    ours = ("TEST_", "PYTEST_", "CI", "DATABASE_URL", "REDIS_", "VAR_DIR", "SECRET_KEY")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)} | variables


def run(tests: Path, *options: str, python: tuple[str, ...] = ("-m", "pytest"), **variables: str) -> tuple[int, str]:
    finished = subprocess.run(
        [sys.executable, *python, *command(tests, *options)],
        cwd=ROOT,
        env=environment(**variables),
        capture_output=True,
        text=True,
        check=False,
    )
    return finished.returncode, finished.stdout + finished.stderr


def ran(output: str) -> set[str]:
    return set(re.findall(r"::(\w+) PASSED", output))


def seen(tests: Path) -> list[str]:
    return tests.with_name("seen").read_text().split()


def test_the_small_shape_needs_nothing_and_ignores_a_real_site(tests: Path) -> None:
    status, output = run(tests, DATABASE_URL="postgresql://a-real-site.invalid/tabletop", REDIS_URL="redis://invalid")
    assert status == 0, output
    assert seen(tests) == ["sqlite", "InMemoryChannelLayer", "None", "None", "100"]
    assert ran(output) == {"test_of_rules", "test_of_services", "test_of_sockets", "test_that_waits"}


def test_the_production_shape_runs_what_depends_on_it_on_servers_of_its_own(tests: Path) -> None:
    status, output = run(tests, "--shape=production", "--long")
    if "PRODUCTION SHAPE SKIPPED" in output:
        skip_or_fail(ComponentMissingError(output))
    assert status == 0, output
    assert seen(tests)[:2] == ["postgresql", "RedisPubSubChannelLayer"]
    assert seen(tests)[4] == "1000"
    assert ran(output) == {"test_of_services", "test_of_sockets", "test_of_postgres", "test_that_waits"}
    assert not Path(seen(tests)[2].partition("host=")[2]).exists()


def test_the_production_shape_takes_the_servers_it_is_given(tests: Path) -> None:
    try:
        database, layer = PostgresServer(), RedisServer()
    except ComponentMissingError as missing:
        skip_or_fail(missing)
    with database, layer:
        status, output = run(
            tests, "--shape=production", TEST_DATABASE_URL=database.url, TEST_REDIS_URL=f"{layer.url}?db=0"
        )
        assert database.is_ready()
        assert layer.is_ready()
    assert status == 0, output
    assert seen(tests)[:4] == ["postgresql", "RedisPubSubChannelLayer", database.url, f"{layer.url}?db=0"]


@pytest.mark.parametrize("place", ONCE + ALONE)
def test_a_place_that_runs_once_or_alone_is_there(place: str) -> None:
    """A file that was moved would silently run in both shapes again, or beside others."""
    assert list(ROOT.glob(place))


def test_without_a_component_the_production_shape_is_skipped_for_all_to_see(tests: Path) -> None:
    status, output = run(tests, "--shape=production", python=("-c", BARE_MACHINE))
    assert status == 0, output
    assert "PRODUCTION SHAPE SKIPPED: PostgreSQL is missing" in output
    assert "4 skipped" in output


def test_without_a_component_the_build_server_fails(tests: Path) -> None:
    status, output = run(tests, "--shape=production", python=("-c", BARE_MACHINE), CI="true")
    assert status != 0
    assert "CI=true and PostgreSQL is missing" in output


@pytest.mark.parametrize(
    ("ending", "workers"),
    [(signal.SIGTERM, ()), (signal.SIGINT, ("-n", "1"))],
    ids=["terminated", "interrupted while a worker is busy"],
)
def test_an_interrupted_run_stops_its_servers(tests: Path, ending: signal.Signals, workers: tuple[str, ...]) -> None:
    pytest_command = [sys.executable, "-m", "pytest", *command(tests, "--shape=production", "-k", "waits", *workers)]
    with subprocess.Popen(
        pytest_command, cwd=ROOT, env=environment(WAIT="1"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as interrupted:
        waiting = tests.with_name("waiting")
        deadline = time.monotonic() + 180
        while not (waiting.exists() and waiting.read_text()):
            if interrupted.poll() is not None or time.monotonic() > deadline:
                assert interrupted.stdout
                interrupted.kill()
                output = interrupted.stdout.read()
                skip_or_fail(ComponentMissingError(output)) if "SHAPE SKIPPED" in output else pytest.fail(output)
            time.sleep(0.05)
        folder = Path(waiting.read_text().partition("host=")[2])
        assert folder.exists()
        interrupted.send_signal(ending)
        interrupted.communicate(timeout=50)
    assert not folder.exists()
