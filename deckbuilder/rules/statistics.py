"""What the next hand may bring: exact chances, as the piles' contents are known and their order is not."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from deckbuilder.rules.state import State


class CardChance(NamedTuple):
    card: str
    copies: int
    """In the whole deck."""
    in_draw_pile: int
    chance: Fraction
    """That at least one of them is in the next hand."""


def next_hand_chances(state: State) -> list[CardChance]:
    """For every card of the deck, the likeliest first, cards as likely by name."""
    in_draw_pile = Counter(state.draw_pile)
    # All that is not in the draw pile is reshuffled together: the hand is thrown away before the next one is dealt.
    in_reshuffle = Counter(state.discard_pile + state.hand)
    drawn, reshuffled = len(state.draw_pile), in_reshuffle.total()
    from_draw_pile = min(state.hand_size, drawn)
    from_reshuffle = min(state.hand_size - from_draw_pile, reshuffled)
    chances = [
        CardChance(
            card=card,
            copies=in_draw_pile[card] + in_reshuffle[card],
            in_draw_pile=in_draw_pile[card],
            # Either the draw pile lasts, or it is taken whole: one of the two is always nothing or certain.
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
    """That `taken` cards of a shuffled pile hold at least one of the copies in it (hypergeometric)."""
    return 1 - Fraction(comb(of - copies, taken), comb(of, taken))
