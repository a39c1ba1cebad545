"""What a viewer may know of a table besides the game (rules 13.2), by seat ids: only Cambio's rules number the players.

In the rules a player id is a place at the table; the log, the pages and programs know players by seat ids.
"""

from collections.abc import Sequence

import msgspec

from tabletop.rules import Event, Json, Seat
from tabletop.table import SeatInfo, Table

_ONE = {
    *("playerId", "ownerId", "callerId", "targetPlayerId", "myPlayerId"),
    *("currentTurnPlayerId", "cambioCallerId", "winnerId"),
}
# GAME_STARTED lists the whole turn order; a player's own is a number and stays one.
_SEVERAL = {"winnerIds", "targetPlayerIds", "turnOrder"}

CLOSED: Json = {
    **dict.fromkeys(("stage", "currentTurnPlayerId", "heldCard", "openPower", "peekExpiresAt")),
    "availableActions": [],
}
"""At a table that was given up nobody is on turn any more."""
NOT_YET: Json = {
    **dict.fromkeys(("cambioCallerId", "winnerId", "scores", "discardTop", "finalRoundRemaining", "initialViewEndsAt")),
    "winnerIds": [],
    "drawPileCount": 0,
    "discardPileCount": 0,
}
"""At a table in `setup` nothing has been dealt."""


def with_player_ids(data: Json, player_ids: Sequence[str]) -> Json:
    """The same data with seat ids instead of places in every field for player ids."""
    known: Json = {}
    for name, value in data.items():
        if name in _ONE and isinstance(value, int):
            known[name] = player_ids[value]
        elif name in _SEVERAL and isinstance(value, list):
            known[name] = [player_ids[seat] for seat in value]
        elif isinstance(value, dict):
            known[name] = with_player_ids(value, player_ids)
        elif isinstance(value, list):
            known[name] = [with_player_ids(item, player_ids) if isinstance(item, dict) else item for item in value]
        else:
            known[name] = value
    return known


def view_with_player_ids(seen: Json, player_ids: Sequence[str]) -> Json:
    """The same as `with_player_ids`, for a view of the rules: one is made for each seat and each move."""

    def named(data: Json | None, *fields: str) -> Json | None:
        if data is None:
            return None
        return data | {name: player_ids[data[name]] for name in fields if data.get(name) is not None}

    held, power, scores = seen["heldCard"], named(seen["openPower"], "playerId"), seen["scores"]
    if power is not None:
        power["reveal"] = named(power["reveal"], "ownerId")
    return {
        **(named(seen, "currentTurnPlayerId", "cambioCallerId", "winnerId", "myPlayerId") or {}),
        "winnerIds": [player_ids[seat] for seat in seen["winnerIds"]],
        "scores": None if scores is None else [named(score, "playerId") for score in scores],
        "players": [player | {"playerId": player_ids[player["playerId"]]} for player in seen["players"]],
        "heldCard": named(held, "playerId"),
        "openPower": power,
    }


class LoggedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as the log keeps it: with seat ids instead of places. The audience stays in places."""

    event: Event
    seat_ids: tuple[str, ...]
    audience: tuple[Seat, ...] | None

    def to_json(self) -> Json:
        return with_player_ids(self.event.to_json(), self.seat_ids)


def player_at_seat(player: Json, table: Table, info: SeatInfo) -> Json:
    """The player of the rules' view, with what is known of the seat."""
    known: Json = player | table.known_of_seat(info)
    # For the rules a bot is connected; the person it plays for is not.
    return known | {"isConnected": False} if info.type == "human" and info.bot_level is not None else known


def waiting_view(table: Table, place: int | None, *, may_start: bool) -> Json:
    """The view of a table in `setup`, with the fields of the rules' view."""
    available = ["start_game", "leave_game"] if may_start else ["leave_game"]
    return {
        **CLOSED,
        **NOT_YET,
        "phase": "setup",
        "mySeat": place,
        "players": [_waiting_player(number, info) for number, info in enumerate(table.seats)],
        "availableActions": [] if place is None else available,
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
