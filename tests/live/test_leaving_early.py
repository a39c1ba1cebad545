"""Somebody who clicks on before the page's socket has told anything."""

from typing import Any

import pytest
from autobahn.exception import Disconnected
from channels.testing import WebsocketCommunicator

from tabletop.accounts.models import User
from tabletop.live import hub
from tests.live.conftest import headers_for
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db(transaction=True)


async def test_whoever_is_gone_before_the_page_is_sent_is_no_trouble(duel: DuelGame, people: list[User]) -> None:
    from tabletop.asgi import application

    headers = await headers_for(people[0])
    scope = WebsocketCommunicator(application, f"/duel/{duel.pk}/live/", headers=headers).scope

    async def connects() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def is_gone(message: dict[str, Any]) -> None:
        # What Daphne says when the browser has closed the connection.
        if message["type"] == "websocket.send":
            raise Disconnected("Attempt to send on a closed protocol")

    await application(scope, connects, is_gone)
    assert hub.get_hub().seats(f"duel:{duel.pk}") == []
