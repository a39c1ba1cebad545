"""How much a move brings to the page of one viewer: bytes of the socket's messages over a whole game of four."""

import random
import re
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from cambio import services
from cambio.plug import table
from tabletop.engine import Receipt
from tests.cambio.kit import START, people, random_action, settle_at
from tests.cambio.numbers.known import dealt_alike
from tests.live.conftest import seq_in

pytestmark = pytest.mark.django_db(transaction=True)

TYPICAL_BYTES = 1200
LARGE_BYTES = 3000
HASHED_NAME_BYTES = 13
"""On a served site the name of a picture is longer by its fingerprint."""
CALL_AFTER = 50


def step(game_id: Any, chance: random.Random, *, now: float, call: bool) -> Receipt:
    settled: Receipt = settle_at(game_id, now)
    if settled.changed:
        return settled
    seat, action = random_action(settled.state, chance, now=now)
    while (action["type"] == "call_cambio") and not call:
        seat, action = random_action(settled.state, chance, now=now)
    return services.act(game_id=game_id, seat=seat, action=action, now=now)


async def test_a_typical_update_is_small_and_adds_every_line_of_the_log_once(open_socket: Callable[..., Any]) -> None:
    persons = await sync_to_async(people)(4)
    game_id = await sync_to_async(dealt_alike)(persons)
    sockets = [(await open_socket(f"/cambio/{game_id}/live/", person))[0] for person in persons]
    logs = [re.findall(r'id="log-[\d-]+"', await socket.receive_from()) for socket in sockets]
    chance, now, sizes, moves = random.Random(1), START, [], 0
    over = False
    while not over:
        now, moves = now + 2, moves + 1
        receipt = await sync_to_async(step)(game_id, chance, now=now, call=moves > CALL_AFTER)
        over = table.is_over(receipt.state)
        for socket, log in zip(sockets, logs, strict=True):
            update = await socket.receive_from()
            while seq_in(update) < receipt.seq:
                update = await socket.receive_from()
            sizes.append(len(update.encode()) + HASHED_NAME_BYTES * update.count(".svg#"))
            log[:0] = re.findall(r'id="log-[\d-]+"', update)
    assert len(sizes) > 4 * CALL_AFTER
    assert median(sizes) < TYPICAL_BYTES
    # What is larger: a turn that passes to the viewer, a dialog that opens, the result.
    assert sorted(sizes)[int(len(sizes) * 0.95)] < LARGE_BYTES
    for log in logs:
        assert len(log) == len(set(log)) > CALL_AFTER
        assert log == sorted(log, key=lambda line: [-int(line.split("-")[1]), line])
