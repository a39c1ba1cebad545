"""What simulations of all games share: who sits where in which game, and how numbers are summed up."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

from tabletop.rules import Json

Bot = TypeVar("Bot")


def seatings(bots: Sequence[Bot], *, games: int, players: int, seed: str) -> Iterator[tuple[tuple[Bot, ...], bytes]]:
    """The bots and the seed of each game. They take seats in turn, and move on by one seat from game to game: nobody
    always begins.
    """
    for number in range(games):
        seated = tuple(bots[(seat + number) % len(bots)] for seat in range(players))
        yield seated, sha256(f"{seed}/{number}".encode()).digest()


def spread(numbers: Sequence[int]) -> Json:
    return {"mean": round(sum(numbers) / len(numbers), 1), "min": min(numbers), "max": max(numbers)}
