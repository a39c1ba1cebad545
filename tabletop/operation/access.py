"""The access log: one line for each request, and one for each socket that opens, closes or is refused.

A line names the route, and the path only where it is the same for everybody: addresses hold codes of tables and tokens,
and a mistyped one may hold anything. No line has the size of an answer, which tells which cards the page of a table
shows.
"""

import logging
import uuid
from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve

from tabletop.games import all_games
from tabletop.limits import client_address, read_address, scope_address
from tabletop.operation.counts import count_request

PATHS_WITHOUT_ROUTE = ("/readyz", "/metrics")
KNOWN_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"})
FOUND = (200, 206, 304)
REFUSED, FAILED, CLOSED = 1006, 1011, 1000
"""Codes of sockets that end without one of their own."""

log = logging.getLogger("tabletop.access")


class AccessLogMiddleware:
    """Counts each answer, and logs it where ACCESS_LOG is on; static files and errors pass here too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        response = self.get_response(request)
        match = request.resolver_match or _resolve(request.path_info)
        count_request(_game_of(match), response.status_code)
        if log.isEnabledFor(logging.INFO):
            path = readable_path(request, is_file=response.status_code in FOUND)
            ms, address = round(1000 * (perf_counter() - began), 1), client_address(request)
            told = {"path": path, "status": response.status_code, "ms": ms}
            _tell(request.method or "", match, address, told)
        return response


def note_refused(*, method: str, path: str, status: int, address: str) -> None:
    """Counts and logs what is refused before it comes to Django."""
    match = _resolve(path)
    count_request(_game_of(match), status)
    if log.isEnabledFor(logging.INFO):
        told = {"path": _readable(path, match), "status": status, "ms": 0.0}
        _tell(method, match, address, told)


def _tell(method: str, match: ResolverMatch | None, address: str, told: Mapping[str, object]) -> None:
    known = method if method in KNOWN_METHODS else "OTHER"
    route = match.view_name if match else None
    log.info("request", extra={**told, "method": known, "route": route, "address": readable_address(address)})


def _resolve(path: str) -> ResolverMatch | None:
    """For a request that was answered before it came to a view."""
    try:
        return resolve(path)
    except Resolver404:
        return None


def _game_of(match: ResolverMatch | None) -> str:
    """The slug of the game that has the route; empty for the site's own."""
    slug = match.namespace if match else ""
    return slug if any(game.slug == slug for game in all_games()) else ""


def readable_path(request: HttpRequest, *, is_file: bool = False) -> str | None:
    """The path if it is the same for everybody, else the pattern of its route; None for an address that is unknown."""
    path = request.path_info
    return _readable(path, request.resolver_match or _resolve(path), is_file=is_file)


def _readable(path: str, match: ResolverMatch | None, *, is_file: bool = False) -> str | None:
    if match is not None:
        return f"/{match.route}" if match.args or match.kwargs else path
    is_known = path in PATHS_WITHOUT_ROUTE or (is_file and path.startswith(settings.STATIC_URL))
    return path if is_known else None


def readable_address(text: str) -> str:
    """Empty for what is no address: a visitor may have written it."""
    address = read_address(text)
    return "" if address is None else str(address)


# --- sockets ----------------------------------------------------------------------------------------------------------


class SocketLog:
    """Logs where a socket begins and ends, around all that may refuse it."""

    def __init__(self, application: Callable[..., Awaitable[None]]) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if log.isEnabledFor(logging.INFO):
            await _LoggedSocket(scope).run(self.application, receive, send)
        else:
            await self.application(scope, receive, send)


class _LoggedSocket:
    def __init__(self, scope: dict[str, Any]) -> None:
        address = readable_address(scope_address(scope))
        self.told = {"request_id": uuid.uuid4().hex, "address": address, "route": None}
        self.scope = {**scope, "access": self.told}
        self.began, self.opened, self.ended = perf_counter(), False, False

    async def run(self, application: Callable[..., Awaitable[None]], receive: Any, send: Any) -> None:
        async def hear() -> Any:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                self._end(message.get("code") or CLOSED)
            return message

        async def tell(message: Any) -> None:
            if message["type"] == "websocket.accept":
                self.opened = True
                log.info("socket opened", extra=self.told)
            elif message["type"] == "websocket.close":
                self._end(message.get("code") or CLOSED)
            await send(message)

        try:
            await application(self.scope, hear, tell)
        except Exception:
            self._end(FAILED)
            raise
        finally:
            # A task that is cancelled, as the server stops.
            self._end(REFUSED)

    def _end(self, code: int) -> None:
        """The first reason counts: an answer to a closing handshake follows it."""
        if not self.ended:
            self.ended = True
            ms = round(1000 * (perf_counter() - self.began), 1)
            log.info("socket closed" if self.opened else "socket refused", extra=self.told | {"code": code, "ms": ms})


def note_socket(scope: dict[str, Any], *, game: str, page: str) -> None:
    """Names the route of a socket for its lines, once the consumer knows it."""
    if told := scope.get("access"):
        told["route"] = f"{game}:{page}" if game else page
