"""Duels in which everything happens that can happen at a table, by chance."""

from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import UUID

from tabletop import play
from tabletop.engine import Move, Receipt
from tabletop.live.presence import ARRIVED, LEFT
from tabletop.rules import Json, RuleViolation
from tabletop.table import Table
from tests.tinygame import store
from tests.tinygame.plug import table
from tests.tinygame.services import engine

PAUSES = (0.5, 0.5, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 5.0, 5.0, 40.0, 70.0)
"""Seconds: shorter and longer than a bot's pause, a turn and the absence after which a bot takes over."""
MOST_STEPS = 150
AT_ANY_TIME: tuple[Json, ...] = (
    play.UNDO,
    LEFT,
    ARRIVED,
    {"type": "hand_to_bot", "level": "high"},
    {"type": "take_back"},
    {"type": "leave"},
)


def play_by_chance(game_id: UUID, chance: Random, *, now: float) -> Iterator[Receipt]:
    """What came of each accepted action, until the game is over; the clock acts between the players."""
    for _step in range(MOST_STEPS):
        state: Table = store.load(game_id).state
        if table.is_over(state):
            return
        now += chance.choice(PAUSES)
        seat = chance.choice((0, 1, None))
        try:
            if seat is None:
                yield play.settle(engine, game_id, now=now)
            else:
                yield play.submit(
                    engine, game_id, Move(seat=seat, action=_action(state, seat, chance, now=now)), now=now
                )
        except RuleViolation:
            continue
    raise AssertionError("A duel does not last that long.")


def _action(state: Table, seat: int, chance: Random, *, now: float) -> Json:
    menu: list[Any] = [table.action_to_json(action) for action in table.legal_actions(state, seat, now=now)]
    chosen: Json = chance.choice(menu if menu and chance.random() < 0.4 else AT_ANY_TIME)
    return chosen
