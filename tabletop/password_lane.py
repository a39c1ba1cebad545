"""Requests that hash a password have threads of their own: however many come, pages are answered as ever.

A hash takes as long as a hundred pages, on purpose. One thread serves strangers, one those whose browser has logged in
before (`tabletop.accounts.known_devices`), and only a few wait for each, two of them from one network. The others are
told at once to come again.
"""

from collections import Counter
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from django.http import parse_cookie
from django.template.loader import render_to_string

from tabletop.accounts.known_devices import is_note, note_in
from tabletop.error_codes import CODES
from tabletop.limits import network_of, scope_address
from tabletop.operation.access import note_refused
from tabletop.response_headers import PERMISSIONS_POLICY

AsgiApp = Callable[[Any, Any, Any], Awaitable[None]]

MOST_WAITING = 8
MOST_OF_NETWORK = 2
RETRY_SECONDS = 3
HASHING = (
    *("/account/login/", "/account/sign-up/", "/account/confirm/", "/account/e-mail/", "/account/password/"),
    *("/account/reset/", "/account/delete/", "/admin/accounts/user/"),
)
"""Where a POST may hash a password."""


def may_hash(method: str, path: str) -> bool:
    # Django takes a method for the same however it is written.
    return method.upper() == "POST" and path.startswith(HASHING)


class PasswordLane:
    """An ASGI application: `pages` answers, but for requests that may hash; those have a lane."""

    def __init__(self, pages: AsgiApp, *, strangers: AsgiApp, known: AsgiApp) -> None:
        self.pages = pages
        self.strangers, self.known = _Lane(strangers), _Lane(known)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not may_hash(scope["method"], scope["path"]):
            await self.pages(scope, receive, send)
            return
        lane = self.known if is_note(_note(scope)) else self.strangers
        network = network_of(scope_address(scope))
        if lane.has_room_for(network):
            await lane.answer(network, scope, receive, send)
        else:
            note_refused(method="POST", path=scope["path"], status=CODES["busy"].status, address=scope_address(scope))
            await _refuse(send)


class _Lane:
    def __init__(self, app: AsgiApp) -> None:
        self.app = app
        self.waiting = Counter[str]()
        """By their networks."""

    def has_room_for(self, network: str) -> bool:
        return self.waiting.total() < MOST_WAITING and self.waiting[network] < MOST_OF_NETWORK

    async def answer(self, network: str, scope: Any, receive: Any, send: Any) -> None:
        self.waiting[network] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.waiting[network] -= 1
            if not self.waiting[network]:
                del self.waiting[network]


def _note(scope: Any) -> str:
    headers = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return note_in(parse_cookie(headers.decode("latin-1")))


@cache
def _full_page() -> bytes:
    return render_to_string("errors/busy.html", {"busy": CODES["busy"]}).encode()


async def _refuse(send: Any) -> None:
    """Answers on the event loop: a flood must not cost the threads of the pages anything."""
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-security-policy", b"default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'"),
        (b"x-content-type-options", b"nosniff"),
        (b"permissions-policy", PERMISSIONS_POLICY.encode()),
        (b"cache-control", b"no-store"),
        (b"retry-after", str(RETRY_SECONDS).encode()),
    ]
    await send({"type": "http.response.start", "status": CODES["busy"].status, "headers": headers})
    await send({"type": "http.response.body", "body": _full_page()})
