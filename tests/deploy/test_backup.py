"""A backup restores the site as it was, or says why not and changes nothing."""

import gzip
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tabletop.backups import files
from tests.kit.people import Person
from tests.kit.postgres import create_database, drop_database
from tests.kit.server import MANAGE, Site
from tests.stored.databases import StoredDatabase, version_1_database

pytestmark = [pytest.mark.both_shapes, pytest.mark.timeout(600)]


@contextmanager
def empty_database(folder: Path) -> Iterator[StoredDatabase]:
    """In the shape of the run; no connection of this process stays open to it."""
    server_url = os.environ.get("DATABASE_URL")
    if server_url is None:
        yield StoredDatabase(f"sqlite:///{folder / 'empty.sqlite3'}")
        return
    name = f"empty_{uuid4().hex}"
    try:
        yield StoredDatabase(create_database(server_url=server_url, name=name))
    finally:
        drop_database(server_url=server_url, name=name)


def take(database: StoredDatabase, *steps: list[Any]) -> list[Any]:
    """What each step says; one process takes them all."""
    done = database.run("-m", "tests.deploy.shown", json.dumps(steps))
    assert done.returncode == 0, done.stderr
    said: list[Any] = json.loads(done.stdout)
    return said


MIGRATE = ["migrate", "--verbosity", "0"]


def test_a_site_is_restored_with_every_row_and_shows_the_same_pages(tmp_path: Path) -> None:
    file = str(tmp_path / "site.backup")
    verify = [["verify_cambio"], ["verify_imperial"]]
    with version_1_database() as before, empty_database(tmp_path) as after:
        _migrated, visits, told = take(before, MIGRATE, ["sign_in"], ["backup", file])
        rows, *verified, pages = take(before, ["sums"], *verify, ["pages", visits])
        # The restored site can go on: its counters are past the rows it has.
        further = [["sign_in"], ["backup", file], ["restore", file]]
        _restored, *seen, _more, again, twice = take(
            after, ["restore", file], ["sums"], *verify, ["pages", visits], *further
        )
    assert f"rows are in {file}." in told
    assert seen[0] == rows
    assert seen[1:3] == verified
    assert all("tables agree with their log" in said for said in verified)
    for (address, _status, html), (_same, status, shown) in zip(pages, seen[3], strict=True):
        assert (status, shown) == (200, html), address
    assert again == f"refused: {file} is there already. `--force` replaces it."
    assert twice.startswith("refused: The database is not empty. `--force` replaces everything that is in it.")
    assert stat.S_IMODE(Path(file).stat().st_mode) == 0o600


def test_a_backup_of_an_older_version_is_migrated_as_it_is_restored(tmp_path: Path) -> None:
    file = str(tmp_path / "old.backup")
    with version_1_database() as old, empty_database(tmp_path) as new:
        *_said, rows = take(old, ["backup", file], MIGRATE, ["sums"])
        *_said, seen = take(new, ["restore", file], ["sums"])
    assert seen == rows


def test_a_file_that_is_damaged_or_cut_says_so(tmp_path: Path) -> None:
    file = tmp_path / "site.backup"
    files.write(file, [b"one\n", b"two\n", b"three\n"])
    files.check(file)
    whole = file.read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    for content, why in (
        (whole[: len(whole) // 2], "its end is missing"),
        (whole[:-1], "its end is missing"),
        (gzip.compress(b"".join(lines[:-1])), "its end is missing"),
        (gzip.compress(b"".join([lines[0], *lines[2:]])), "its sum is wrong"),
        (gzip.compress(b"".join([b"One\n", *lines[1:]])), "its sum is wrong"),
        (b"not packed at all", "it cannot be unpacked"),
        (b"", "its end is missing"),
    ):
        file.write_bytes(content)
        with pytest.raises(files.DamagedBackup, match=why):
            files.check(file)


def test_a_backup_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "site.backup"

    def broken() -> Iterator[bytes]:
        yield b"one\n"
        raise RuntimeError

    file.write_bytes(b"of yesterday")
    with pytest.raises(RuntimeError):
        files.write(file, broken())
    assert [found.read_bytes() for found in tmp_path.iterdir()] == [b"of yesterday"]


def test_a_damaged_file_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    file, spoiled, nowhere = (str(tmp_path / name) for name in ("site.backup", "spoiled.backup", "nowhere"))
    with empty_database(tmp_path) as database:
        said = take(
            database,
            *(MIGRATE, ["backup", file], ["backup", spoiled], ["cut", spoiled, 1000], ["sums"]),
            *(["restore", "--force", spoiled], ["restore", "--force", nowhere], ["sums"]),
            *(["restore", "--force", file], ["sums"]),
        )
    rows, damaged, missing, unchanged, _restored, restored = said[4:]
    assert damaged == f"refused: {spoiled} is damaged: its end is missing. Nothing has been changed."
    assert missing == f"refused: {nowhere} cannot be read: No such file or directory. Nothing has been changed."
    assert rows == unchanged == restored


def test_nothing_is_restored_under_a_running_site(new_site: Callable[..., Site], tmp_path: Path) -> None:
    site, file = new_site(), str(tmp_path / "site.backup")
    server = site.serve()
    with Person(server.url, "Ada") as ada, Person(server.url, "Bea") as bea:
        table = ada.start_duel(bea)
        hand = ada.hand(table)
        site.manage("backup", file)
        refused = subprocess.run(
            [sys.executable, str(MANAGE), "restore", "--force", file],
            env=site.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert refused.returncode == 1
        assert "The site is running on this database" in refused.stderr
        assert ada.post(f"{table}move/", {"type": "play", "card": hand[0]}).status_code == 200
        assert ada.hand(table) != hand
        server.stop()
        site.manage("restore", "--force", file)
        server.start()
        assert ada.hand(table) == hand, "the move was made after the backup, and Ada is still signed in"


def test_the_key_that_signs_sessions_is_in_the_backup(tmp_path: Path) -> None:
    file, folder = str(tmp_path / "site.backup"), tmp_path / "var"
    with empty_database(tmp_path) as database:
        database.environment["VAR_DIR"] = str(folder)
        said = take(
            database,
            *(MIGRATE, ["set_key", "the key of the backup", "environment"], ["backup", file]),
            *(["set_key", "another key", "environment"], ["restore", "--force", file]),
            *(["set_key", "another key", "file"], ["restore", "--force", file]),
        )
    kept = folder / "secret-key-of-backup"
    assert f"Set SECRET_KEY to what is in {kept}" in said[4]
    assert (kept.read_text(), stat.S_IMODE(kept.stat().st_mode)) == ("the key of the backup", 0o600)
    assert "Set SECRET_KEY" not in said[6]
    assert (folder / "secret-key").read_text() == "the key of the backup"
