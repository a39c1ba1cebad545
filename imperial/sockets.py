from django.urls import path

from imperial.consumers import PageConsumer

websocket_urlpatterns = [path("<uuid:game_id>/live/", PageConsumer.as_asgi())]
