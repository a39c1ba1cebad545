"""The servers the tests start are real, can be killed and restarted, and leave nothing behind."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
import redis

from tests.kit import postgres
from tests.kit.postgres import PostgresServer, create_database, drop_database
from tests.kit.process import ComponentMissingError, Server, ServerFailedError, skip_or_fail
from tests.kit.redis import RedisServer, numbered_database


@pytest.fixture(params=["wheel", "machine"])
def binaries(request: pytest.FixtureRequest) -> Path:
    found = postgres.wheel_binaries() if request.param == "wheel" else postgres.machine_binaries()
    if found is None:
        pytest.skip(f"PostgreSQL of the {request.param} is not here; the other one is tested.")
    return found


def started(make: Callable[[], Server]) -> Server:
    try:
        return make()
    except ComponentMissingError as missing:
        skip_or_fail(missing)
        raise


def test_postgres_keeps_its_data_over_restart_and_kill(binaries: Path) -> None:
    with PostgresServer(binaries=binaries, durable=True) as server:
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE moves (number integer)")
            connection.execute("INSERT INTO moves VALUES (1)")
        address = server.url
        server.restart()
        with psycopg.connect(server.url) as connection:
            connection.execute("INSERT INTO moves VALUES (2)")
            connection.commit()
            server.kill()
            with pytest.raises(psycopg.OperationalError):
                connection.execute("SELECT 1")
        assert not server.is_running
        server.start()
        assert server.url == address
        with psycopg.connect(server.url) as connection:
            assert connection.execute("SELECT number FROM moves ORDER BY number").fetchall() == [(1,), (2,)]


def test_postgres_makes_and_drops_databases() -> None:
    with started(PostgresServer) as server:
        url = create_database(server_url=server.url, name="one")
        with psycopg.connect(url) as connection:
            assert connection.execute("SELECT current_database()").fetchone() == ("one",)
        drop_database(server_url=server.url, name="one")
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(url)


@pytest.mark.skipif(os.geteuid() != 0, reason="Only root has to become somebody else.")
def test_postgres_runs_from_a_folder_closed_to_other_users(tmp_path: Path) -> None:
    installed = postgres.wheel_binaries()
    if installed is None:
        pytest.skip("Without the wheel the programs are the machine's, open to everybody.")
    package = installed.parent.parent
    shutil.copytree(installed.parent, tmp_path / package.name / installed.parent.name, symlinks=True)
    shutil.copytree(package.with_name(f"{package.name}.libs"), tmp_path / f"{package.name}.libs")
    tmp_path.chmod(0o700)
    with PostgresServer(binaries=tmp_path / package.name / installed.parent.name / "bin") as server:
        assert server.is_ready()
    assert tmp_path.stat().st_mode & 0o777 == 0o700


def test_redis_answers_again_after_a_kill_and_has_forgotten_everything() -> None:
    with started(RedisServer) as server, redis.Redis.from_url(server.url) as client:
        client.set("move", "1")
        assert client.get("move") == b"1"
        server.kill()
        with pytest.raises(redis.ConnectionError):
            client.get("move")
        server.start()
        assert client.get("move") is None


def test_workers_share_a_redis_without_seeing_each_others_keys() -> None:
    with started(RedisServer) as server:
        first = redis.Redis.from_url(numbered_database(server.url, 1))
        second = redis.Redis.from_url(numbered_database(server.url, 2))
        with first, second:
            first.set("key", "value")
            assert second.get("key") is None
    assert numbered_database("redis://localhost:6379/0", 3) == "redis://localhost:6379/3"


def test_a_closed_server_leaves_no_process_and_no_folder() -> None:
    with started(RedisServer) as server:
        assert server.process
        pid = server.process.pid
    assert not server.folder.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_server_that_cannot_start_says_why() -> None:
    with pytest.raises(ServerFailedError, match="no-such-option"):
        BrokenRedis().start()


class BrokenRedis(RedisServer):
    def command(self) -> list[str]:
        return [*super().command(), "--no-such-option", "yes"]


def test_servers_end_with_the_process_that_started_them_even_if_it_is_killed() -> None:
    started(RedisServer).close()
    script = "from tests.kit.redis import RedisServer; import time\ns = RedisServer().start()\n"
    script += "print(s.process.pid, s.folder, flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        pid, folder = parent.stdout.readline().split()
        os.kill(int(pid), 0)
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 60
    while is_alive(int(pid)):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    shutil.rmtree(folder)


def is_alive(pid: int) -> bool:
    """An ended process whose parent has not asked for its result counts as ended."""
    status = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return status.stdout.strip()[:1] not in ("", "Z")
