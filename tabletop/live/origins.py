"""Only our own pages open a socket: browsers let the page of any site try, and send our cookies along.

Channels compares the host of the origin alone. Another port or plain HTTP on the same host may be somebody else's.
"""

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SameOrigin:
    """Refuses sockets whose page is not of the scheme, host and port that they ask for."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        application = self.application if _is_own(scope) else WebsocketDenier()
        await application(scope, receive, send)


def _is_own(scope: dict[str, Any]) -> bool:
    headers = {name: value.decode("latin-1").lower() for name, value in scope["headers"]}
    host, origin = headers.get(b"host", ""), headers.get(b"origin", "")
    is_secure = scope.get("scheme") == "wss"
    if settings.BEHIND_PROXY:
        is_secure = headers.get(b"x-forwarded-proto") == "https"
    own = f"{'https' if is_secure else 'http'}://{host}"
    known = validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
    return known and origin in (own, *settings.CSRF_TRUSTED_ORIGINS)
