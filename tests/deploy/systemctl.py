"""Stands in for systemctl where no systemd runs: `python tests/deploy/systemctl.py ROOT restart tabletop@1`.

It reads the unit files below ROOT and starts what systemd would start, with the environment that they name and no
other. Timers are accepted and never ring; `nginx` is a unit without a file, as the package brings it.
"""

import os
import shlex
import signal
import subprocess
import sys
import time
from configparser import ConfigParser
from pathlib import Path

STOP_SECONDS = 30


class Unit:
    def __init__(self, root: Path, name: str) -> None:
        self.root, self.name = root, name.removesuffix(".service")
        self.pid_file = root / f"run/{self.name}.pid"
        self.instance = self.name.partition("@")[2]
        place = root / "etc/systemd/system" / f"{self.name.partition('@')[0]}{'@' if self.instance else ''}.service"
        self.settings: dict[str, str] = {}
        if place.exists():
            # Systemd allows a key twice, ours have none; its names know capitals.
            unit = ConfigParser(interpolation=None, strict=True, delimiters=("=",), comment_prefixes=("#",))
            unit.optionxform = str  # type: ignore[assignment,method-assign]  # as the documentation of ConfigParser does
            unit.read(place)
            self.settings = {key: self._expanded(value) for key, value in unit["Service"].items()}

    def _expanded(self, value: str) -> str:
        return value.replace("%i", self.instance).replace("%%", "%").replace("$$", "$")

    def command(self) -> list[str]:
        if self.name == "nginx":
            return [str(self.root / "bin/nginx"), "-g", "daemon off;"]
        account = [str(self.root / "bin/as-account")] if "User" in self.settings else []
        return [*account, *shlex.split(self.settings["ExecStart"])]

    def environment(self) -> dict[str, str]:
        found = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        if file := self.settings.get("EnvironmentFile"):
            for line in Path(file).read_text().splitlines():
                name, equals, value = line.partition("=")
                if equals and not line.startswith("#"):
                    found[name] = " ".join(shlex.split(value))
        return found

    def start(self) -> None:
        if self.pid() is not None:
            return
        work = self.settings.get("WorkingDirectory", str(self.root))
        with (self.root / f"log/{self.name}.log").open("ab") as log:
            started = subprocess.Popen(
                self.command(),
                cwd=work,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        if self.settings.get("Type") == "oneshot":
            if started.wait(120):
                sys.exit(f"{self.name} failed")
        else:
            self.pid_file.write_text(str(started.pid))

    def stop(self) -> None:
        pid = self.pid()
        if pid is not None:
            os.kill(pid, signal.SIGTERM)
            give_up_at = time.monotonic() + STOP_SECONDS
            while self.pid() is not None:
                if time.monotonic() > give_up_at:
                    os.kill(pid, signal.SIGKILL)
                time.sleep(0.05)
        self.pid_file.unlink(missing_ok=True)

    def reload(self) -> None:
        pid = self.pid()
        if pid is None:
            self.start()
        else:
            os.kill(pid, signal.SIGHUP)

    def pid(self) -> int | None:
        """Of the running process; None where it has ended, though nobody may have waited for it."""
        try:
            pid = int(self.pid_file.read_text())
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return None
        return None if state == "Z" else pid


def main(root: Path, verb: str, *names: str) -> None:
    units = [Unit(root, name) for name in names if not name.startswith("-") and not name.endswith(".timer")]
    match verb:
        case "daemon-reload":
            pass
        case "enable" | "start":
            for unit in units:
                unit.start()
        case "stop":
            for unit in units:
                unit.stop()
        case "restart":
            for unit in units:
                unit.stop()
                unit.start()
        case "reload":
            for unit in units:
                unit.reload()
        case _:
            sys.exit(f"systemctl {verb} is not known here")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
