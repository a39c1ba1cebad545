"""Shared by the simulations of all games: seatings and summaries."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

from tabletop.rules import Json

Bot = TypeVar("Bot")


def seatings(bots: Sequence[Bot], *, games: int, players: int, seed: str) -> Iterator[tuple[tuple[Bot, ...], bytes]]:
    """The bots and the seed of each game; bots move on by one seat per game, so that none always begins."""
    for number in range(games):
        seated = tuple(bots[(seat + number) % len(bots)] for seat in range(players))
        yield seated, sha256(f"{seed}/{number}".encode()).digest()


def spread(numbers: Sequence[int]) -> Json:
    return {"mean": round(sum(numbers) / len(numbers), 1), "min": min(numbers), "max": max(numbers)}
