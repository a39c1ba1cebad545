import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tabletop import background, running
from tabletop.database import bound_waits
from tabletop.operation.metrics import serve_metrics


class Command(BaseCommand):
    help = "Lets deadlines fire and sends mail. Run one or several beside the servers."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--metrics-port", type=int, help="tell METRICS_ADDRESSES the counts there; 0: a free one")
        parser.add_argument("--metrics-host", default="127.0.0.1")

    def handle(self, *args: Any, **options: Any) -> None:
        bound_waits()
        running.hold()
        if options["metrics_port"] is not None:
            port = serve_metrics(options["metrics_host"], options["metrics_port"])
            self.stdout.write(f"The counts are at http://{options['metrics_host']}:{port}/metrics")
        stop = threading.Event()
        for signal_number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(signal_number, lambda *_: stop.set())
        threads = background.start(stop)
        self.stdout.write("The clock is running.")
        self.stdout.flush()
        for thread in threads:
            thread.join()
