import gc
import os
import sys
import threading
from typing import Any

from daphne.server import Server
from django.core.management.base import BaseCommand, CommandParser

from tabletop import background
from tabletop.live.consumers import MAX_MESSAGE_BYTES

# So long the clock and the postman may take to finish what they are at.
GOODBYE_SECONDS = 5.0


class SiteServer(Server):
    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        host, number = self.listening_addresses[-1]
        shown = f"[{host}]" if ":" in host else host
        print(f"Tabletop is ready at http://{shown}:{number}", flush=True)  # noqa: T201 - the one line people wait for


class Command(BaseCommand):
    help = "Serves pages and sockets, and runs the clock in the same process."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000, help="0 takes a free one")
        parser.add_argument("--no-clock", action="store_true", help="where `manage.py clock` runs beside the servers")

    def handle(self, *args: Any, **options: Any) -> None:
        from tabletop.asgi import application

        stop = threading.Event()
        threads = [] if options["no_clock"] else background.start(stop)
        host = options["host"].replace(":", "\\:")
        server = SiteServer(
            application,
            endpoints=[f"tcp:port={options['port']}:interface={host}"],
            server_name="",
            websocket_timeout=-1,
            # Only of what comes in: the limit for messages would hold for ours as well, and a page may be large.
            websocket_max_frame_size=2 * MAX_MESSAGE_BYTES,
            verbosity=0,
        )
        # What is loaded by now stays for good: looking through it again and again for garbage would stop every table.
        gc.collect()
        gc.freeze()
        server.run()
        stop.set()
        for thread in threads:
            thread.join(GOODBYE_SECONDS)
        # A view that was being answered waits for the loop that has just stopped, and Python would wait for the view.
        # What it has committed is safe; its visitor asks again.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0 if server.listening_addresses else 1)
