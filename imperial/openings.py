"""What a table was made from; together with the seed and the log it gives the table as it stands."""

import msgspec

from imperial import rules, table
from imperial.table import Clock, SeatInfo, Table
from tabletop.rules import Json


def opened_table(opening: Json, *, setup: str) -> Table:
    """The table before its first action."""
    if "imported" in opening:
        # As text, because a database that sorts the keys would change the order of the players.
        game = rules.from_json(msgspec.json.decode(opening["imported"]))
        return _imported(game, opening["playerIds"], setup=setup)
    return table.new_table(
        player_id=opening["playerId"],
        name=opening["name"],
        max_players=opening["maxPlayers"],
        setup=setup,
        clock=None if opening["clock"] is None else msgspec.convert(opening["clock"], Clock),
        is_open=opening["isOpen"],
    )


def _imported(game: rules.State, player_ids: Json, *, setup: str) -> Table:
    timer = game.timer
    return Table(
        max_players=len(game.player_info),
        seats=tuple(SeatInfo(player_id=player_ids[name], name=name) for name in game.player_info),
        host=next(iter(game.player_info)),
        is_open=False,
        clock=Clock(increment=timer.increment, banked=timer.banked) if timer.timed else None,
        setup=setup,
        game=game,
    )
