from django.urls import path

from tabletop.live.table_consumer import TableConsumer
from tests.tinygame.pages import page


class DuelConsumer(TableConsumer):
    page = page


websocket_urlpatterns = [path("<uuid:game_id>/live/", DuelConsumer.as_asgi())]
