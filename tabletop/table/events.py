"""What happens at every table besides the game. Everybody may know of it; a `playerId` is a seat id."""

from typing import Literal

import msgspec

from tabletop.rules import Json


class TableEvent(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="type"):
    @property
    def audience(self) -> None:
        return None

    def to_json(self) -> Json:
        data: Json = msgspec.to_builtins(self)
        return data


class PlayerJoined(TableEvent, frozen=True, tag="player_joined"):
    player_id: str
    player_type: Literal["human", "bot"]
    """Not `type`, which is the name of the event."""
    turn_order: int
    total_players: int


class PlayerLeft(TableEvent, frozen=True, tag="player_left"):
    player_id: str
    host_player_id: str | None


class PlayerDisconnected(TableEvent, frozen=True, tag="player_disconnected"):
    """Away from the waiting room."""

    player_id: str


class PlayerReconnected(TableEvent, frozen=True, tag="player_reconnected"):
    player_id: str


class SeatTakenOver(TableEvent, frozen=True, tag="seat_taken_over"):
    """A bot plays for a person from now on."""

    player_id: str
    bot_level: str


class SeatTakenBack(TableEvent, frozen=True, tag="seat_taken_back"):
    player_id: str


class GameAbandoned(TableEvent, frozen=True, tag="game_abandoned"):
    """The table is closed and the game ends without a result; without a reason, because nobody was there for long."""

    reason: str | msgspec.UnsetType = msgspec.UNSET
    """Why the staff closed the table. Missing otherwise, as in logs that are older than the reasons."""


class Undone(TableEvent, frozen=True, tag="undone"):
    """The latest submission, this player's own, has been taken back."""

    player_id: str
    turn_id: int
