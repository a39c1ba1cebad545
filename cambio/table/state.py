from typing import Literal

import msgspec

from cambio.rules.state import State

Level = Literal["easy", "medium", "hard"]


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
