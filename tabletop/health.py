"""What a load balancer and an operator ask: is the process up, and can the site do its work?"""

import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import connection
from django.http import HttpRequest, JsonResponse

from tabletop import clock

AsgiApp = Callable[[Any, Any, Any], Awaitable[None]]

log = logging.getLogger(__name__)


def process_is_up_or(app: AsgiApp) -> AsgiApp:
    """Answers /healthz by itself and leaves the rest to `app`: threads that wait for a database must not hold it up."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/healthz":
            headers = [(b"content-type", b"application/json")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": b'{"ok": true}'})
        else:
            await app(scope, receive, send)

    return answer


def site_is_ready(request: HttpRequest) -> JsonResponse:
    """503 without a database. Without the channel layer or a clock play goes on, slower: the site is degraded."""
    checks = {
        "database": _works(_database_answers),
        "channel_layer": _works(_channel_layer_answers),
        "clock": _works(_clock_runs),
    }
    return JsonResponse({"ok": all(checks.values()), **checks}, status=200 if checks["database"] else 503)


def _works(check: Callable[[], None]) -> bool:
    try:
        check()
    except Exception:
        log.warning("not ready", exc_info=True)
        return False
    return True


def _database_answers() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _channel_layer_answers() -> None:
    async_to_sync(get_channel_layer().group_send)("health", {"type": "health"})


def _clock_runs() -> None:
    if not clock.is_running(now=time.time()):
        raise RuntimeError("no clock has gone round lately; start one with manage.py clock")
