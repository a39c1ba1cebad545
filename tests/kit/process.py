"""Server processes of the tests: started, watched, stopped, and never left behind."""

import atexit
import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import pytest

START_SECONDS = 120
STOP_SECONDS = 60
POLL_SECONDS = 0.02


class ComponentMissingError(Exception):
    """This machine lacks a component and it cannot be installed; the words say which and why."""


class ServerFailedError(Exception):
    """A server did not start; the words end with its log."""


def skip_or_fail(missing: ComponentMissingError) -> None:
    """Without the component a test is skipped for all to see. On the build server it must be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI=true and {missing}")
    pytest.skip(str(missing))


def run_folder() -> Path:
    """The temporary folder of this run, shared by all its workers; the process that made it removes it at its end."""
    if "TEST_RUN_FOLDER" not in os.environ:
        os.environ["TEST_RUN_FOLDER"] = tempfile.mkdtemp(prefix="tabletop-run-")
        atexit.register(shutil.rmtree, os.environ["TEST_RUN_FOLDER"], ignore_errors=True)
    return Path(os.environ["TEST_RUN_FOLDER"])


@contextmanager
def machine_lock(file: Path) -> Iterator[None]:
    """One process of this machine at a time: for work that all workers of a run share."""
    with file.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


class _Reaper:
    """Kills what is still running when this process is gone, however it went.

    atexit does not run after SIGKILL, and pytest-xdist kills its workers when a run is interrupted. A shell that reads
    from a pipe of ours notices every kind of end.
    """

    SCRIPT = """
        while read -r event pid; do
            others=
            for other in $running; do [ "$other" = "$pid" ] || others="$others $other"; done
            running=$others
            [ "$event" = ended ] || running="$running $pid"
        done
        [ -z "$running" ] || kill -9 $running
    """

    def __init__(self) -> None:
        self.shell: subprocess.Popen[str] | None = None

    def tell(self, event: str, pid: int) -> None:
        if self.shell is None:
            self.shell = subprocess.Popen(
                ["/bin/sh", "-c", self.SCRIPT],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                text=True,
                start_new_session=True,
            )
        assert self.shell.stdin
        self.shell.stdin.write(f"{event} {pid}\n")
        self.shell.stdin.flush()


_reaper = _Reaper()


def never_leave_behind(pid: int) -> None:
    """For a process that something else has started."""
    _reaper.tell("started", pid)


def has_ended(pid: int) -> None:
    _reaper.tell("ended", pid)


class Server(ABC):
    """A server with a temporary folder of its own. It may be killed and restarted; its address stays the same."""

    name = "server"
    stop_signal = signal.SIGTERM
    user: int | None = None
    group: int | None = None

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"tabletop-{self.name}-"))
        self.log = self.folder / "log"
        self.process: subprocess.Popen[bytes] | None = None
        atexit.register(self.close)

    @property
    @abstractmethod
    def url(self) -> str: ...

    @abstractmethod
    def command(self) -> list[str]: ...

    @abstractmethod
    def is_ready(self) -> bool: ...

    def environment(self) -> dict[str, str]:
        return dict(os.environ)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> Self:
        assert not self.is_running
        started_at = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self.environment(),
                user=self.user,
                group=self.group,
                extra_groups=None if self.user is None else [],
            )
        _reaper.tell("started", self.process.pid)
        deadline = time.monotonic() + START_SECONDS
        while not self.is_ready():
            if not self.is_running or time.monotonic() > deadline:
                self.kill()
                said = self.log.read_bytes()[started_at:].decode(errors="replace")
                raise ServerFailedError(f"{self.name} did not start. It said:\n{said}")
            time.sleep(POLL_SECONDS)
        return self

    def stop(self) -> None:
        """Asks the server to end and waits until it has."""
        if self.is_running:
            assert self.process
            self.process.send_signal(self.stop_signal)
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
                raise ServerFailedError(f"{self.name} did not stop within {STOP_SECONDS} seconds.") from None
        self._forget()

    def kill(self) -> None:
        """Ends the server as a power cut would: no goodbye, nothing flushed."""
        if self.is_running:
            assert self.process
            self.process.kill()
            self.process.wait()
        self._forget()

    def restart(self) -> None:
        self.stop()
        self.start()

    def close(self) -> None:
        """Stops the server and removes its folder; harmless a second time."""
        atexit.unregister(self.close)
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _forget(self) -> None:
        if self.process is not None:
            _reaper.tell("ended", self.process.pid)
            self.process = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *exception: object) -> None:
        self.close()
