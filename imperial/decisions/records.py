"""The values that decisions are made of. A `player` is a seat id; pages put the name in its place."""

import msgspec

from imperial.rules.state import ManeuverTuple
from tabletop.rules import Sentence


class Record(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Compared and hashed by value, so that contexts of pages can hold it."""

    __getitem__ = object.__getattribute__
    """Templates ask for an item before an attribute."""


class Question(Record, frozen=True):
    """What a player is asked to decide."""

    turn: int
    """The turn since which it is asked."""


class Way(Record, frozen=True):
    unit: str
    origin: str
    destination: str
    rail: tuple[str, ...] = ()
    """Home territories on the way to the shore."""
    seas: tuple[str, ...] = ()
    """Seas whose fleets carry the army."""


class Choice(Record, frozen=True):
    action: str
    chosen: bool


class Move(Way, frozen=True, kw_only=True):
    """A row of a maneuver: committed, planned or proposed."""

    index: int
    action: str
    carries: tuple[int, ...] = ()
    """Numbers of the rows whose armies the fleet carries."""
    actions: tuple[Choice, ...] = ()
    """What a planned unit could do at its destination."""
    asks: tuple[str, ...] = ()
    """Countries that are asked for peace, in this order."""
    problem: Sentence | str | None = None
    """Why the row is illegal."""
    undecided: bool = False

    @property
    def stays(self) -> bool:
        return self.origin == self.destination and not self.action

    @property
    def as_tuple(self) -> ManeuverTuple:
        return self.origin, self.destination, self.action


class Payout(Record, frozen=True):
    player: str
    """A seat id; a page has the name in its place."""
    dollars: float


class Holding(Record, frozen=True):
    player: str
    stock: int


class Voter(Holding, frozen=True):
    voted: bool
