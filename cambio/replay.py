from cambio.models import GameSession
from cambio.services import build_table, engine
from tabletop import replay


def verify(row: GameSession) -> None:
    """Raises BrokenLog unless the replayed table is the stored one."""
    replay.verify(engine, row, lambda: replay.replay(engine, row, build_table(row.opening)))
