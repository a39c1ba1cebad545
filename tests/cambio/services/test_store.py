"""The tables and the state are the same thing in two forms."""

import random

import pytest

from cambio import services, store, table
from tests.cambio.kit import START, dealt, people, random_action, settle_at, state_of


@pytest.mark.django_db
@pytest.mark.parametrize("number", range(4))
def test_what_is_saved_is_loaded_after_every_action_of_random_games(number: int) -> None:
    chance = random.Random(number)
    humans = 2 + number % 3
    bots = ["hard", "medium"][: min(number, 4 - humans)]
    game_id = dealt(people(humans), bots=bots, takeover=bool(number % 2))
    now = START
    for _step in range(400):
        state = state_of(game_id)
        if table.is_over(state):
            break
        now += chance.choice([0.5, 1, 2, 7])
        if chance.random() < 0.05:
            seat, action = chance.randrange(humans), {"type": chance.choice(["disconnected", "reconnected"])}
            receipt = services.transact(
                services.engine, game_id, actor=seat, payload=action, step=services._apply(seat, action), now=now
            )
        else:
            settled = settle_at(game_id, now)
            assert store.load(game_id).state == settled.state
            if table.is_over(settled.state):
                break
            seat, action = random_action(settled.state, chance, now=now)
            if settled.state.seats[seat].bot_level:
                continue
            receipt = services.act(game_id=game_id, seat=seat, action=action, now=now)
        assert store.load(game_id).state == receipt.state
    assert table.is_over(state_of(game_id))
