"""What the conformance suite must know of a game. A new game adds one descriptor to `subjects.SUBJECTS`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tabletop.rules import Rules, Seat, Shuffle
from tests.kit.bulk import bulk

START = 1_000.0  # seconds; rules may not care when a game is played


@dataclass(frozen=True, kw_only=True, eq=False)
class Subject:
    name: str
    rules: Rules[Any]
    """A module or an object. A game whose functions want more arguments wraps them in one that fulfils `Rules`."""
    new_game: Callable[[Shuffle, float], Any]
    """The state after dealing: `new_game(shuffle, now)`."""
    seats: tuple[Seat, ...]
    twin: Callable[[Any, Seat | None], Any | None]
    """Another state that this seat (None: a spectator) cannot tell from the given one: what the seat may not know is
    different, everything else the same. None where nothing is hidden just now."""
    hidden_words: Callable[[Any, Seat | None], tuple[str, ...]] = field(default=lambda state, seat: ())
    """Texts that may not occur anywhere in the seat's view, where a game has such telling ones."""
    step_limit: int = 500
    """No random game is longer."""
    seeds: int = bulk(10)
    """So many random games are played."""
    menu_limit: int = 30
    """So many actions of a longer menu are tried at each step."""


def seeded_shuffle(*place: object) -> Shuffle:
    """Chance for one place in one game: the same place, the same order."""
    chance = Random("/".join(map(str, place)))

    def shuffle(items: Any, /) -> list[Any]:
        return chance.sample(list(items), len(items))

    return shuffle
