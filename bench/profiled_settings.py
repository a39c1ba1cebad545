"""The served site with a profiler in every thread; SIGUSR2 makes it write own CPU seconds by file, as JSON."""

import json
import os
import signal
import sys
import threading
import time
from cProfile import Profile
from pathlib import Path
from types import CodeType

from tests.served_settings import *  # noqa: F403 - settings stand on each other

_profiles: list[Profile] = []
_run_thread = threading.Thread.run


def _start() -> None:
    profile = Profile(time.thread_time)
    _profiles.append(profile)
    profile.enable(builtins=False)  # time in C counts for the function in Python that called it


def _run_profiled(thread: threading.Thread) -> None:
    _start()
    _run_thread(thread)


def _write(*_arguments: object) -> None:
    times: dict[str, float] = {}
    for profile in tuple(_profiles):
        for entry in profile.getstats():
            place = entry.code.co_filename if isinstance(entry.code, CodeType) else str(entry.code)
            times[place] = times.get(place, 0.0) + entry.inlinetime
    file = Path(os.environ["BENCH_PROFILE"]) / "profile.json"
    file.with_suffix(".new").write_text(json.dumps(times))
    file.with_suffix(".new").replace(file)


if "serve" in sys.argv:
    setattr(threading.Thread, "run", _run_profiled)  # noqa: B010 - mypy takes no other function for a method
    signal.signal(signal.SIGUSR2, _write)
    _start()
