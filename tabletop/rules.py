"""The contract every game's rules fulfil.

A rules package is a pure function of its arguments: no database, no clock, no chance of its own. Time comes in as
`now` (seconds), chance as `shuffle` (a function that returns its items in another order). The kernel (`play`, `live`,
`clock`), the bots and the conformance suite know a game only through this contract.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, Union

import msgspec

Seat = int | str
Json = dict[str, Any]
Item = TypeVar("Item")


class Shuffle(Protocol):
    def __call__(self, items: Sequence[Item], /) -> list[Item]: ...


Filling = Union[str, int, "Sentence", tuple[Union[str, "Sentence"], ...]]
"""What fills a gap: a text as it is, a number, what has a translation of its own, or several with commas between."""


class Sentence(msgspec.Struct, frozen=True, omit_defaults=True):
    """Words of the rules, in English by themselves; `tabletop.translation` has them in the language of the reader."""

    template: str
    """Marked with `gettext_noop`, so that translators are shown it; `%(name)s` is a gap."""
    values: dict[str, Filling] = {}

    def __str__(self) -> str:
        return self.translated(str)

    def translated(self, translate: Callable[[str], str]) -> str:
        template = translate(self.template)
        if not self.values:
            return template
        return template % {name: _filled(filling, translate) for name, filling in self.values.items()}


def _filled(filling: Filling, translate: Callable[[str], str]) -> str:
    if isinstance(filling, tuple):
        return ", ".join(_filled(item, translate) for item in filling)
    return filling.translated(translate) if isinstance(filling, Sentence) else str(filling)


def say(template: str, /, **values: Filling) -> Sentence:
    return Sentence(template, values)


def gettext_noop(text: str) -> str:
    """Marks words for translators. `makemessages` knows the name, and rules must not know Django."""
    return text


class RuleViolation(Exception):
    """A refused action: a stable code for programs, one sentence for the player. Nothing has changed."""

    def __init__(self, code: str, message: Sentence | str) -> None:
        """A plain text is taken as it is: whoever raises it has translate it for the reader."""
        super().__init__(code, message)
        self.code = code
        self.sentence = message

    @property
    def message(self) -> str:
        """The sentence in English."""
        return str(self.sentence)

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class Event(Protocol):
    """Something that happened. `audience` is who may know of it: None for everybody, else these seats alone."""

    @property
    def audience(self) -> tuple[Seat, ...] | None: ...

    def to_json(self) -> Json: ...


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """A failure that must not hold up the players: returned among the events, logged as an error, stored nowhere."""

    what: str
    error: Exception

    @property
    def audience(self) -> tuple[Seat, ...]:
        return ()

    def to_json(self) -> Json:
        raise TypeError("A fault is for the error log alone.")


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
