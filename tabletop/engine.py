"""What the kernel knows of a game: its engine, and a game as it was loaded."""

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypedDict, TypeVar
from uuid import UUID

import msgspec

from tabletop.avatars import colours_at
from tabletop.likeness import skeleton
from tabletop.models import GameRow
from tabletop.rules import Event, Json, Seat

if TYPE_CHECKING:
    from tabletop.batch import Batch, Condition, Proof

State = TypeVar("State")

_encoder = msgspec.json.Encoder(order="deterministic")


def distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """The name shown for each seat id. Of two people with names that look alike the later one gets a number."""
    shown: dict[str, str] = {}
    taken: set[str] = set()
    for seat_id, own in names.items():
        name, number = own, 1
        while skeleton(name) in taken:
            number += 1
            name = f"{own} ({number})"
        taken.add(skeleton(name))
        shown[seat_id] = name
    return shown


class UnknownGame(LookupError):
    """There is no game with this id."""


class Outdated(Exception):
    """A move was made since the game was loaded."""


@dataclass(frozen=True, kw_only=True)
class Sitter:
    """Who has a seat, as its row tells; the rules know none of it."""

    seat_id: str
    person: UUID | None = None
    """None for a bot or a person who left the site."""
    display_name: str = ""


@dataclass(frozen=True, kw_only=True)
class Loaded(Generic[State]):
    """A game as its rows tell it."""

    row: GameRow
    state: State
    """The state of the table, which holds that of the rules once the game has begun."""
    sitters: Mapping[Seat, Sitter] = field(default_factory=dict)
    read_at: float = field(compare=False)
    """When reading the rows began, by the monotonic clock: what has changed since may be missing.

    A state that follows from this one keeps it.
    """

    @cached_property
    def names(self) -> dict[str, str]:
        """The name shown for each seat id."""
        return distinct_names({sitter.seat_id: sitter.display_name for sitter in self.sitters.values()})

    @cached_property
    def colours(self) -> dict[str, int]:
        """The colour of the avatar for each seat id."""
        return colours_at({sitter.seat_id: sitter.person for sitter in self.sitters.values()})

    def colour_at(self, seat: Seat | None) -> int | None:
        """The colour of this seat's avatar; None without a seat, or when somebody has left it meanwhile."""
        sitter = None if seat is None else self.sitters.get(seat)
        return None if sitter is None else self.colours[sitter.seat_id]

    @property
    def former_people(self) -> tuple[UUID, ...]:
        """People who had a seat here and may look on, whoever else may."""
        former: tuple[UUID, ...] = getattr(self.row, "former_people", ())
        return former

    def seat_of(self, *, person: UUID | None = None, seat_id: str | None = None) -> Seat | None:
        """The seat of this person, or with this id; of both only if the person has this very seat."""
        if person is None and seat_id is None:
            return None
        for seat, sitter in self.sitters.items():
            if person in (None, sitter.person) and seat_id in (None, sitter.seat_id):
                return seat
        return None


def fingerprint(loaded: Loaded[Any]) -> str:
    """By which two processes find out that they have come to the same state.

    Nothing of the state can be found out by it without the seed, which no message tells.
    """
    seed = bytes(loaded.row.shuffle_seed)
    return blake2b(_encoder.encode(loaded.state), key=seed, digest_size=16).hexdigest()


class Store(Protocol):
    """Tables <-> state: the only room of a game that knows both."""

    @property
    def games(self) -> type[GameRow]: ...

    @property
    def actions(self) -> type[Any]:
        """The model of the log: an ActionRow with the foreign key `game`."""

    def load(self, game_id: UUID, /, *, for_update: bool = False) -> Loaded[Any]:
        """Raises UnknownGame. With `for_update` the game row is locked first; `read_at` is before the first read."""

    def unnumbered(self, game_ids: Collection[UUID], /) -> Mapping[UUID, Hashable]:
        """What pages show of each game that no step has changed: its names, and what is kept for a seat besides."""

    def unnumbered_of(self, loaded: Loaded[Any], /) -> Hashable:
        """The same of a game that has been loaded."""

    def save(self, loaded: Loaded[Any], after: Any, events: tuple[Event, ...], batch: "Batch", /) -> None:
        """Adds the rows that changed to the batch, first of all `loaded.row`, whose `seq` has risen by one.

        The batch is guarded by that row: it must still have the `seq` before. Sets the new values in `loaded.row`, and
        changes nothing else of `loaded`. `events` say how the state came about, for tables that keep a history besides
        the state.
        """


