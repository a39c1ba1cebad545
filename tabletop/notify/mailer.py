"""Sends queued mail on its own thread: a mail server that hangs must not delay the clock."""

import logging
import threading

from django.db import close_old_connections

from tabletop.database import take_time
from tabletop.notify.services import send_due

POLL_SECONDS = 1.0

log = logging.getLogger(__name__)


def run(stop: threading.Event) -> None:
    take_time()
    while not stop.is_set():
        try:
            send_due()
        except Exception:
            log.exception("a round of the mailer failed")
        close_old_connections()
        stop.wait(POLL_SECONDS)
