import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand

from tabletop import background


class Command(BaseCommand):
    help = "Lets deadlines fire and sends mail. Run one or several beside the servers."

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()
        for signal_number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(signal_number, lambda *_: stop.set())
        threads = background.start(stop)
        self.stdout.write("The clock is running.")
        self.stdout.flush()
        for thread in threads:
            thread.join()
