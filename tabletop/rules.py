"""The contract every game's rules fulfil.

A rules package is a pure function of its arguments: no database, no clock, no chance of its own. Time comes in as
`now` (seconds), chance as `shuffle` (a function that returns its items in another order). The kernel (`play`, `live`,
`clock`), the bots and the conformance suite know a game only through this contract.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

Seat = int | str
Json = dict[str, Any]
Item = TypeVar("Item")


class Shuffle(Protocol):
    def __call__(self, items: Sequence[Item], /) -> list[Item]: ...


class RuleViolation(Exception):
    """A refused action: a stable code for programs, one sentence for the player. Nothing has changed."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class Event(Protocol):
    """Something that happened. `audience` is who may know of it: None for everybody, else these seats alone."""

    @property
    def audience(self) -> tuple[Seat, ...] | None: ...

    def to_json(self) -> Json: ...


State = TypeVar("State")
Step = tuple[State, tuple[Event, ...]]


class Rules(Protocol[State]):
    """What a game offers the kernel. A module with these functions fulfils it as well as an object does."""

    def apply(self, state: State, seat: Seat, action: Any, /, *, now: float, shuffle: Shuffle) -> Step[State]:
        """The state after the action and what happened; raises RuleViolation. Settles overdue deadlines first."""

    def settle(self, state: State, /, *, now: float, shuffle: Shuffle) -> Step[State]:
        """What deadlines that have passed bring about; harmless when none has."""

    def next_deadline(self, state: State, /) -> float | None: ...

    def players_to_act(self, state: State, /) -> tuple[Seat, ...]: ...

    def legal_actions(self, state: State, seat: Seat, /, *, now: float) -> Sequence[Any]: ...

    def view(self, state: State, seat: Seat | None, /, *, now: float) -> Mapping[str, Any]:
        """Everything this seat may know and not a byte more; None is a spectator."""

    def is_over(self, state: State, /) -> bool: ...

    def result(self, state: State, /) -> Any: ...

    def to_json(self, state: State, /) -> Json: ...

    def from_json(self, data: Json, /) -> State: ...

    def action_from_json(self, data: Json, /) -> Any:
        """The typed action; raises RuleViolation("invalid_request", ...) for a wrong shape."""

    def action_to_json(self, action: Any, /) -> Json: ...
