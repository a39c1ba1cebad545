"""In the rules a player id is a place at the table; the log, the pages and programs know players by seat ids."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tabletop.rules import Event, Json, Seat

_ONE = {
    *("playerId", "ownerId", "callerId", "targetPlayerId", "myPlayerId"),
    *("currentTurnPlayerId", "cambioCallerId", "winnerId"),
}
_SEVERAL = {"winnerIds", "targetPlayerIds"}


def with_player_ids(data: Any, player_ids: Sequence[str]) -> Any:
    """The same data with seat ids instead of places in every field for player ids."""
    if isinstance(data, list):
        return [with_player_ids(item, player_ids) for item in data]
    if not isinstance(data, dict):
        return data
    # Most fields are plain values with other names; a view has hundreds of them.
    return {
        name: _field(name, value, player_ids) if name in _ONE or isinstance(value, list | dict) else value
        for name, value in data.items()
    }


def _field(name: str, value: Any, player_ids: Sequence[str]) -> Any:
    if name in _ONE:
        return player_ids[value] if isinstance(value, int) else value
    # GAME_STARTED lists the whole turn order; a player's own is a number and stays one.
    if name in _SEVERAL or (name == "turnOrder" and isinstance(value, list)):
        return [player_ids[seat] for seat in value]
    return with_player_ids(value, player_ids)


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """An event as the log keeps it: with seat ids instead of places. The audience stays in places."""

    event: Event
    seat_ids: tuple[str, ...]

    @property
    def audience(self) -> tuple[Seat, ...] | None:
        return self.event.audience

    def to_json(self) -> Json:
        told: Json = with_player_ids(self.event.to_json(), self.seat_ids)
        return told
