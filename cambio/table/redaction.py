"""What one viewer may know of a table (rules 13.2)."""

from cambio import rules
from cambio.table.absence import game_of
from cambio.table.actions import StartGame
from cambio.table.bot_turns import BEFORE_ANY_DEADLINE
from cambio.table.engine import legal_actions, pass_time
from cambio.table.player_ids import with_player_ids
from cambio.table.state import SeatInfo, Table
from tabletop.rules import Json, Seat

CLOSED: Json = {
    "stage": None,
    "currentTurnPlayerId": None,
    "heldCard": None,
    "openPower": None,
    "peekExpiresAt": None,
    "availableActions": [],
}
"""At a table that was given up nobody is on turn any more."""


def view(table: Table, seat: Seat | None, *, now: float) -> Json:
    """Everything this seat may see; None, or a seat of another table, is a spectator."""
    table, _events = pass_time(table, now=now)
    viewer = seat if table.has_seat(seat) else None
    seen: Json = with_player_ids(_seen(table, viewer), [info.player_id for info in table.seats])
    players = [
        player | _known_of_seat(table, number, info)
        for number, (player, info) in enumerate(zip(seen["players"], table.seats, strict=True))
    ]
    return seen | {
        "maxPlayers": table.max_players,
        "takeover": table.takeover,
        "hostPlayerId": None if table.host is None else table.seats[table.host].player_id,
        "isHost": viewer is not None and viewer == table.host,
        "abandoned": table.abandoned,
        "players": players,
        **(CLOSED if table.abandoned else {}),
    }


def _known_of_seat(table: Table, number: int, info: SeatInfo) -> Json:
    known: Json = {"type": info.type, "botLevel": info.bot_level, "isHost": number == table.host}
    # For the rules a bot is connected; the person it plays for is not.
    return known | {"isConnected": False} if info.type == "human" and info.bot_level is not None else known


def _seen(table: Table, viewer: int | None) -> Json:
    if table.game is not None:
        return rules.view(game_of(table), viewer, now=BEFORE_ANY_DEADLINE)
    return {
        "phase": "setup",
        "stage": None,
        "currentTurnPlayerId": None,
        "cambioCallerId": None,
        "winnerId": None,
        "winnerIds": [],
        "scores": None,
        "drawPileCount": 0,
        "discardPileCount": 0,
        "discardTop": None,
        "finalRoundRemaining": None,
        "myPlayerId": viewer,
        "mySeat": viewer,
        "players": [
            {
                "playerId": seat,
                "displayName": info.display_name,
                "turnOrder": seat,
                "isConnected": info.disconnected_at is None,
                "disconnectedAt": info.disconnected_at,
                "hasViewedInitialCards": False,
                "hasTakenFinalTurn": False,
                "cards": [],
                "score": None,
            }
            for seat, info in enumerate(table.seats)
        ],
        "heldCard": None,
        "openPower": None,
        "initialViewEndsAt": None,
        "peekExpiresAt": None,
        "availableActions": _lobby_actions(table, viewer),
    }


def _lobby_actions(table: Table, viewer: int | None) -> list[str]:
    menu = [] if viewer is None else legal_actions(table, viewer, now=BEFORE_ANY_DEADLINE)
    return ["start_game" if isinstance(action, StartGame) else "leave_game" for action in menu]
