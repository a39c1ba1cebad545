"""A database of version 0.1.0 with its rows, for tests that migrate it and run commands on it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from tests.kit.postgres import create_database, drop_database
from tests.kit.process import machine_lock, run_folder
from tests.kit.server import MANAGE


class StoredDatabase:
    """Commands run in processes of their own: this process keeps its own database and its own models."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"}

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs Python in the repository with these arguments and this database."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=MANAGE.parent,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )


@contextmanager
def version_1_database() -> Iterator[StoredDatabase]:
    """A new database with the tables and rows of version 0.1.0: a SQLite file, or one on the PostgreSQL of the run.

    A copy of one that is filled once per run.
    """
    server_url = os.environ.get("DATABASE_URL")
    with TemporaryDirectory(prefix="tabletop-stored-") as folder:
        if server_url is None:
            file = shutil.copy(_filled_file(), folder)
            yield StoredDatabase(f"sqlite:///{file}")
            return
        name = f"stored_{uuid4().hex}"
        try:
            yield StoredDatabase(create_database(server_url=server_url, name=name, template=_filled_name(server_url)))
        finally:
            drop_database(server_url=server_url, name=name)


def _filled_file() -> Path:
    file = run_folder() / "stored.sqlite3"
    with machine_lock(run_folder() / "stored-lock"):
        if not file.exists():
            _fill(StoredDatabase(f"sqlite:///{file}"))
    return file


def _filled_name(server_url: str) -> str:
    name, done = f"{run_folder().name}-stored", run_folder() / "stored-database"
    with machine_lock(run_folder() / "stored-lock"):
        if not done.exists():
            _fill(StoredDatabase(create_database(server_url=server_url, name=name)))
            done.write_text(name)
    return name


def _fill(database: StoredDatabase) -> None:
    filling = database.run("-m", "tests.stored.rows")
    assert filling.returncode == 0, filling.stderr
