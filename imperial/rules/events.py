"""What happened: facts as fields, so that pages can word them, and for the public log an English line (rules 15)."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from imperial.rules.state import State, UnitKind
from tabletop.rules import Json


class Event(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="type"):
    audience: tuple[str, ...] | None = None
    """Who may know of it: None for everybody, else these players alone."""

    @property
    def line(self) -> str | None:
        """What the public log says; None for what the log leaves out."""
        return None

    def to_json(self) -> Json:
        data: Json = msgspec.json.decode(msgspec.json.encode(self))
        del data["audience"]
        if self.line is not None:
            data["line"] = self.line
        return data


Step = tuple[State, tuple[Event, ...]]


def listed(names: Iterable[str]) -> str:
    """`Ann`, `Ann and Ben`, `Ann, Ben and Cleo`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


class GameStarted(Event, frozen=True, kw_only=True, tag="game_started"):
    players: tuple[str, ...]

    @property
    def line(self) -> str:
        return f"The game has begun. Players: {listed(self.players)}."


class BidPlaced(Event, frozen=True, kw_only=True, tag="bid_placed"):
    """Without the amount: bids are sealed."""

    player: str
    country: str

    @property
    def line(self) -> str:
        return f"{self.player} has bid on {self.country}."


class BidsRevealed(Event, frozen=True, kw_only=True, tag="bids_revealed"):
    country: str
    bids: tuple[tuple[str, float], ...]
    """Player and dollars, in the order in which they are served."""

    @property
    def line(self) -> str:
        return f"The bids on {self.country}: {', '.join(f'{name} ${_number(bid)}' for name, bid in self.bids)}."


class AuctionAnswered(Event, frozen=True, kw_only=True, tag="auction_answered"):
    player: str
    country: str
    stock: int
    accepted: bool

    @property
    def line(self) -> str:
        verb = "buys" if self.accepted else "declines"
        return f"{self.player} {verb} the {self.stock} bond of {self.country}."


class AuctionRestarted(Event, frozen=True, kw_only=True, tag="auction_restarted"):
    country: str

    @property
    def line(self) -> str:
        return f"Nobody owns a bond. The auction starts again with {self.country}."


class AuctionEnded(Event, frozen=True, kw_only=True, tag="auction_ended"):
    seats: tuple[str, ...]
    """By seat; the first has the investor card."""

    @property
    def line(self) -> str:
        return f"The auction is over. Seats: {', '.join(self.seats)}. {self.seats[0]} has the investor card."


class Proposed(Event, frozen=True, kw_only=True, tag="proposed"):
    player: str
    country: str
    role: Literal["leader", "opposition"]
    wheel_spot: str
    description: str

    @property
    def line(self) -> str:
        return f"{self.country}: {self.player} proposes as {self.role}: {self.description}"


class Agreed(Event, frozen=True, kw_only=True, tag="agreed"):
    player: str
    country: str

    @property
    def line(self) -> str:
        return f"{self.country}: {self.player} agrees with the leader."


class Voted(Event, frozen=True, kw_only=True, tag="voted"):
    """Without the side: votes are secret until they decide."""

    player: str
    country: str

    @property
    def line(self) -> str:
        return f"{self.country}: {self.player} has voted."


class VoteDecided(Event, frozen=True, kw_only=True, tag="vote_decided"):
    country: str
    winner: Literal[1, 2]
    voters_1: tuple[str, ...]
    voters_2: tuple[str, ...]

    @property
    def line(self) -> str:
        sides = f"{_or_nobody(self.voters_1)} for the leader, {_or_nobody(self.voters_2)} for the opposition"
        return f"{self.country}: the vote is decided. {sides}."


class Executed(Event, frozen=True, kw_only=True, tag="executed"):
    player: str
    """Whose proposal it was."""
    country: str
    wheel_spot: str
    cost: float
    """Dollars the player paid to turn the wheel that far."""
    description: str

    @property
    def line(self) -> str:
        return f"{self.country}: the proposal of {self.player} happens: {self.description}"


class UnitMoved(Event, frozen=True, kw_only=True, tag="unit_moved"):
    """Planned, not yet carried out."""

    country: str
    kind: UnitKind
    origin: str
    destination: str
    action: str


class PeaceOffered(Event, frozen=True, kw_only=True, tag="peace_offered"):
    moving_country: str
    target_country: str
    kind: UnitKind
    origin: str
    destination: str


class PeaceVoteCast(Event, frozen=True, kw_only=True, tag="peace_vote_cast"):
    player: str
    target_country: str


class PeaceAnswered(Event, frozen=True, kw_only=True, tag="peace_answered"):
    dictator: str | None
    """Who decided alone; None when the stockholders of the target voted."""
    target_country: str
    accepted: bool
    moving_country: str
    destination: str

    @property
    def line(self) -> str:
        decider = (
            f"{self.dictator}, for {self.target_country},"
            if self.dictator
            else f"The stockholders of {self.target_country}"
        )
        verb = "accept" if self.accepted else "reject"
        ending = "s" if self.dictator else ""
        return f"{decider} {verb}{ending} the peace {self.moving_country} offers in {self.destination}."


class InvestorRoundStarted(Event, frozen=True, kw_only=True, tag="investor_round_started"):
    player: str
    """Holds the investor card and gets the bonus."""


class BondBought(Event, frozen=True, kw_only=True, tag="bond_bought"):
    player: str
    country: str
    stock: int
    returned: int | None = None

    @property
    def line(self) -> str:
        exchange = f", returning the {self.returned} bond" if self.returned else ""
        return f"{self.player} buys the {self.stock} bond of {self.country}{exchange}."


class Punted(Event, frozen=True, kw_only=True, tag="punted"):
    player: str

    @property
    def line(self) -> str:
        return f"{self.player} punts."


class ClockOverrun(Event, frozen=True, kw_only=True, tag="clock_overrun"):
    """Costs the player a point."""

    player: str


class Paused(Event, frozen=True, kw_only=True, tag="paused"):
    player: str


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    player: str


class GameEnded(Event, frozen=True, kw_only=True, tag="game_ended"):
    country: str
    """The one that reached the last point."""
    winner: str

    @property
    def line(self) -> str:
        return f"{self.country} has reached 25 points. {self.winner} wins the game."


def _number(dollars: float) -> str:
    return f"{dollars:.2f}" if dollars % 1 else f"{dollars:.0f}"


def _or_nobody(names: tuple[str, ...]) -> str:
    return listed(names) if names else "nobody"
