"""What happens at a table besides the game. Everybody may know of it."""

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
    name: str
    player_type: Literal["human", "bot"]
    total_players: int


class PlayerLeft(TableEvent, frozen=True, tag="player_left"):
    name: str
    host: str | None


class SeatTakenOver(TableEvent, frozen=True, tag="seat_taken_over"):
    """A bot plays for somebody, until `seat_taken_back`."""

    name: str


class SeatTakenBack(TableEvent, frozen=True, tag="seat_taken_back"):
    name: str


class Undone(TableEvent, frozen=True, tag="undone"):
    """The latest submission, this player's own, has been taken back."""

    name: str
    turn_id: int
