"""A table and its seats. Names of people are not here: the rows of the seats have them, pages and answers show them."""

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from tabletop.rules import Json

NO_MEMORY = msgspec.Raw(b"null")


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    seat_id: str
    """Stable id of the seat's row, the `playerId` of programs; never shown on a page."""
    type: Literal["human", "bot"] = "human"
    bot_level: str | None = None
    """The bot that plays the seat: always set for a bot, for a human only after a takeover."""
    bot_memory: msgspec.Raw = NO_MEMORY
    """What the bot was shown so far; only the bots of the game read it."""
    away_since: float | None = None
    """Since when the person is away from the waiting room; from the deal on the game knows."""


class Table(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    max_players: int
    seats: tuple[SeatInfo, ...]
    """In the order in which people came; the place of a seat is its index."""
    host: str | None = None
    """Seat id of the host, always a human's; None if no human is left."""
    takeover: bool = False
    """Whether a bot takes over a seat whose person stays away."""
    is_open: bool = True
    """Whether the lobby lists the table while it waits."""
    settings: Any = None
    """The game's own choices: an instance of `GamePlug.settings`."""
    game: Any = None
    """The state of the rules; None while the table waits for players."""
    bot_due: float | None = None
    """When the bot on turn acts: the pause lets people follow."""
    abandon_at: float | None = None
    """When the table is given up unless somebody comes back; None while somebody is there."""
    abandoned: bool = False
    abandon_reason: str | None = None
    """Why the staff closed the table: one of `ABANDON_REASONS`; None where everybody was away."""

    def with_seat(self, place: int, **changes: Any) -> "Table":
        changed = replace(self.seats[place], **changes)
        return replace(self, seats=(*self.seats[:place], changed, *self.seats[place + 1 :]))

    def known_of_seat(self, info: SeatInfo) -> Json:
        """What everybody may know of a seat in every game; its id stands where its name will be put in."""
        return {
            "playerId": info.seat_id,
            "displayName": info.seat_id,
            "type": info.type,
            "botLevel": info.bot_level,
            "isHost": info.seat_id == self.host,
        }

    def place_of_id(self, seat_id: str | None) -> int | None:
        return next((place for place, info in enumerate(self.seats) if info.seat_id == seat_id), None)
