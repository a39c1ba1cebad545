"""A machine small enough for a test: the folders, ports and programs that docs/operations.md speaks of.

The commands of the document run as they stand, in a shell of their own. What they would change of the real machine is
another folder here; what only a real Debian has is a small program of the same name (`PROGRAMS`). The document says
which these are.
"""

import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.deploy.releases import pack
from tests.deploy.systemctl import Unit
from tests.docs.documents import ROOT
from tests.kit.process import has_ended, never_leave_behind

BLOCK = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
BLOCK_SECONDS = 300
CONFIGURED = ("tabletop", "systemd", "nginx", "letsencrypt")

PROGRAMS = {
    "apt-get": "exit 0",  # tests/kit brings what is needed
    "adduser": "exit 0",  # the account is nobody's
    "chown": """
        [ "$(id -u)" = 0 ] || exit 0
        for word; do
            shift
            case "$word" in tabletop:) word=nobody: ;; root:tabletop) word=root:nogroup ;; esac
            set -- "$@" "$word"
        done
        exec "{chown}" "$@"
    """,
    "runuser": 'shift 3; exec "{root}/bin/as-account" "$@"',
    "as-account": 'exec {account} "$@"',
    "editor": 'exec "{root}/fill-in" "$1"',
    "systemctl": 'exec "{python}" "{systemctl}" "{root}" "$@"',
    "nginx": 'exec "{nginx}" -p "{root}" -c "{root}/etc/nginx/nginx.conf" -e "{root}/log/nginx-error.log" "$@"',
    # With the packages of this run, which are those that the lock file lists: to fetch them again would take a minute.
    "python3": """
        case "$*" in
            "-m venv "*)
                "{python}" -m venv --without-pip "$3"
                for folder in "$3"/lib/python*/site-packages; do echo "{packages}" > "$folder/borrowed.pth"; done ;;
            *) exec "{python}" "$@" ;;
        esac
    """,
    "git": 'cp "{root}/packed/$3" "$3"',
    "scp": 'cp "$1" "{root}/root/"',
    "certbot": """
        mkdir -p "{root}/etc/letsencrypt/live/play.example"
        cp "{root}/etc/tabletop/certificate.pem" "{root}/etc/letsencrypt/live/play.example/fullchain.pem"
        cp "{root}/etc/tabletop/key.pem" "{root}/etc/letsencrypt/live/play.example/privkey.pem"
    """,
}
ACCOUNT = (
    "setpriv --reuid=nobody --regid=nogroup --clear-groups"
    # Python and the packages of this run may lie in the home of root.
    " --inh-caps=-all,+dac_read_search --ambient-caps=-all,+dac_read_search --"
)
"""Runs a command as one who can write nothing but what is nobody's."""
NGINX = """
worker_processes 1;
pid {root}/run/nginx-itself.pid;
error_log {root}/log/nginx-error.log;
{user}
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {root}/run/body;
    proxy_temp_path {root}/run/proxy;
    fastcgi_temp_path {root}/run/fastcgi;
    uwsgi_temp_path {root}/run/uwsgi;
    scgi_temp_path {root}/run/scgi;
    include {root}/etc/nginx/conf.d/*.conf;
}}
"""


