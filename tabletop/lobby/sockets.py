from django.urls import path

from tabletop.lobby.consumers import LobbyConsumer

websocket_urlpatterns = [path("lobby/live/", LobbyConsumer.as_asgi())]
