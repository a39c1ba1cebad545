"""Sends queued mail on its own thread: a mail server that hangs must not delay the clock."""

import logging
import threading
import time
from datetime import timedelta

from django.db import close_old_connections

from tabletop.accounts.sessions import SessionStore
from tabletop.notify.services import delete_old_notices, send_due

POLL_SECONDS = 1.0
CLEANUP_SECONDS = 24 * 3600
KEEP = timedelta(days=90)

log = logging.getLogger(__name__)


def run(stop: threading.Event) -> None:
    next_cleanup = time.monotonic()
    while not stop.is_set():
        try:
            send_due()
            if time.monotonic() >= next_cleanup:
                next_cleanup += CLEANUP_SECONDS
                clean_up()
        except Exception:
            log.exception("a round of the mailer failed")
        close_old_connections()
        stop.wait(POLL_SECONDS)


def clean_up() -> None:
    """Deletes old notices and expired sessions, once a day."""
    delete_old_notices(older_than=KEEP)
    SessionStore.clear_expired()
