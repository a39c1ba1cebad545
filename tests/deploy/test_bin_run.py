"""bin/run serves the site from a fresh copy of the repository, as the README says."""

import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.deploy.releases import files
from tests.docs.documents import ROOT
from tests.kit.people import PATIENCE_SECONDS, Person, get
from tests.kit.process import Server
from tests.kit.server import READY, TROUBLE

PAGES = ("/", "/cambio/", "/imperial/", "/account/login/", "/readyz")
STAND_IN = '#!/bin/sh\necho "SITE_URL=$SITE_URL $*"\n'
"""In place of Python: tells what it is asked to run."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What bin/run needs of the repository, with no data."""
    for file in (*files(), ROOT / "bin/run", ROOT / "bin/_environment"):
        place = tmp_path / file.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    # With the packages of this run, which are those that the lock file lists: to fetch them again would take a minute.
    with (tmp_path / "requirements.lock").open() as lock:
        installed = subprocess.check_output(["cksum"], stdin=lock)
    (tmp_path / ".venv/installed-requirements.lock").write_bytes(installed)
    return tmp_path


def environment(**added: str) -> dict[str, str]:
    """That of somebody who has set nothing for the site."""
    return {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8", **added}


class RunningCopy(Server):
    """`PORT=... bin/run`."""

    name = "bin-run"

    def __init__(self, copy: Path) -> None:
        super().__init__()
        self.copy = copy
        self._ready_lines = 0
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        self._ready_lines = len(self._ports())
        return [str(self.copy / "bin/run")]

    def environment(self) -> dict[str, str]:
        return environment(PORT=str(self.port))

    def is_ready(self) -> bool:
        return len(self._ports()) > self._ready_lines

    def _ports(self) -> list[bytes]:
        return READY.findall(self.log.read_bytes()) if self.log.exists() else []

    def end(self) -> int | None:
        """Asks it to end; returns its exit code."""
        process = self.process
        self.stop()
        assert process
        return process.returncode


@pytest.fixture
def running(copy: Path) -> Iterator[RunningCopy]:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(copy / ".venv")], check=True)
    (packages,) = (copy / ".venv/lib").glob("python*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    with RunningCopy(copy) as running:
        yield running


def test_one_command_serves_a_site_that_keeps_its_data(running: RunningCopy) -> None:
    assert [(page, get(running.url + page).status_code) for page in PAGES] == [(page, 200) for page in PAGES]
    with Person(running.url, "Ada") as ada:
        table = open_table(ada)
        shown = ada.http.get(table).text
        assert "Ada" in shown
        # The link that the host hands on.
        assert set(re.findall(r"https?://127[\w.:]*", shown)) == {running.url}
        assert running.end() == 0
        with pytest.raises(httpx.ConnectError):
            ada.http.get(table)
        running.start()
        assert "Ada" in ada.http.get(table).text
    assert running.end() == 0
    log = running.log.read_text()
    assert READY.findall(running.log.read_bytes()) == [str(running.port).encode()] * 2
    assert not TROUBLE.search(log), log
    assert (running.copy / "var/tabletop.sqlite3").exists()


def open_table(host: Person) -> str:
    fields: dict[str, object] = {"player_count": "2", "bot_count": "0", "level": "easy"}
    opened = host.post("/cambio/new/", fields)
    assert opened.status_code == 302, opened.text
    return str(opened.headers["Location"])


@pytest.mark.parametrize(("given", "served"), [({}, 8000), ({"PORT": "9000"}, 9000)], ids=["no port", "a port"])
def test_the_port_and_the_links_are_those_of_the_readme(copy: Path, given: dict[str, str], served: int) -> None:
    """Nothing is served: these ports may be taken on this machine."""
    python = copy / ".venv/bin/python"
    python.write_text(STAND_IN)
    python.chmod(0o755)
    said = subprocess.check_output([copy / "bin/run"], env=environment(**given), text=True, timeout=PATIENCE_SECONDS)
    address = f"http://127.0.0.1:{served}"
    assert said.splitlines() == [
        f"SITE_URL={address} manage.py prepare",
        f"SITE_URL={address} manage.py serve --port {served}",
    ]
