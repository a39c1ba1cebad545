"""Work without a request: the clock and the mailer, a thread each."""

import threading

from tabletop import clock
from tabletop.notify import mailer


def start(stop: threading.Event) -> list[threading.Thread]:
    threads = [
        threading.Thread(target=work, args=(stop,), name=name, daemon=True)
        for name, work in (("clock", clock.run), ("mailer", mailer.run))
    ]
    for thread in threads:
        thread.start()
    return threads
