from django.urls import path

from cambio.consumers import PageConsumer, ProgramConsumer

websocket_urlpatterns = [
    path("<uuid:game_id>/live/", PageConsumer.as_asgi()),
    path("ws/game/<uuid:game_id>/", ProgramConsumer.as_asgi()),
]