class Machine:
    def __init__(self, *, nginx: str, postgres_programs: Path, values: dict[str, str]) -> None:
        """`values` are what an operator fills in: lines of the environment file."""
        self.root = Path(tempfile.mkdtemp(prefix="tabletop-machine-"))
        self.ports = _free_ports()
        self._watched: set[int] = set()
        for folder in ("bin", "run", "log", "packed", "root", "srv", "etc/systemd/system", "etc/nginx/conf.d"):
            (self.root / folder).mkdir(parents=True)
        self._write_programs(nginx, values)
        user = "user root;" if os.geteuid() == 0 else ""
        (self.root / "etc/nginx/nginx.conf").write_text(NGINX.format(root=self.root, user=user))
        self.environment = {
            "PATH": f"{self.root}/bin:{postgres_programs}:{os.environ['PATH']}",
            "HOME": str(self.root),
            "LANG": "C.UTF-8",
            "TABLETOP_ENV": str(self.root / "etc/tabletop.env"),
            "DJANGO_SUPERUSER_PASSWORD": "a long secret of staff",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }

    def _write_programs(self, nginx: str, values: dict[str, str]) -> None:
        known: dict[str, object] = {"root": self.root, "python": sys.executable, "nginx": nginx}
        known["systemctl"] = ROOT / "tests/deploy/systemctl.py"
        known |= {"account": ACCOUNT if can_change_account() else "", "chown": shutil.which("chown")}
        known["packages"] = sysconfig.get_path("purelib")
        filled = "\n".join(f"sed -i 's|^{name}=.*|{name}={value}|' \"$1\"" for name, value in values.items())
        for file, script in {**{f"bin/{name}": text for name, text in PROGRAMS.items()}, "fill-in": filled}.items():
            place = self.root / file
            text = script if file == "fill-in" else script.format(**known)
            place.write_text(f"#!/bin/sh\nset -e\n{text}\n")
            place.chmod(0o755)

    def here(self, text: str) -> str:
        """The text with this machine's folders and ports."""
        for folder in (*("srv/tabletop", "root", "var/www"), *(f"etc/{name}" for name in CONFIGURED)):
            text = re.sub(rf"(?<![\w/])/{folder}(?=\W)", f"{self.root}/{folder}", text)
        # The units have a port for each instance, of which the last digit is the instance's.
        text = text.replace("800%i", f"{self.ports}%i")
        text = re.sub(r"127\.0\.0\.1:800(\d)", rf"127.0.0.1:{self.ports}\1", text)
        text = re.sub(r"listen \[::\]:.*", "", text)
        # A reader far away has little on its way at a time; this machine would send it megabytes.
        listen = "listen 127.0.0.1:{port} sndbuf=16k"
        text = re.sub(r"listen (80|443)", lambda found: listen.format(port=self._proxy_port(found[1])), text)
        text = text.replace("--metrics-port 9101", f"--metrics-port {self.clock_port}")
        here = f"--connect-to play.example:443:127.0.0.1:{self._proxy_port('443')}"
        text = text.replace("--resolve play.example:443:127.0.0.1", here)
        # The service with the advisories cannot be reached from everywhere.
        text = text.replace("-m pip_audit", "-m pip_audit --dry-run")
        return text.replace("manage createsuperuser", "manage createsuperuser --no-input")

    def _proxy_port(self, number: str) -> str:
        return f"{self.ports}{'9' if number == '443' else '8'}"

    @property
    def clock_port(self) -> int:
        return int(f"{self.ports}7")

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self._proxy_port('443')}"

    @property
    def plain_url(self) -> str:
        """Of the proxy without TLS."""
        return f"http://127.0.0.1:{self._proxy_port('80')}"

    def server_port(self, number: int) -> int:
        """Of tabletop@NUMBER itself."""
        return int(f"{self.ports}{number}")

    def pack_release(self, number: int) -> None:
        pack(self.root / f"packed/release-{number}.tar", number=number, here=self.here)

    def run(self, block: str) -> str:
        """A block of the document; says what failed."""
        file = self.root / "run/block"
        file.write_text("set -eu\n" + self.here(block))
        done = subprocess.run(
            ["bash", "-x", str(file)],
            cwd=self.root,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=BLOCK_SECONDS,
        )
        self._watch()
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}\n{self.logs()}"
        return done.stdout

    def systemctl(self, *words: str) -> None:
        self.run(f"systemctl {' '.join(words)}\n")

    def pids(self) -> dict[str, int]:
        units = [Unit(self.root, file.stem) for file in (self.root / "run").glob("*.pid")]
        found = {unit.name: unit.pid() for unit in units if unit.name != "nginx-itself"}
        return {name: pid for name, pid in found.items() if pid is not None}

    def _watch(self) -> None:
        running = set(self.pids().values())
        for pid in running - self._watched:
            never_leave_behind(pid)
        for pid in self._watched - running:
            has_ended(pid)
        self._watched = running

    def logs(self, *, last: int = 3000) -> str:
        """The last characters of each file; all with `last=0`."""
        files = sorted((self.root / "log").iterdir())
        return "\n".join(f"-- {file.name}\n{file.read_text(errors='replace')[-last:]}" for file in files)

    def access_log(self) -> list[dict[str, Any]]:
        """The lines of all servers."""
        # Without a line that is just being written.
        written = "\n".join(file.read_text().rpartition("\n")[0] for file in (self.root / "log").glob("tabletop@*.log"))
        told = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
        return [line for line in told if line["logger"] == "tabletop.access"]

    def close(self) -> None:
        for pid in self.pids().values():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        give_up_at = time.monotonic() + 15
        while self.pids() and time.monotonic() < give_up_at:
            time.sleep(0.05)
        for pid in self.pids().values():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._watch()
        shutil.rmtree(self.root, ignore_errors=True)


def blocks(document: str) -> dict[str, list[str]]:
    """The commands of a document by the heading that they stand under."""
    found: dict[str, list[str]] = {}
    for section in re.split(r"^#+ ", (ROOT / document).read_text(), flags=re.M)[1:]:
        title = section.splitlines()[0]
        if commands := BLOCK.findall(section):
            found[title] = commands
    return found


def can_change_account() -> bool:
    """Whether commands can be run by somebody else than who runs the test."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        return False
    tried = subprocess.run([*ACCOUNT.split(), sys.executable, "-c", ""], check=False, capture_output=True)
    return tried.returncode == 0


def _free_ports() -> int:
    """A number that makes free ports with the digits 1, 2, 7, 8 and 9 behind it."""
    while True:
        tens = random.randrange(2000, 3200)
        with suppress(OSError):
            for digit in (1, 2, 7, 8, 9):
                socket.create_server(("127.0.0.1", tens * 10 + digit)).close()
            return tens
