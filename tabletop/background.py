"""What happens without a request: the clock and the postman, a thread each."""

import threading

from tabletop import clock
from tabletop.notify import postman


def start(stop: threading.Event) -> list[threading.Thread]:
    threads = [
        threading.Thread(target=work, args=(stop,), name=name, daemon=True)
        for name, work in (("clock", clock.run), ("postman", postman.run))
    ]
    for thread in threads:
        thread.start()
    return threads
