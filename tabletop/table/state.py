"""A table and its seats. Names of people are not here: the rows of the seats have them, pages and answers show them."""

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from tabletop.rules import Json

NO_MEMORY = msgspec.Raw(b"null")
Watching = Literal["nobody", "link", "everybody"]
"""Who may look on: nobody, whoever has the link, or everybody, so that the home page lists the game."""


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


class Choices(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What the host chooses at a table of any game, besides the number of seats."""

    name: str = ""
    """What the host calls the table, if anything."""
    is_open: bool = False
    """Whether the lobby lists the table while it waits; otherwise people come by its code or link."""
    watching: Watching = "link"
    takeover: bool = False
    """Whether a bot takes over a seat whose person stays away."""
    turn_clock: int | None = None
    """Seconds for a turn, after which a bot plays it; None: no clock."""


class NewTableChoices(Choices, frozen=True, kw_only=True, rename="camel"):
    """What the host chooses for a new table, as its opening keeps it."""

    clock_is_chosen: bool = True
    """Whether the turn clock is the host's choice; otherwise the table gets the game's, if it is open to everybody."""


class SeatNote(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What became of a seat in a running game, for games whose public history is kept by turns."""

    number: int
    seat_id: str
    what: str
    """The name of the event."""
    turn: int
    """The turn that had ended."""


class Waits(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """For whom a running game waits, by seat id."""

    since: dict[str, float] = {}
    """Since when each of those who have to act is awaited."""
    nudged: dict[str, float] = {}
    """When they were last nudged."""
    due: float | None = None
    """When the turn clock runs out."""
    lent: str | None = None
    """The seat whose present turn a bot plays."""
    missed: dict[str, int] = {}
    """How many turns in a row a bot has played for want of time."""
    votes: dict[str, tuple[str, ...]] = {}
    """For each of those who are awaited too long the others who want a bot to play on."""
    offer_votes: dict[str, tuple[str, ...]] = {}
    """For each of those who are late or gone the others who want the seat to be offered, or, if it is, no longer."""
    offered: tuple[str, ...] = ()
    """Seats that somebody from outside may take; bots play them meanwhile."""
    seat_notes: tuple[SeatNote, ...] = ()
    """What became of seats lately."""
    clock_of_opening: bool = False
    """While the table waits: its turn clock came with opening it to everybody, and goes with closing it."""

    def without_offers(self) -> "Waits":
        """For a table whose game is over: nobody takes a seat there any more."""
        return replace(self, offered=(), offer_votes={}) if self.offered or self.offer_votes else self


class Total(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    won: int = 0
    points: int = 0


class Round(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How a game of a series ended, by seat id."""

    points: dict[str, int]
    winners: tuple[str, ...]
    doubled: tuple[str, ...] = ()
    """Whose points count twice."""


class Series(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Tables that follow each other by "play again". Seats of earlier tables go by the ids they have at this one."""

    id: str = ""
    """The id of the first table; empty at the first one itself."""
    number: int = 1
    """Of this table in the series."""
    totals: dict[str, Total] = {}
    """The score before this game."""
    rounds: tuple[Round, ...] = ()
    """The latest games before this one."""
    held: dict[str, float] = {}
    """While the table waits: seats that are kept for people who have not come yet, and until when."""
    sitting_in: tuple[str, ...] = ()
    """While the table waits: of the kept seats those for people who looked on before."""
    order: tuple[str, ...] = ()
    """While the table waits: the seats around the table as they were at the one before, from the host's on."""
    is_whole: bool = False
    """While the table waits: nobody who played before has left or let the time run out."""
    starts_at: float | None = None
    """While the table waits and everybody is there: when the game starts by itself."""
    answers: dict[str, bool] = {}
    """When the game is over: who wants to play again, and who does not."""
    until: float | None = None
    """When the game is over and somebody wants to play again: until when the others' seats are kept."""


class Table(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    max_players: int
    seats: tuple[SeatInfo, ...]
    """In the order in which people came, in a series as they sat before; the place of a seat is its index."""
    host: str | None = None
    """Seat id of the host, always a human's; None if no human is left."""
    choices: Choices = Choices()
    settings: Any = None
    """The game's own choices: an instance of `GamePlug.settings`."""
    game: Any = None
    """The state of the rules; None while the table waits for players."""
    waits: Waits = Waits()
    series: Series = Series()
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

    @property
    def free_chairs(self) -> int:
        """How many people from outside may take one: of a waiting table those not kept, of a game the offered seats."""
        if self.abandoned:
            return 0
        if self.game is None:
            return self.max_players - len(self.seats) - len(self.series.held)
        return len(self.waits.offered)

    def is_covered(self, seat_id: str) -> bool:
        """Whether a bot plays this seat for its person."""
        return any(
            info.seat_id == seat_id and info.type == "human" and info.bot_level is not None for info in self.seats
        )

    def seats_from(self, seat_id: str) -> tuple[SeatInfo, ...]:
        """All seats around the table, from this one on."""
        first = self.place_of_id(seat_id) or 0
        return (*self.seats[first:], *self.seats[:first])

    def place_of_id(self, seat_id: str | None) -> int | None:
        return next((place for place, info in enumerate(self.seats) if info.seat_id == seat_id), None)
