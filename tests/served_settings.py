"""The site's settings when the tests serve it as a process of its own: as a public site runs, and the tiny game too."""

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec._utils

from tabletop.settings import *  # noqa: F403
from tabletop.settings import CACHES, INSTALLED_APPS, REQUEST_SECONDS, VAR_DIR

INSTALLED_APPS = [*INSTALLED_APPS, "tests.tinygame"]

# Collected once for all sites of a run.
STATIC_ROOT = Path(os.environ["STATIC_ROOT"])
# Sites of one run may share one Redis.
CACHES["default"]["KEY_PREFIX"] = os.environ.get("REDIS_PREFIX", "")
# Tests read the mails from here.
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = VAR_DIR / "mail"
# A test that waits for the end of it makes it shorter.
REQUEST_SECONDS = int(os.environ.get("TEST_REQUEST_SECONDS", REQUEST_SECONDS))

if clock_file := os.environ.get("TEST_CLOCK_FILE"):
    # A test sets the clock of the process by the seconds in this file.
    def _set_clock(true_time: Callable[[], float], file: Path) -> None:
        time.time = lambda: true_time() + float(file.read_text())

    _set_clock(time.time, Path(clock_file))


def _tell_of_late_types(describe: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """An error in the log for each type that msgspec takes in when threads may do so at once, which crashes it."""

    def describe_in_time(kind: Any) -> Any:
        # Its own modules in Python, which the reference for programs asks, keep nothing: no harm in that.
        asked_by = next(name for name in _callers() if name != "msgspec._utils")
        is_taken_in = not asked_by.startswith("msgspec.")
        if is_taken_in and any(thread.name == "timebase" for thread in threading.enumerate()):
            logging.getLogger(__name__).error("a type is taken in late: %s", kind)
        return describe(kind)

    return describe_in_time


def _callers() -> Iterator[str]:
    """The modules of who called, the nearest first."""
    frame = sys._getframe(3)
    while frame:
        yield frame.f_globals["__name__"]
        frame = frame.f_back  # type: ignore[assignment]


# What it asks about every type with fields.
msgspec._utils._get_class_mro_and_typevar_mappings = _tell_of_late_types(  # type: ignore[attr-defined]
    msgspec._utils._get_class_mro_and_typevar_mappings  # type: ignore[attr-defined]
)
