"""Games pressed button by button: what is legal is made as it was pressed, what is not changes nothing."""

import random
import time
from uuid import UUID

import pytest

from cambio import store
from cambio.models import GameSession
from cambio.replay import verify
from cambio.services import engine
from tabletop.rules import Json
from tests.cambio.kit import dealt, people, random_action, rows_of, seats_to_act, state_of
from tests.cambio.live.presses import button
from tests.cambio.pages.visits import client_of, press
from tests.kit.roads import both_roads

pytestmark = pytest.mark.django_db
PRESSES = 60
"""Fewer than a person may make at once."""


def logged_since(game_id: UUID, seq: int) -> list[tuple[int | None, Json]]:
    """Who did what, without coming and going: on one of the roads each press opens a page of its own."""
    log = store.actions.objects.filter(game=game_id, seq__gt=seq).order_by("seq").values_list("actor", "payload")
    return [(actor, payload) for actor, payload in log if payload["type"] not in ("arrived", "left")]


@both_roads
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_is_pressed_is_logged_and_nothing_else_is(seed: int) -> None:
    persons, chance = people(2), random.Random(seed)
    game_id = dealt(persons, now=time.time())
    dealt_at, clients = store.load(game_id).row.seq, [client_of(person) for person in persons]
    pressed: list[tuple[int, Json]] = []
    while len(pressed) < PRESSES and not engine.rules.is_over(state_of(game_id)):
        state = state_of(game_id)
        seat, action = random_action(state, chance, now=time.time())
        if seats_to_act(state) == [seat]:
            before = rows_of(game_id)
            status, told = press(clients[1 - seat], game_id, **button(action))
            # What somebody has put away already may be put away again.
            assert status == 409 or action["type"] in ("confirm_initial_view", "dismiss_reveal"), told
            assert rows_of(game_id) == before
        assert press(clients[seat], game_id, **button(action))[0] == 200
        pressed.append((seat, action))
    assert logged_since(game_id, dealt_at) == pressed
    verify(GameSession.objects.get(pk=game_id))
