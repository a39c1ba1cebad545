"""Sends what the outbox holds, on a thread of its own: a mail server that hangs must not hold up deadlines."""

import logging
import threading
import time
from datetime import timedelta

from django.db import close_old_connections

from tabletop.accounts.sessions import SessionStore
from tabletop.notify.services import prune, send_due

POLL_SECONDS = 1.0
TIDY_EVERY_SECONDS = 24 * 3600
KEEP = timedelta(days=90)

log = logging.getLogger(__name__)


def run(stop: threading.Event) -> None:
    next_tidying = time.monotonic()
    while not stop.is_set():
        try:
            send_due()
            if time.monotonic() >= next_tidying:
                next_tidying += TIDY_EVERY_SECONDS
                tidy_up()
        except Exception:
            log.exception("the postman missed a round")
        close_old_connections()
        stop.wait(POLL_SECONDS)


def tidy_up() -> None:
    """What has grown old goes, once a day."""
    prune(older_than=KEEP)
    SessionStore.clear_expired()
