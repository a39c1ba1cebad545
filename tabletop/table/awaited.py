"""Whom a running game waits for."""

from tabletop.table.plug import GamePlug
from tabletop.table.state import Table


def awaited(plug: GamePlug, table: Table) -> tuple[int, ...]:
    """The places of the people who have to act."""
    if table.game is None or table.abandoned:
        return ()
    keys = set(plug.game_rules.players_to_act(table.game))
    return tuple(
        place for place, info in enumerate(table.seats) if info.bot_level is None and plug.key(table, place) in keys
    )