@dataclass(frozen=True, kw_only=True, eq=False)
class Engine:
    """A game's rules and tables, as the kernel uses them."""

    slug: str
    rules: Any
    """Fulfils `tabletop.rules.Rules`; a game that takes back moves has `undo` besides."""
    store: Store
    version: str
    """Written into the log, so that a replay knows which rules a game was played by."""
    versions_without_waits: frozenset[str] = frozenset()
    """Earlier versions whose logs do not lead to the stored `Table.waits`; an audit takes those as they are stored."""
    keeps_state: bool = False
    """Whether a process keeps the state of the tables it serves.

    Every change of a row that the state is loaded from must then raise the game's number. A move that depends on other
    rows makes them a condition of its write (`Move.if_still`).
    """
    follows_presence: bool = False
    """Whether the rules take the actions `arrived` and `left` of a seat."""
    chance_key: Callable[[Any], str] | None = None
    """Names the place in the game that chance belongs to; None: the number of the action.

    A game that takes back moves names its turn, so that the same turn meets the same chance again.
    """
    prompt_of: Callable[[Any], int | None] | None = None
    """The number of the question that is put to the players now; changes when another question is put."""
    snapshot_before: Callable[[Loaded[Any]], Any] | None = None
    """Loads the position before the latest submission, for games that take back moves."""
    as_loaded: Callable[[Any], Any] = lambda state: state
    """The state after a step as the store would load it: the rules may tell more in it than is kept in its rows."""
    saved: Callable[[Loaded[Any], Loaded[Any], Seat | None], None] | None = None
    """Called in the transaction of every change: the game before and after, and the seat that acted."""


@dataclass(frozen=True, kw_only=True)
class Move:
    """A request to change a game. The actor is a `seat`, or the seat that the `person` or `seat_id` has in the end.

    With `person` and `seat_id` the person must have this very seat.
    """

    action: Any
    """As JSON, or as the rules decode it."""
    seat: Seat | None = None
    person: UUID | None = None
    seat_id: str | None = None
    proof: "Proof | None" = None
    key: str | None = None
    """The same key of the same seat gets the same answer and has no second effect."""
    expected_seq: int | None = None
    shown_seq: int | None = None
    """What the page shows that sends the move: never more than there is."""
    expected_prompt: int | None = None
    if_still: "Condition | None" = None
    """For an action that was read off a known game: that what it was read off besides the state is still the same.

    With it the move is made on the known game or not at all: otherwise Outdated is raised.
    """
    arriving: Any = None
    """The row of a seat that is taken in this step."""
    changes_hands: bool = False
    """Whether a seat gets another person with this step: who sits where is read anew after it."""
    owner: UUID | None = None
    """The person who had the seat when the request was authenticated."""
    only_if: Callable[[], bool] | None = None
    """Asked before the rules, under the lock if any."""
    topics: tuple[str, ...] = ()
    """Announced besides the game."""


class Request(TypedDict, total=False):
    """Who asks for a move, and what they know of the table: fields of `Move` that services hand on."""

    seat: Seat | None
    seat_id: str | None
    key: str | None
    expected_seq: int | None
    shown_seq: int | None
    expected_prompt: int | None
    if_still: "Condition | None"
    owner: UUID | None


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """The answer to an accepted request."""

    seq: int
    before: Loaded[Any]
    loaded: Loaded[Any]
    """The game as it is now. `sitters` are those of before: a caller that changes seats reads again."""
    seat: Seat | None = None
    """The seat that acted."""
    events: tuple[Json, ...] = ()
    """As the log keeps them, each with its audience."""
    happened: tuple[Event, ...] = ()
    """The same as the rules told them; empty for a repeated request."""
    at: float = 0.0
    """When it happened, as the rules were told."""
    changed: bool = True
    """False if there was nothing to do, or the request had been accepted before: nothing happened this time."""

    @property
    def state(self) -> Any:
        return self.loaded.state


class AnnouncedStep(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the log as a process announces it to the others."""

    seq: int
    actor: Seat | None
    payload: Json
    events: tuple[Json, ...] = ()
    at: float
    version: str
    """Of the rules: another version may make something else of it."""
    fingerprint: str = ""
    """Of the state that it led to."""

    @classmethod
    def of(cls, receipt: Receipt, payload: Json, *, version: str) -> Self:
        """Of a move of this process, with the action as the log keeps it."""
        return cls(
            seq=receipt.seq,
            actor=receipt.seat,
            payload=payload,
            events=receipt.events,
            at=receipt.at,
            version=version,
            fingerprint=fingerprint(receipt.loaded),
        )
