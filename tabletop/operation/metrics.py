"""`/metrics`: the counts of this process, for Prometheus alone."""

import logging
import sys
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from django.conf import settings
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tabletop.limits import client_address, read_address
from tabletop.operation import counts, gauges

PATH = "/metrics"

log = logging.getLogger(__name__)


class MetricsMiddleware:
    """Before all that looks at the host: Prometheus asks each process by its address, over plain HTTP."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info != PATH:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD") or not may_read(request):
            return HttpResponse(status=404)
        return HttpResponse(read_metrics(), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


def may_read(request: HttpRequest) -> bool:
    """Whether the visitor, not the proxy in between, has one of METRICS_ADDRESSES."""
    return is_listed(client_address(request))


def is_listed(visitor: str) -> bool:
    address = read_address(visitor)
    return address is not None and any(address in network for network in settings.METRICS_ADDRESSES)


def read_metrics() -> bytes:
    return generate_latest(counts.registry) + generate_latest(gauges.registry)


# --- of a process without pages ---------------------------------------------------------------------------------------

READER_SECONDS = 5.0
"""After which a reader who says or takes nothing is let go: one is served at a time."""


class _Teller(BaseHTTPRequestHandler):
    timeout = READER_SECONDS
    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        if self.path.partition("?")[0] != PATH or not is_listed(self.client_address[0]):
            self._answer(404, b"")
            return
        close_old_connections()
        self._answer(200, read_metrics())

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response_only(status)
        self.send_header("Content-Type", CONTENT_TYPE_LATEST)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_given: Any) -> None:
        """Nothing: Prometheus asks four times a minute."""


class _Listener(HTTPServer):
    def handle_error(self, *_given: Any) -> None:
        """Says nothing of a reader that went away, which is no error of ours."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            log.exception("the counts could not be told")


def serve_metrics(host: str, port: int) -> int:
    """Tells the same as `/metrics` of a server, from a thread of its own; returns the port, which is new for 0."""
    listener = _Listener((host, port), _Teller)
    threading.Thread(target=listener.serve_forever, name="metrics", daemon=True).start()
    return listener.server_port
