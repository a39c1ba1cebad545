from typing import Literal, TypeGuard

import msgspec

from cambio.bots.levels import Level
from cambio.rules.events import Event
from cambio.rules.state import State
from tabletop.rules import Json, Seat

__all__ = ["Level", "SeatInfo", "Step", "Table", "from_json", "to_json"]


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A chair. `turn_order` is the index in `Table.seats`."""

    player_id: str
    """Id of the player's row: what the outside calls this player."""
    display_name: str
    type: Literal["human", "bot"] = "human"
    bot_level: Level | None = None
    """Set while a bot plays the seat: always for a bot, for a human only after a bot took over."""
    bot_memory: msgspec.Raw = msgspec.Raw(b"null")
    """What the bot was shown so far; only `cambio.bots` reads it."""
    disconnected_at: float | None = None
    """Since when the person is away from the waiting room; from the deal on the game knows."""


class Table(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    max_players: int
    seats: tuple[SeatInfo, ...]
    host: int | None = 0
    """Seat of the host, always a human's; None if no human is left."""
    takeover: bool = False
    """Whether a bot may take over a seat that stays away."""
    game: State | None = None
    """None in the phase `setup`."""
    bot_due: float | None = None
    """When the bot whose turn it is acts: the pause makes it look human."""
    abandon_at: float | None = None
    """When the table is given up unless somebody comes back; None while somebody is there."""
    abandoned: bool = False
    """Nobody came back: the game was given up where it stood."""

    def has_seat(self, seat: Seat | None) -> TypeGuard[int]:
        # Python takes True for 1; the table does not.
        return type(seat) is int and 0 <= seat < len(self.seats)


Step = tuple[Table, tuple[Event, ...]]


def to_json(table: Table) -> Json:
    data: Json = msgspec.json.decode(msgspec.json.encode(table))
    return data


def from_json(data: Json) -> Table:
    # Through text, because only text can become `Raw`.
    return msgspec.json.decode(msgspec.json.encode(data), type=Table)
