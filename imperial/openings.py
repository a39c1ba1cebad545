"""What a table was made from; together with the seed and the log it gives the table as it stands."""

import msgspec

from imperial import rules
from imperial.plug import Clock, Settings, table
from tabletop.rules import Json
from tabletop.table import SeatInfo, Table


def opened_table(opening: Json, *, setup: str) -> Table:
    """The table before its first action."""
    if "imported" in opening:
        return _imported(rules.from_json(msgspec.json.decode(opening["imported"])), setup=setup)
    clock = None if opening["clock"] is None else msgspec.convert(opening["clock"], Clock)
    return table.new_table(
        seat_id=opening["seatId"],
        max_players=opening["maxPlayers"],
        is_open=opening["isOpen"],
        settings=Settings(setup=setup, clock=clock),
    )


def _imported(game: rules.State, *, setup: str) -> Table:
    timer = game.timer
    clock = Clock(increment=timer.increment, banked=timer.banked) if timer.timed else None
    seats = tuple(SeatInfo(seat_id=seat_id) for seat_id in game.player_info)
    return Table(
        max_players=len(seats),
        seats=seats,
        host=seats[0].seat_id,
        is_open=False,
        settings=Settings(setup=setup, clock=clock),
        game=game,
    )
