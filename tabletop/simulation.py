"""What the simulations of all games share: who plays, with which seed, and the sum of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Generic, Self, TypeVar

from tabletop.rules import Json

Played = TypeVar("Played")


class Summary(Generic[Played]):
    """How the bots did."""

    def add(self, game: Played) -> None:
        raise NotImplementedError

    def to_json(self) -> Json:
        raise NotImplementedError

    @classmethod
    def of(cls, games: Iterable[Played]) -> Self:
        summary = cls()
        for game in games:
            summary.add(game)
        return summary


def play_games(
    play_game: Callable[..., Played], *, games: int, players: int, bots: Sequence[Any], seed: str, **options: Any
) -> Iterator[Played]:
    """Every seed leads to the same games; bots move on by one seat per game, so that none always begins.

    `play_game` gets the bots in the order of seats, the game's own seed and the `options`.
    """
    for number in range(games):
        seated = tuple(bots[(seat + number) % len(bots)] for seat in range(players))
        yield play_game(seated, seed=sha256(f"{seed}/{number}".encode()).digest(), **options)


def spread(numbers: Sequence[int]) -> Json:
    return {"mean": round(sum(numbers) / len(numbers), 1), "min": min(numbers), "max": max(numbers)}
