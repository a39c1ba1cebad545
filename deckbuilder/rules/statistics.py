"""Exact chances of the next hand: the contents of the piles are known, their order is not."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from deckbuilder.rules.state import State


class CardChance(NamedTuple):
    card: str
    copies: int
    """Number in the whole deck."""
    in_draw_pile: int
    chance: Fraction
    """Probability that at least one copy is in the next hand."""


def next_hand_chances(state: State) -> list[CardChance]:
    """Returns every card of the deck, by falling chance, then by name."""
    in_draw_pile = Counter(state.draw_pile)
    # Rules 5.2: the hand is discarded before the next deal, so it takes part in a reshuffle.
    in_reshuffle = Counter(state.discard_pile + state.hand)
    drawn, reshuffled = len(state.draw_pile), in_reshuffle.total()
    from_draw_pile = min(state.hand_size, drawn)
    from_reshuffle = min(state.hand_size - from_draw_pile, reshuffled)
    chances = [
        CardChance(
            card=card,
            copies=in_draw_pile[card] + in_reshuffle[card],
            in_draw_pile=in_draw_pile[card],
            # Either the draw pile lasts or it is dealt whole, so one of the two chances is always 0 or 1.
            chance=max(
                _chance_of_any(in_draw_pile[card], of=drawn, taken=from_draw_pile),
                _chance_of_any(in_reshuffle[card], of=reshuffled, taken=from_reshuffle),
            ),
        )
        for card in in_draw_pile | in_reshuffle
    ]
    return sorted(chances, key=lambda each: (-float(each.chance), each.card))


@lru_cache(maxsize=4096)
def _chance_of_any(copies: int, *, of: int, taken: int) -> Fraction:
    """Hypergeometric: the chance that `taken` cards of a shuffled pile of size `of` hold at least one copy."""
    return 1 - Fraction(comb(of - copies, taken), comb(of, taken))
