import asyncio
import gc
import os
import sys
import threading
import time
from typing import Any

import uvloop
from django.core.management.base import BaseCommand, CommandParser
from django.urls import get_resolver

# Before Daphne, which makes its loop when it is imported.
asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())

from daphne.http_protocol import WebRequest  # noqa: E402
from daphne.server import Server  # noqa: E402
from daphne.ws_protocol import WebSocketProtocol  # noqa: E402
from twisted.internet import defer  # noqa: E402

from tabletop import background, running  # noqa: E402
from tabletop.bodies import bound_bodies  # noqa: E402
from tabletop.database import bound_waits  # noqa: E402
from tabletop.live.frames import UnreadLimit, add_writer, noticing_resets  # noqa: E402
from tabletop.live.hub import get_hub  # noqa: E402
from tabletop.live.incoming import MAX_INCOMING_BYTES, bound_messages  # noqa: E402

SHUTDOWN_SECONDS = 5.0
"""Grace period for requests that have begun, and again for the clock and the mailer."""
LAST_REQUEST_SECONDS = 0.2
"""Time for one more request on each open connection."""
FLUSH_SECONDS = 0.2
"""Until the last answers have left, and the sockets have ended."""


class SiteServer(Server):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.ports: list[Any] = []

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        if scope["type"] == "websocket":
            UnreadLimit(protocol.transport)
            add_writer(scope, protocol)
        return super().create_application(protocol, scope)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        with noticing_resets(protocol):
            await super().handle_reply(protocol, message)

    def kill_all_applications(self) -> Any:
        """Takes no more connections, answers requests that have begun, and ends the sockets."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        for port in self.ports:
            port.stopListening()
        # A proxy keeps connections open, and may just be sending on one of them: the answer says that it was the last.
        self.http_factory.drain()
        await asyncio.sleep(LAST_REQUEST_SECONDS)
        self.http_factory.close_idle()
        give_up_at = time.monotonic() + SHUTDOWN_SECONDS
        while (begun := self._running(WebRequest)) and (left := give_up_at - time.monotonic()) > 0:
            await asyncio.wait(begun, timeout=left)
        get_hub().stop()
        for socket in self._running(WebSocketProtocol):
            socket.cancel()
        await asyncio.sleep(FLUSH_SECONDS)

    def _running(self, kind: type) -> list["asyncio.Future[None]"]:
        there = [
            details.get("application_instance") for each, details in self.connections.items() if isinstance(each, kind)
        ]
        return [application for application in there if application is not None and not application.done()]

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self.ports.append(port)
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

        # Imports the views now: the first visitor need not wait for them, and their types are learned in time.
        get_resolver().url_patterns  # noqa: B018 - read for what it does
        bound_waits()
        running.hold()
        stop = threading.Event()
        threads = background.start(stop, with_clock=not options["no_clock"])
        host = options["host"].replace(":", "\\:")
        server = SiteServer(
            application,
            endpoints=[f"tcp:port={options['port']}:interface={host}"],
            server_name="",
            websocket_timeout=-1,
            websocket_max_frame_size=MAX_INCOMING_BYTES,
            verbosity=0,
        )
        # Keeps the garbage collector from scanning the loaded modules, which would pause every table.
        gc.collect()
        gc.freeze()
        # Rarely: most of what a move makes is gone without it.
        gc.set_threshold(20_000, 20, 20)
        bound_bodies()
        bound_messages()
        server.run()
        stop.set()
        for thread in threads:
            thread.join(SHUTDOWN_SECONDS)
        # A view still running waits for the stopped loop, and Python would wait for its thread. Commits are safe.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0 if server.listening_addresses else 1)
