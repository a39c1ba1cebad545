"""What a process keeps of a table between two moves is what it would load (see tests/kernel/test_known.py)."""

import random
from typing import Any
from uuid import UUID

import msgspec
import pytest

from cambio import services, store
from cambio.models import GameSession
from cambio.plug import table
from cambio.services import engine
from tabletop import known
from tabletop.engine import Loaded
from tabletop.live.announce import unwatch, watch
from tests.cambio.kit import START, dealt, people, random_action, settle_at

pytestmark = pytest.mark.django_db(transaction=True)


def _row(loaded: Loaded[Any]) -> Any:
    row = loaded.row
    assert isinstance(row, GameSession)
    columns = {field.attname: getattr(row, field.attname) for field in row._meta.fields}
    power = row.pending_power_turn
    names = () if power is None else ("id", "player_id", "seq", "special_power_type", "target_card_id", "metadata")
    opened = {name: getattr(power, name) for name in names}
    return msgspec.json.decode(msgspec.json.encode([columns, opened, row.card_ids]))


def _watched(game_id: UUID) -> str:
    topic = f"{engine.slug}:{game_id}"
    watch(topic)
    return topic


@pytest.mark.parametrize(("persons", "bots"), [(4, ()), (2, ("hard",))])
def test_every_move_of_a_game_is_kept_as_it_would_be_loaded(persons: int, bots: tuple[str, ...]) -> None:
    chance, now, found = random.Random(persons), START, 0
    game_id = dealt(people(persons), bots=bots, takeover=True)
    topic = _watched(game_id)
    while True:
        now += 3
        receipt: Any = settle_at(game_id, now)
        if not receipt.changed:
            seat, action = random_action(receipt.state, chance, now=now)
            receipt = services.act(game_id=game_id, seat=seat, action=action, now=now)
        loaded, entry = store.load(game_id), known._games.get(topic)
        if table.is_over(loaded.state):
            assert entry is None
            break
        assert entry is not None
        assert _row(entry) == _row(loaded)
        assert (entry.state, entry.sitters) == (loaded.state, loaded.sitters)
        found += 1
    unwatch(topic)
    assert found > 10
