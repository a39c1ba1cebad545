"""Estimates of hidden cards for a bot that counts cards."""

from collections.abc import Sequence
from functools import cached_property
from math import prod

from cambio.bots.memory import KEPT, Memory
from cambio.rules.cards import DECK, POINTS, Card

MAX_POINTS = 10
# Chance that a sensible player keeps a card of 0 to 10 points drawn from the deck.
KEEP_CHANCES = (1.0, 1.0, 0.95, 0.9, 0.85, 0.75, 0.5, 0.3, 0.2, 0.1, 0.05)

Chances = list[float]
"""Chance by number of points."""


class Estimate:
    """Chances of the cards that the bot has not seen."""

    def __init__(self, memory: Memory, *, seen: Sequence[Card | None]) -> None:
        shown = {place for hand in memory.hands for place in hand}
        self.unseen = [
            card for card in DECK if card not in shown and card not in (memory.gone or ()) and card not in seen
        ]
        self.memory = memory

    @cached_property
    def unknown(self) -> Chances:
        counts = [0.0] * (MAX_POINTS + 1)
        for card in self.unseen:
            counts[POINTS[card]] += 1.0
        return _normal(counts)

    @cached_property
    def kept(self) -> Chances:
        return _normal([chance * keeps for chance, keeps in zip(self.unknown, KEEP_CHANCES, strict=True)])

    @cached_property
    def mean_unknown(self) -> float:
        return _mean(self.unknown)

    @cached_property
    def mean_kept(self) -> float:
        return _mean(self.kept)

    def points(self, place: str) -> float:
        """Returns the expected points of a place."""
        if place in POINTS:
            return POINTS[place]
        return self.mean_kept if place == KEPT else self.mean_unknown

    def total(self, hand: Sequence[str]) -> Chances:
        """Returns the chances of the hand's total."""
        known = sum(POINTS.get(place, 0) for place in hand)
        chances = [0.0] * known + [1.0]
        for place in hand:
            if place not in POINTS:
                chances = _sum(chances, self.kept if place == KEPT else self.unknown)
        return chances

    def chance_of_lowest(self, hand: Sequence[str], others: Sequence[Sequence[str]], *, ahead: float = 0.0) -> float:
        """Returns the chance that no other hand is lower after each improves by `ahead` points."""
        chance_others_reach = [_at_least(self.total(other)) for other in others]
        chance = 0.0
        for points, mine in enumerate(self.total(hand)):
            chance += prod((_between(reach, points + ahead) for reach in chance_others_reach), start=mine)
        return chance


def _normal(weights: Chances) -> Chances:
    whole = sum(weights)
    # Without an unseen card the result is unused; this avoids a division by zero.
    return [weight / whole for weight in weights] if whole else [1.0] + [0.0] * MAX_POINTS


def _mean(chances: Chances) -> float:
    return sum(points * chance for points, chance in enumerate(chances))


def _sum(one: Chances, other: Chances) -> Chances:
    total = [0.0] * (len(one) + len(other) - 1)
    for left, chance in enumerate(one):
        if chance:
            for right, share in enumerate(other, start=left):
                total[right] += chance * share
    return total


def _at_least(chances: Chances) -> Chances:
    """Returns the chance of at least so many points, by number of points."""
    reach, left = [], 1.0
    for chance in chances:
        reach.append(left)
        left -= chance
    return [*reach, 0.0]


def _between(reach: Chances, points: float) -> float:
    """Interpolates `reach` between two whole points."""
    low = int(points)
    if low + 1 >= len(reach):
        return max(reach[-1], 0.0)
    return reach[low] + (reach[low + 1] - reach[low]) * (points - low)
