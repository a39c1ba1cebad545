"""Health checks: /healthz says that the process runs, /readyz what works."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse

from tabletop import clock, timebase

AsgiApp = Callable[[Any, Any, Any], Awaitable[None]]

log = logging.getLogger(__name__)


def with_healthz(app: AsgiApp) -> AsgiApp:
    """Answers /healthz on the event loop, where threads that wait for the database cannot delay it."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/healthz":
            headers = [(b"content-type", b"application/json")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": b'{"ok": true}'})
        else:
            await app(scope, receive, send)

    return answer


class ReadyzMiddleware:
    """Before all that looks at the host: a load balancer asks by address, over plain HTTP."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return readyz() if request.path_info == "/readyz" else self.get_response(request)


def readyz() -> JsonResponse:
    """Answers 503 without a database; without channel layer or clock play goes on, slower."""
    checks = {
        "database": _passes(_check_database),
        "channel_layer": _passes(_check_channel_layer),
        "clock": _passes(_check_clock),
    }
    return JsonResponse({"ok": all(checks.values()), **checks}, status=200 if checks["database"] else 503)


def _passes(check: Callable[[], None]) -> bool:
    try:
        check()
    except Exception as error:
        # One line: right after a start the clock has not beaten yet, and nothing is wrong.
        log.warning("not ready: %s", str(error).strip() or type(error).__name__)
        return False
    return True


def _check_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _check_channel_layer() -> None:
    async_to_sync(get_channel_layer().group_send)("health", {"type": "health"})


def _check_clock() -> None:
    if not clock.is_running(now=timebase.now()):
        raise RuntimeError("no clock is running; start one with manage.py clock")
