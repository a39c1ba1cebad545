import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.reference.settings")

from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.urls import path

from bench.reference.consumers import TableConsumer

sockets = [path("table/<int:game_id>/", TableConsumer.as_asgi())]
application = ProtocolTypeRouter(
    {"http": django_application, "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(sockets)))}
)
