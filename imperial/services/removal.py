from uuid import UUID

from imperial import queries
from imperial.services.engine import engine
from tabletop.tables import services as tables


def remove_table(*, game_id: UUID) -> None:
    tables.remove_table(engine, queries.seats, game_id=game_id)
