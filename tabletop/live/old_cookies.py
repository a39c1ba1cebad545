"""Sockets of pages that were open when the cookies of the site were renamed (`tabletop.accounts.old_cookies`)."""

from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.http.cookie import parse_cookie

from tabletop.accounts.cookies import PLAIN_SESSION_COOKIE, has_new_names
from tabletop.accounts.old_cookies import old_session


class OldSessionCookie:
    """Knows a session by its old name, as pages do: a socket can set no cookie, and reconnects before a page loads."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if has_new_names():
            scope = {**scope, "headers": [await _renamed(name, value) for name, value in scope["headers"]]}
        await self.application(scope, receive, send)


async def _renamed(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    cookies = parse_cookie(value.decode("latin-1")) if name == b"cookie" else {}
    key = cookies.get(PLAIN_SESSION_COOKIE)
    if key and settings.SESSION_COOKIE_NAME not in cookies and await database_sync_to_async(old_session)(key):
        value += f"; {settings.SESSION_COOKIE_NAME}={key}".encode("latin-1")
    return name, value
