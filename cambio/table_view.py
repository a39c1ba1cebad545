"""What a viewer may know of a table of Cambio besides the game (rules 13.2). Places stand where ids will be put in."""

from tabletop.rules import Json
from tabletop.table import SeatInfo, Table

CLOSED: Json = {
    "stage": None,
    "currentTurnPlayerId": None,
    "heldCard": None,
    "openPower": None,
    "peekExpiresAt": None,
    "availableActions": [],
}
"""At a table that was given up nobody is on turn any more."""


def known_of_seat(table: Table, info: SeatInfo) -> Json:
    known: Json = {"type": info.type, "botLevel": info.bot_level, "isHost": info.seat_id == table.host}
    # For the rules a bot is connected; the person it plays for is not.
    return known | {"isConnected": False} if info.type == "human" and info.bot_level is not None else known


def waiting_view(table: Table, place: int | None, *, may_start: bool) -> Json:
    """The view of a table in `setup`, with the fields of the rules' view."""
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
        "mySeat": place,
        "players": [_waiting_player(number, info) for number, info in enumerate(table.seats)],
        "heldCard": None,
        "openPower": None,
        "initialViewEndsAt": None,
        "peekExpiresAt": None,
        "availableActions": [] if place is None else ["start_game", "leave_game"] if may_start else ["leave_game"],
    }


def _waiting_player(place: int, info: SeatInfo) -> Json:
    return {
        "playerId": place,
        "displayName": info.seat_id,
        "turnOrder": place,
        "isConnected": info.away_since is None,
        "disconnectedAt": info.away_since,
        "hasViewedInitialCards": False,
        "hasTakenFinalTurn": False,
        "cards": [],
        "score": None,
    }
