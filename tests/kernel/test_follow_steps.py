"""A step that another process tells leads to what the rows say: in whole games by chance."""

import time
from random import Random
from typing import Any

import msgspec
import pytest

from tabletop.engine import AnnouncedStep, Engine, Loaded, fingerprint
from tabletop.replay import follow_step
from tests.kernel.random_duel import play_by_chance
from tests.tinygame import store
from tests.tinygame.models import DuelGame
from tests.tinygame.services import engine

pytestmark = pytest.mark.django_db


def announced_step(engine: Engine, loaded: Loaded[Any]) -> AnnouncedStep:
    """The newest entry of the log, as it arrives at another process."""
    entry = engine.store.actions._default_manager.get(game=loaded.row.pk, seq=loaded.row.seq)
    told = {"seq": entry.seq, "actor": entry.actor, "payload": entry.payload, "at": entry.at}
    return msgspec.convert(told | {"version": engine.version, "fingerprint": fingerprint(loaded)}, AnnouncedStep)


@pytest.mark.parametrize("seed", range(6))
def test_every_step_of_a_duel_can_be_followed(duel: DuelGame, seed: int) -> None:
    known, followed = store.load(duel.pk), 0
    for receipt in play_by_chance(duel.pk, Random(seed), now=time.time()):
        after = store.load(duel.pk)
        if not receipt.changed:
            continue
        told = follow_step(engine, known, announced_step(engine, after))
        known = after
        if told is not None:
            followed += 1
            assert (told.seq, told.state) == (after.row.seq, after.state)
            assert msgspec.json.encode(told.events) == msgspec.json.encode(receipt.events)
            assert told.happened == receipt.happened
    assert followed > 3
