"""Who serves a file of SQLite, and who may not while it is restored."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from pathlib import Path

import pytest

from tabletop import running
from tabletop.backups import sqlite


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: object) -> Iterator[Path]:
    file = tmp_path / "site.running"
    monkeypatch.setattr(running, "_file", lambda: file)
    monkeypatch.setattr(running, "_held", [])
    settings.USES_SQLITE = True  # type: ignore[attr-defined] # pytest-django's
    yield file
    for handle in running._held:
        os.close(handle)


@pytest.mark.django_db(transaction=True)
def test_a_server_that_is_started_during_a_restore_waits_for_its_end(file: Path) -> None:
    with ThreadPoolExecutor(1) as another:
        with sqlite.alone():
            held = another.submit(running.hold)
            with pytest.raises(NotYet):
                held.result(timeout=0.2)
        held.result(timeout=60)
    assert running.is_held()


def test_no_restore_begins_while_a_server_runs(file: Path) -> None:
    assert not running.is_held()
    running.hold()
    with pytest.raises(BlockingIOError), running.kept_from_others():
        pass
