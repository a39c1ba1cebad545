"""What a batch writes is what the ORM would write, column by column, over random games."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import time_machine
from django.db import transaction

from cambio import services as cambio
from cambio.plug import table as cambio_table
from cambio.services import engine as cambio_engine
from imperial import services as imperial
from tabletop import play
from tabletop.accounts.models import User
from tabletop.engine import Move
from tabletop.table import Choices
from tabletop.tables.models import PlayerType
from tests.cambio import kit as cambio_kit
from tests.imperial import kit as imperial_kit
from tests.kernel.random_duel import play_by_chance
from tests.kit.bulk import bulk
from tests.kit.compared_batch import ComparedBatch, compare_batches
from tests.tinygame import services as duels
from tests.tinygame.models import DuelGame, DuelSeat

pytestmark = pytest.mark.django_db
START = cambio_kit.START


@pytest.fixture(autouse=True)
def _compared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    compare_batches(monkeypatch)
    before = ComparedBatch.sent
    with time_machine.travel(START, tick=False):
        yield
    assert ComparedBatch.sent > before


@pytest.mark.parametrize("number", range(bulk(20, least=3)))
def test_games_of_cambio(number: int) -> None:
    chance, now = Random(number), START
    persons = cambio_kit.people(3)
    game_id = cambio_kit.lobby_of(persons, bots=["hard"], takeover=bool(number % 2))
    # The seats after it move up.
    cambio_kit.act(game_id, 1, "leave")
    cambio_kit.act(game_id, 0, "start", now=now)
    while not cambio_table.is_over(cambio_kit.state_of(game_id)):
        now += chance.choice([0.5, 1, 2, 7])
        state = cambio_kit.settle_at(game_id, now).state
        if cambio_table.is_over(state):
            break
        if chance.random() < 0.05:
            came_or_went = {"type": chance.choice(["left", "arrived"])}
            play.submit(cambio_engine, game_id, Move(seat=chance.randrange(3), action=came_or_went), now=now)
            continue
        seat, action = cambio_kit.random_action(state, chance, now=now)
        if state.seats[seat].bot_level is None:
            cambio.act(game_id=game_id, seat=seat, action=action, key=f"{now}", now=now)


@pytest.mark.parametrize("number", range(bulk(20, least=3)))
def test_games_of_imperial(number: int) -> None:
    chance, now = Random(number), imperial_kit.START
    persons = imperial_kit.people(4)
    game_id = imperial_kit.lobby_of(persons)
    imperial_kit.act(game_id, "Mara", "leave")
    imperial_kit.act(game_id, "Juno", "start")
    for _action in range(60):
        now += chance.choice([0.5, 2, 40])
        receipt = imperial_kit.settle_at(game_id, now)
        if imperial.engine.rules.is_over(receipt.state):
            break
        seat_id, action = imperial_kit.random_action(receipt.state, chance, now=now)
        receipt = imperial.act(game_id=game_id, seat=seat_id, action=action, now=now)
        if receipt.state.game.undo == seat_id and chance.random() < 0.3:
            imperial.undo(game_id=game_id, seat=seat_id, now=now)


@pytest.mark.parametrize("number", range(bulk(40, least=4)))
def test_duels(number: int) -> None:
    people = [User.objects.create(display_name=name, is_guest=True) for name in ("Juno", "Mara", "Nils")]
    entry = duels.tables.create_table(person=people[0], choices=Choices(takeover=number % 2 == 0))
    duels.tables.join_table(game_id=entry.game_id, person=people[1])
    duels.tables.act(game_id=entry.game_id, seat=0, action={"type": "leave"})
    duels.tables.join_table(game_id=entry.game_id, person=people[2])
    duels.tables.act(game_id=entry.game_id, seat=0, action={"type": "start"}, now=START)
    for _receipt in play_by_chance(entry.game_id, Random(number), now=START):
        pass


ODD: list[dict[str, Any]] = [
    {"hand": {"b": 1.0, "a": [None, True, 10**20, "\u2660 \"'%s"]}, "away_since": 1e-7},
    {"hand": "text", "away_since": 7, "display_name": "50% 'off' \\ \u00fc\U0001f0a1"},
    {"hand": 0, "away_since": 0.1 + 0.2, "place": True, "type": PlayerType.BOT},
    {"hand": False, "away_since": "1.5", "place": "3", "bot_level": ""},
]


@pytest.mark.parametrize("columns", ODD)
def test_values_of_other_types_than_the_usual_come_out_as_the_orm_writes_them(columns: dict[str, Any]) -> None:
    game = DuelGame.objects.create(room_code="ABCDEF", max_players=2)
    with transaction.atomic():
        batch = ComparedBatch()
        every = {"place": 0, "type": "human", "display_name": "Juno", "handovers": []} | columns
        rows = [("0" * 31 + "1", str(game.pk), *every.values())]
        batch.insert(DuelSeat, ("id", "game_id", *every), rows)
        batch.update(DuelSeat, columns, ("game_id", "=", game.pk))
        batch.upsert(DuelSeat, ("id", "game_id", *every), rows, update=tuple(columns))
        batch.guard(DuelGame, {"seq": 1}, ("id", "=", str(game.pk)), ("seq", "=", 0))
        batch.send()
