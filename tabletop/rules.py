"""The contract every game's rules fulfil.

Rules are pure: no database, no clock, no chance of their own. Time is passed as `now` (seconds), chance as `shuffle` (a
function that returns its items in another order). The kernel (`play`, `live`, `clock`), the bots and the conformance
suite know a game only by this contract.
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
"""The value of a gap: a text as it is, a number, a sentence with its own translation, or several joined by commas."""


class Sentence(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A text of the rules: English as `str`, the reader's language by `tabletop.translation`."""

    template: str
    """Marked for translators with `gettext_noop`; `%(name)s` is a gap."""
    values: dict[str, Filling] = {}

    def __str__(self) -> str:
        return self.translated(str)

    def with_names(self, names: Mapping[str, str]) -> "Sentence":
        """The same with names for the seat ids that fill its gaps."""
        return Sentence(self.template, {gap: _named(filling, names) for gap, filling in self.values.items()})

    def translated(self, translate: Callable[[str], str]) -> str:
        template = translate(self.template)
        if not self.values:
            return template
        return template % {name: _filled(filling, translate) for name, filling in self.values.items()}


def _named(filling: Filling, names: Mapping[str, str]) -> Filling:
    if isinstance(filling, tuple):
        return tuple(_named(item, names) for item in filling)  # type: ignore[misc]  # tuples are not nested
    if isinstance(filling, Sentence):
        return filling.with_names(names)
    return names.get(filling, filling) if isinstance(filling, str) else filling


def _filled(filling: Filling, translate: Callable[[str], str]) -> str:
    if isinstance(filling, str):
        return filling
    if isinstance(filling, tuple):
        return ", ".join(_filled(item, translate) for item in filling)
    return filling.translated(translate) if isinstance(filling, Sentence) else str(filling)


def say(template: str, /, **values: Filling) -> Sentence:
    return Sentence(template, values)


def gettext_noop(text: str) -> str:
    """Marks a text for `makemessages`, which knows this name; rules must not import Django."""
    return text


class RuleViolation(Exception):
    """A refused action that changed nothing: a stable code for programs, a sentence for the player."""

    def __init__(self, code: str, message: Sentence | str) -> None:
        """A plain string must be in the reader's language already."""
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
    """Something that happened; `audience` lists the seats that may know of it, None means everybody."""

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
    """What a game offers the kernel; a module with these functions fulfils it."""

    def apply(self, state: State, seat: Seat, action: Any, /, *, now: float, shuffle: Shuffle) -> Step[State]:
        """The state after the action, and its events. Settles overdue deadlines first; raises RuleViolation."""

    def settle(self, state: State, /, *, now: float, shuffle: Shuffle) -> Step[State]:
        """The state after all deadlines that have passed; unchanged when none has."""

    def next_deadline(self, state: State, /) -> float | None: ...

    def players_to_act(self, state: State, /) -> tuple[Seat, ...]: ...

    def legal_actions(self, state: State, seat: Seat, /, *, now: float) -> Sequence[Any]: ...

    def view(self, state: State, seat: Seat | None, /, *, now: float) -> Mapping[str, Any]:
        """All that this seat may know, and nothing else; None is a spectator."""

    def is_over(self, state: State, /) -> bool: ...

    def result(self, state: State, /) -> Any: ...

    def to_json(self, state: State, /) -> Json: ...

    def from_json(self, data: Json, /) -> State: ...

    def action_from_json(self, data: Json, /) -> Any:
        """The typed action; raises RuleViolation("invalid_request", ...) for a wrong shape."""

    def action_to_json(self, action: Any, /) -> Json: ...
