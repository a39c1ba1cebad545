"""The real site as a process, with a database and a folder of its own."""

import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from shutil import rmtree
from uuid import uuid4

from tests.kit.postgres import create_database, drop_database
from tests.kit.process import Server, machine_lock, run_folder

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"
SITE_URL = "http://site.invalid"
# With its newline: a server that is killed before it has written that would spoil the next server's first line.
READY = re.compile(rb"^Tabletop is ready at http://\S+:(\d+)\n", re.MULTILINE)
TROUBLE = re.compile(r'Traceback|"level": "(error|critical)"|Internal Server Error')


def _static_folder() -> Path:
    """To collect and compress static files takes seconds: runs that are started together share them."""
    return Path(os.environ.get("TEST_STATIC_FOLDER") or run_folder())


class Site:
    """A database, a channel layer and a folder. Any number of servers may serve it at once.

    Without addresses it gets a fresh database in the shape of the run. `environment` adds variables or changes them.
    """

    def __init__(
        self,
        *,
        database_url: str | None = None,
        redis_url: str | None = None,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tabletop-var-"))
        self.servers: list[SiteServer] = []
        self._assistants: dict[str, subprocess.Popen[str]] = {}
        self._own_database: str | None = None
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.served_settings",
            "VAR_DIR": str(self.folder),
            "STATIC_ROOT": str(_static_folder() / "static"),
            "SITE_URL": SITE_URL,
            # Every player of the browser tests has an address of its own, as the limits per address expect.
            "BEHIND_PROXY": "1",
            "REDIS_PREFIX": self.folder.name,
        }
        if redis_url is not None:
            self.environment["REDIS_URL"] = redis_url
        self.environment |= environment or {}
        self._collect_static_files()
        self._prepare_database(database_url)

    def _collect_static_files(self) -> None:
        done = _static_folder() / "static-is-collected"
        with machine_lock(_static_folder() / "static-lock"):
            if not done.exists():
                self.manage("collectstatic", "--no-input", "--verbosity", "0")
                done.touch()

    def _prepare_database(self, given: str | None) -> None:
        server_url = os.environ.get("DATABASE_URL")
        if given is not None:
            self.environment["DATABASE_URL"] = given
            self.manage("migrate", "--verbosity", "0")
        elif server_url is None:
            self.environment["DATABASE_URL"] = f"sqlite:///{self.folder / 'site.sqlite3'}"
            self._copy_migrated_file()
        else:
            self._copy_migrated_database(server_url)

    def _copy_migrated_file(self) -> None:
        migrated = run_folder() / f"{self.environment['DJANGO_SETTINGS_MODULE']}.sqlite3"
        target = self.folder / "site.sqlite3"
        with machine_lock(run_folder() / "migrated-lock"):
            if not migrated.exists():
                self.manage("migrate", "--verbosity", "0")
                copy_sqlite(target, migrated)
        copy_sqlite(migrated, target)

    def _copy_migrated_database(self, server_url: str) -> None:
        migrated = f"{run_folder().name}-{self.environment['DJANGO_SETTINGS_MODULE']}"
        done = run_folder() / f"{migrated}-database"
        with machine_lock(run_folder() / "migrated-lock"):
            if not done.exists():
                self.environment["DATABASE_URL"] = create_database(server_url=server_url, name=migrated)
                self.manage("migrate", "--verbosity", "0")
                done.write_text(migrated)
            self._own_database = f"site_{uuid4().hex}"
            self.environment["DATABASE_URL"] = create_database(
                server_url=server_url, name=self._own_database, template=migrated
            )

    def manage(self, *arguments: str) -> str:
        """Runs a management command on this site and returns what it printed."""
        finished = subprocess.run(
            [sys.executable, str(MANAGE), *arguments], env=self.environment, capture_output=True, text=True, check=False
        )
        assert finished.returncode == 0, f"manage.py {' '.join(arguments)} failed:\n{finished.stdout}{finished.stderr}"
        return finished.stdout

    def ask(self, module: str, request: str) -> str:
        """One line to `python -m module` on this site, and the line it answers.

        The process stays for the next request: to start Django takes longer than most requests.
        """
        if module not in self._assistants:
            self._assistants[module] = subprocess.Popen(
                [sys.executable, "-m", module],
                env=self.environment,
                cwd=MANAGE.parent,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assistant = self._assistants[module]
        assert assistant.stdin
        assert assistant.stdout
        assistant.stdin.write(request + "\n")
        assistant.stdin.flush()
        answer = assistant.stdout.readline()
        assert answer, f"{module} ended without an answer; its traceback is in the captured output"
        return answer.strip()

    def serve(self, *, clock: bool = True) -> "SiteServer":
        server = SiteServer(site=self, clock=clock)
        self.servers.append(server)
        server.start()
        return server

    def mails(self) -> list[Message]:
        """What the site has sent, oldest first."""
        files = sorted((self.folder / "mail").glob("*.log"), key=lambda file: file.stat().st_mtime_ns)
        # Mails of one round share a file. Each ends with a line of dashes: what follows the last is none, or not yet.
        return [message_from_bytes(mail) for file in files for mail in file.read_bytes().split(b"-" * 79 + b"\n")[:-1]]

    def close(self) -> None:
        """Stops the servers and removes the data; complains about trouble in their logs."""
        with ExitStack() as afterwards:
            afterwards.callback(rmtree, self.folder, ignore_errors=True)
            if self._own_database:
                server_url = os.environ["DATABASE_URL"]
                afterwards.callback(drop_database, server_url=server_url, name=self._own_database)
            for server in self.servers:
                afterwards.callback(server.close)
            for assistant in self._assistants.values():
                assistant.communicate()
            for server in self.servers:
                server.stop()
            trouble = [words for server in self.servers for words in server.trouble()]
            assert not trouble, "The server's log tells of trouble:\n" + "\n".join(trouble)


class SiteServer(Server):
    """One process that serves a site: `manage.py serve`. A restart keeps the port."""

    name = "site"

    def __init__(self, *, site: Site, clock: bool = True) -> None:
        super().__init__()
        self.site = site
        self.clock = clock
        self.port = 0
        self._ready_lines = 0
        self._checked_until = 0
        self._expected: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        self._ready_lines = len(READY.findall(self.log.read_bytes()))
        options = [] if self.clock else ["--no-clock"]
        return [sys.executable, str(MANAGE), "serve", "--port", str(self.port), *options]

    def environment(self) -> dict[str, str]:
        return self.site.environment

    def is_ready(self) -> bool:
        ports = READY.findall(self.log.read_bytes())
        if len(ports) == self._ready_lines:
            return False
        self.port = int(ports[-1])
        return True

    def expect_trouble(self, pattern: str) -> None:
        """Lines of the log that match are part of what the test provokes."""
        self._expected.append(pattern)

    def trouble(self) -> list[str]:
        """Lines that tell of an error nobody expected, since the last time this was asked."""
        if not self.log.exists():
            return []
        words = self.log.read_bytes()[self._checked_until :].decode(errors="replace")
        self._checked_until = self.log.stat().st_size
        return [
            line
            for line in words.splitlines()
            if TROUBLE.search(line) and not any(re.search(pattern, line) for pattern in self._expected)
        ]

    def forget_expectations(self) -> None:
        self._expected.clear()


def copy_sqlite(source: Path, target: Path) -> None:
    """A plain copy of the file would miss what is still in its write-ahead log."""
    with sqlite3.connect(source) as reading, sqlite3.connect(target) as writing:
        reading.backup(writing)
    reading.close()
    writing.close()


def drop_shared_databases() -> None:
    """At the end of a run: the server may be somebody's who keeps it."""
    for done in run_folder().glob("*-database"):
        drop_database(server_url=os.environ["DATABASE_URL"], name=done.read_text())
