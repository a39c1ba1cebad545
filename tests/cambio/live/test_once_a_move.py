"""What all seats see alike is computed once a move, however many pages show it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from cambio.pages import loading
from tests.cambio.kit import act, dealt, people
from tests.kit.calls import note_calls
from tests.live.conftest import seq_in

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]


async def test_the_public_view_is_built_once_for_all_pages(
    open_socket: OpenSocket, monkeypatch: pytest.MonkeyPatch
) -> None:
    persons = await sync_to_async(people)(4)
    game_id = await sync_to_async(dealt)(persons)
    for seat in range(4):
        await sync_to_async(act)(game_id, seat, "confirm_initial_view")
    sockets = [(await open_socket(f"/cambio/{game_id}/live/", person))[0] for person in (*persons, *persons)]
    for socket in sockets:
        await socket.receive_from()
    built = note_calls(monkeypatch, loading, "to_public_view")
    for do in ("draw:deck", "swap:0"):
        number = len(built)
        message = {"type": "move", "to": "act/", "fields": {"do": [do]}, "key": do.replace(":", "-")}
        await sockets[0].send_to(text_data=json.dumps(message))
        frames = [await socket.receive_from() for socket in sockets]
        assert len({seq_in(frame) for frame in frames}) == 1
        assert len(built) == number + 1
