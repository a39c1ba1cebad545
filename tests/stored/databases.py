"""A database of version 0.1.0 with its rows, for tests that migrate it and run commands on it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from tests.kit.postgres import create_database, drop_database
from tests.kit.server import MANAGE


class StoredDatabase:
    """Commands run in processes of their own: this process keeps its own database and its own models."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"}

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs a management command, whether it succeeds or not."""
        return self.run(str(MANAGE), *arguments)

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
    """A new database with the tables and rows of version 0.1.0: a SQLite file, or one on the PostgreSQL of the run."""
    server_url = os.environ.get("DATABASE_URL")
    with TemporaryDirectory(prefix="tabletop-stored-") as folder:
        if server_url is None:
            yield _filled(StoredDatabase(f"sqlite:///{Path(folder) / 'stored.sqlite3'}"))
            return
        name = f"stored_{uuid4().hex}"
        try:
            yield _filled(StoredDatabase(create_database(server_url=server_url, name=name)))
        finally:
            drop_database(server_url=server_url, name=name)


def _filled(database: StoredDatabase) -> StoredDatabase:
    filling = database.run("-m", "tests.stored.rows")
    assert filling.returncode == 0, filling.stderr
    return database
