"""In the rules a player id is a seat; the outside knows players by the ids of their rows."""

from collections.abc import Sequence
from typing import Any

_ONE = {
    *("playerId", "ownerId", "callerId", "targetPlayerId", "myPlayerId"),
    *("currentTurnPlayerId", "cambioCallerId", "winnerId"),
}
_SEVERAL = {"winnerIds", "targetPlayerIds"}


def with_player_ids(data: Any, player_ids: Sequence[str]) -> Any:
    """The same data with every seat number in a field for player ids exchanged."""
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
