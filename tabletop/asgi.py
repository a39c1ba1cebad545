"""The ASGI application: plain sync Django for HTTP, Channels for sockets.

Views run on a few threads inside the process: that takes half the CPU of Django's ASGI handler, and each keeps its
connection to the database.
"""

import os
from importlib import import_module
from typing import Any, cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tabletop.settings")

import django

django.setup()

from a2wsgi import WSGIMiddleware
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import path

from tabletop.database import ClosedDuringOutage
from tabletop.games import all_games
from tabletop.health import with_healthz
from tabletop.live.consumers import NoSuchSocket
from tabletop.live.old_cookies import OldSessionCookie
from tabletop.live.origins import SameOrigin
from tabletop.lobby.consumers import LobbyConsumer
from tabletop.operation.access import SocketLog
from tabletop.password_lane import PasswordLane

# SQLite has one writer at a time: one thread never waits for a lock. Those that hash passwords write little.
HTTP_THREADS = 1 if settings.USES_SQLITE else 4

sockets = [
    path("lobby/live/", LobbyConsumer.as_asgi()),
    *(
        path(f"{game.slug}/", URLRouter(import_module(game.sockets).websocket_urlpatterns))
        for game in all_games()
        if game.sockets
    ),
    path("<path:rest>", NoSuchSocket.as_asgi()),
]

pages = cast(Any, get_wsgi_application())


def on_threads(count: int) -> Any:
    return WSGIMiddleware(pages, workers=count)


_router = ProtocolTypeRouter(
    {
        "http": with_healthz(PasswordLane(on_threads(HTTP_THREADS), strangers=on_threads(1), known=on_threads(1))),
        "websocket": SocketLog(
            SameOrigin(ClosedDuringOutage(OldSessionCookie(AuthMiddlewareStack(URLRouter(sockets)))))
        ),
    }
)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    # Daphne takes the root path from a header that any visitor can send.
    await _router({**scope, "root_path": ""}, receive, send)
