"""What one viewer may know of a table (rules 14)."""

from imperial import rules
from imperial.rules.state_json import SETUP_PATH
from imperial.table.engine import players_to_act, result
from imperial.table.state import Table
from tabletop.rules import Json, Seat


def view(table: Table, seat: Seat | None, *, now: float) -> Json:
    """Everything this seat may see; None, or somebody without a seat, is a spectator."""
    own = table.seat_of(seat)
    me = None if own is None else own.name
    game = {"mode": "waiting", "playerInfo": {}, "countryInfo": {}, "history": []}
    return (game if table.game is None else rules.view(table.game, me)) | {
        "me": me,
        "seats": [
            {"name": info.name, "type": info.type, "bot": info.bot, "isHost": info.name == table.host}
            for info in table.seats
        ],
        "maxPlayers": table.max_players,
        "isOpen": table.is_open,
        "isHost": me is not None and me == table.host,
        "clock": table.clock and {"increment": table.clock.increment, "banked": table.clock.banked},
        "setup": SETUP_PATH + table.board.name,
        "playersToAct": list(players_to_act(table)),
        "canUndo": me is not None and table.game is not None and table.game.undo == me,
        "result": result(table),
    }
