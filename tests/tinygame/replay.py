"""Opening, seed and log give the stored state: how the fault tests know that nothing was lost."""

from typing import Any

from tabletop import replay
from tabletop.engine import Engine
from tabletop.models import ActionRow
from tabletop.play import UNDO
from tabletop.rules import Shuffle, Step
from tabletop.table import Table
from tests.tinygame.models import DuelGame
from tests.tinygame.plug import table
from tests.tinygame.services import build_table, engine


def verify(row: DuelGame) -> None:
    """Raises BrokenLog unless the replayed table is the stored one."""
    played: list[Table] = []

    def step(engine: Engine, before: Table, entry: ActionRow, shuffle: Shuffle) -> Step[Any]:
        if entry.payload == UNDO:
            return table.undo(before, entry.actor, played[-1].game, now=entry.at)
        after, events = replay.repeat_step(engine, before, entry, shuffle)
        if before.game is not None and after.game.plays > before.game.plays:
            played.append(before)
        return after, events

    replay.verify(engine, row, lambda: replay.replay(engine, row, build_table(row.opening), step=step))
