"""A person whose page is open while a bot plays the seat: the socket cannot move for it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async

from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.pages.visits import put

pytestmark = pytest.mark.django_db(transaction=True)
PROPOSAL = {"type": ["propose"], "spot": ["Taxation"]}


async def test_a_socket_cannot_move_for_a_seat_that_a_bot_plays_until_it_is_taken_back(
    open_socket: Callable[..., Any],
) -> None:
    with time_machine.travel(kit.START, tick=False):
        people: list[User] = await sync_to_async(kit.people)(3)
        game_id = await sync_to_async(kit.begun)(people)
        await sync_to_async(put)(game_id)
        socket, _accepted, _code = await open_socket(f"/imperial/{game_id}/live/", people[0])
        await socket.receive_from()

        async def propose(key: str) -> str:
            told = {"type": "move", "to": "act/", "fields": PROPOSAL, "key": key}
            await socket.send_to(text_data=json.dumps(told))
            answer = ""
            while f'data-key="{key}"' not in answer:
                answer = await socket.receive_from()
            return answer

        await sync_to_async(kit.act)(game_id, "Juno", "hand_to_bot")
        assert 'value="take_back"' in await socket.receive_from()
        before = await sync_to_async(kit.rows_of)(game_id)
        assert "A bot plays this seat." in await propose("k1")
        assert await sync_to_async(kit.rows_of)(game_id) == before
        await sync_to_async(kit.act)(game_id, "Juno", "take_back")
        assert 'value="hand_to_bot"' in await socket.receive_from()
        assert "toast" not in await propose("k2")
