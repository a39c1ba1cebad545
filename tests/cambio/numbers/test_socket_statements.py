"""What a move over the socket costs the database: to make it, and to show it to four seats and a watcher."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from cambio import services
from tabletop.live import hub
from tests.cambio.kit import guest, people
from tests.cambio.numbers.known import dealt_alike
from tests.kit.statements import hear_statements
from tests.live.conftest import seq_in

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 6
"""BEGIN, session, card, turn and log, COMMIT: nothing is read, neither for the person nor for the pages."""


@pytest.mark.parametrize("turn_clock", [None, 60], ids=["without a clock", "with a turn clock"])
async def test_a_move_takes_six_statements_and_four_pages_and_a_watcher_take_none(
    open_socket: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, turn_clock: int | None
) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 3600)
    persons = await sync_to_async(people)(4)
    game_id = await sync_to_async(dealt_alike)(persons, turn_clock=turn_clock)
    watcher = await sync_to_async(guest)("Eve")
    sockets = [(await open_socket(f"/cambio/{game_id}/live/", person))[0] for person in (*persons, watcher)]
    for seat in range(4):
        action = {"type": "confirm_initial_view"}
        receipt = await sync_to_async(services.act)(game_id=game_id, seat=seat, action=action, now=time.time())
    heard, seq = hear_statements(monkeypatch), receipt.seq
    for number, button in enumerate(("draw:deck", "swap:1", "draw:deck", "swap:2")):
        before = len(heard)
        fields = {"do": [button]}
        message = {"type": "move", "to": "act/", "fields": fields, "key": f"key-{number}-of-a-move", "seq": seq}
        await sockets[number // 2].send_to(text_data=json.dumps(message))
        seq += 1
        for socket in sockets:
            while seq_in(await socket.receive_from()) < seq:
                pass
        told = heard[before:]
        assert told
        # COMMIT is no statement of a cursor.
        assert len(told) + 1 <= MOST, told
        assert not [sql for sql in told if sql.startswith("SELECT")]
