from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from imperial import rules
from imperial.rules.board import Setup
from imperial.rules.state import State
from tabletop.rules import Json, Seat


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A chair. What the rules call a player is its name, and so is the kernel's seat."""

    player_id: str
    """Id of the player's row."""
    name: str
    type: Literal["human", "bot"] = "human"
    bot: str | None = None
    """The kind of bot that plays the seat: always for a bot, for a human after a bot took over."""


class Clock(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Rules 10, both in seconds."""

    increment: int
    banked: int


class Table(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    max_players: int
    seats: tuple[SeatInfo, ...]
    host: str | None
    """Name of the host, always a human; None if no human is left."""
    is_open: bool = True
    """Whether strangers find the table in the lobby."""
    clock: Clock | None = None
    setup: str
    """Its text: what the game is played on from the first to the last move, whatever setup is loaded meanwhile."""
    game: State | None = None
    """None while the table waits for players."""
    bot_due: float | None = None
    """When the bot whose turn it is acts: the pause lets people follow."""

    @property
    def board(self) -> Setup:
        return board_of(self.setup)

    def seat_of(self, seat: Seat | None) -> SeatInfo | None:
        return next((info for info in self.seats if info.name == seat), None)

    def with_seat(self, changed: SeatInfo) -> "Table":
        return self.with_seats(changed if info.name == changed.name else info for info in self.seats)

    def with_seats(self, seats: Iterable[SeatInfo]) -> "Table":
        return replace(self, seats=tuple(seats))


@lru_cache(maxsize=64)
def board_of(setup: str) -> Setup:
    """Read once: what the rules compute from a board they keep by its identity."""
    return rules.read_setup(setup)


def to_json(table: Table) -> Json:
    data: Json = msgspec.to_builtins(replace(table, game=None))
    return data | {"game": None if table.game is None else rules.to_json(table.game)}


def from_json(data: Json) -> Table:
    table = msgspec.convert(data | {"game": None}, Table)
    return replace(table, game=None if data["game"] is None else rules.from_json(data["game"]))
