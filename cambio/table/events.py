"""What happens at a table besides the game (rules 14.2), and how all of it is told."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from cambio.bots.levels import Level
from cambio.rules import Event
from cambio.table.player_ids import with_player_ids
from cambio.table.state import Table
from tabletop.rules import Json


class PlayerJoined(Event, frozen=True, tag="PLAYER_JOINED"):
    player_id: str
    display_name: str
    player_type: Literal["human", "bot"]
    """Not `type`, which in the flat form is the name of the event."""
    turn_order: int
    total_players: int


class PlayerLeft(Event, frozen=True, tag="PLAYER_LEFT"):
    player_id: str
    host_player_id: str | None


class SeatTakenOver(Event, frozen=True, tag="SEAT_TAKEN_OVER"):
    """A bot plays for somebody who is away, until PLAYER_RECONNECTED."""

    player_id: int
    bot_level: Level


class GameAbandoned(Event, frozen=True, tag="GAME_ABANDONED"):
    """Nobody was there for long: the game ends without a result."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """An event as the outside hears it: with player ids instead of seat numbers. The audience stays in seats."""

    event: Event
    player_ids: tuple[str, ...]

    @property
    def audience(self) -> tuple[int, ...] | None:
        return self.event.audience

    def to_json(self) -> Json:
        told: Json = with_player_ids(self.event.to_json(), self.player_ids)
        return told


def tell(table: Table, events: Iterable[Event]) -> tuple[Told, ...]:
    player_ids = tuple(info.player_id for info in table.seats)
    return tuple(Told(event=event, player_ids=player_ids) for event in events)
