"""A move made in this process is shown without reading it again: just as if it had been read."""

import random
from uuid import UUID

import pytest

from cambio import services
from cambio.pages.loading import LoadedPage, loader
from cambio.pages.table import page
from cambio.plug import table
from tabletop.engine import Receipt
from tabletop.replay import follow_step
from tests.cambio.kit import START, dealt, lobby_of, people, random_action, settle_at
from tests.kernel.test_follow_steps import announced_step

pytestmark = pytest.mark.django_db


def step(game_id: UUID, chance: random.Random, *, now: float) -> Receipt:
    settled: Receipt = settle_at(game_id, now)
    if settled.changed:
        return settled
    seat, action = random_action(settled.state, chance, now=now)
    return services.act(game_id=game_id, seat=seat, action=action, now=now)


def _read(game_id: UUID) -> LoadedPage:
    loaded = page.read(game_id)
    assert isinstance(loaded, LoadedPage)
    return loaded


@pytest.mark.parametrize(("persons", "bots"), [(4, ()), (2, ("medium",))])
def test_every_move_of_a_game_is_shown_as_if_it_had_been_read(persons: int, bots: tuple[str, ...]) -> None:
    chance, now, followed = random.Random(persons), START, 0
    game_id = dealt(people(persons), bots=bots, takeover=True)
    known = _read(game_id)
    while not table.is_over(known.state):
        now += 3
        receipt = step(game_id, chance, now=now)
        after, before = loader.follow(known, receipt), known
        known = _read(game_id)
        if after is None:
            assert table.is_over(receipt.state)
            break
        assert (after.row.seq, after.state, after.sitters) == (known.row.seq, known.state, known.sitters)
        assert after.log == known.log
        for seat in range(persons + len(bots)):
            assert page.contexts(after, seat) == page.contexts(known, seat)
        told = follow_step(services.engine, before, announced_step(services.engine, known))
        assert told is not None
        there = loader.follow(before, told)
        assert there is not None
        assert (there.row.seq, there.state, there.sitters) == (known.row.seq, known.state, known.sitters)
        assert there.log == known.log
        followed += 1
    assert followed > 10


def test_the_waiting_room_is_read() -> None:
    persons = people(2)
    game_id = lobby_of(persons)
    known = page.read(game_id)
    receipt = services.act(game_id=game_id, seat=0, action={"type": "start"}, now=START)
    assert loader.follow(known, receipt) is None
