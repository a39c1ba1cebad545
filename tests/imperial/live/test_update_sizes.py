"""How much a move brings to the page of one viewer: bytes of the frames that four seats and a spectator are sent."""

import random
from collections.abc import Callable
from statistics import median
from typing import Any
from uuid import UUID

import pytest
from asgiref.sync import sync_to_async

from imperial import services
from imperial.models import Game
from tabletop.accounts.models import User
from tabletop.engine import Receipt
from tests.imperial import kit
from tests.live.conftest import seq_in

pytestmark = pytest.mark.django_db(transaction=True)

ACTIONS = 80
TYPICAL_BYTES, LARGE_BYTES, MOST_BYTES = 12 * 1024, 24 * 1024, 32 * 1024
"""Not compressed: a socket sends them so."""


def begun_alike() -> tuple[list[User], UUID]:
    persons = kit.people(4)
    game_id = kit.lobby_of(persons)
    Game.objects.filter(pk=game_id).update(shuffle_seed=bytes(32))
    kit.act(game_id, persons[0].display_name, "start")
    return persons, game_id


def step(game_id: UUID, chance: random.Random, *, now: float) -> Receipt:
    seat, action = kit.random_action(kit.state_of(game_id), chance, now=now)
    return services.act(game_id=game_id, seat=seat, action=action, now=now)


async def test_the_frames_of_a_move_are_small(open_socket: Callable[..., Any]) -> None:
    persons, game_id = await sync_to_async(begun_alike)()
    eve = await User.objects.acreate(display_name="Eve", is_guest=True)
    sockets = [(await open_socket(f"/imperial/{game_id}/live/", person))[0] for person in (*persons, eve)]
    for socket in sockets:
        await socket.receive_from()
    chance, sizes = random.Random(4), list[int]()
    for number in range(ACTIONS):
        receipt = await sync_to_async(step)(game_id, chance, now=kit.START + number)
        for socket in sockets:
            frames = [await socket.receive_from()]
            while seq_in(frames[-1]) < receipt.seq:
                frames.append(await socket.receive_from())
            sizes.append(sum(len(frame.encode()) for frame in frames))
    assert len(sizes) == 5 * ACTIONS
    assert median(sizes) < TYPICAL_BYTES
    assert sorted(sizes)[int(len(sizes) * 0.95)] < LARGE_BYTES
    assert max(sizes) < MOST_BYTES
