from django.urls import path

from deckbuilder.consumers import SharedOrderConsumer

websocket_urlpatterns = [path("shared/<slug:token>/live/", SharedOrderConsumer.as_asgi())]
