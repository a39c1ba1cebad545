"""Work without a request, a thread each: the count of time, the clock, the mailer and tidying up."""

import faulthandler
import threading

from django.db import connection

from tabletop import clock, timebase
from tabletop.known_types import learn_types
from tabletop.notify import mailer
from tabletop.operation import tidy


def start(stop: threading.Event, *, with_clock: bool = True) -> list[threading.Thread]:
    """`with_clock` is False where another process lets deadlines fire and sends mail."""
    # Libraries written in C may crash: then the log says where.
    faulthandler.enable()
    learn_types()
    timebase.compare()
    # Of the thread that only waits from here on.
    connection.close()
    alone = (("clock", clock.run), ("mailer", mailer.run), ("tidy", tidy.run)) if with_clock else ()
    threads = [
        threading.Thread(target=work, args=(stop,), name=name, daemon=True)
        for name, work in (("timebase", timebase.run), *alone)
    ]
    for thread in threads:
        thread.start()
    return threads
