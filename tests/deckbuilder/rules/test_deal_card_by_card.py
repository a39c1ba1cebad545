"""The deal compared with the procedure of rules 5.2, done literally card by card."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.deckbuilder.rules.arranged import act, arranged, reverse

PILES = st.lists(st.sampled_from("ABCDEF"), max_size=14)


def dealt_card_by_card(
    draw_pile: list[str], discard_pile: list[str], hand: list[str], hand_size: int
) -> tuple[list[str], list[str], list[str], int]:
    draw_pile, discard_pile, dealt, reshuffles = list(draw_pile), discard_pile + hand, [], 0
    for _card in range(hand_size):
        if not draw_pile and discard_pile:
            draw_pile, discard_pile, reshuffles = reverse(discard_pile), [], reshuffles + 1
        if not draw_pile:
            break
        dealt.append(draw_pile.pop(0))
    return dealt, draw_pile, discard_pile, reshuffles


@given(draw_pile=PILES, discard_pile=PILES, hand=PILES, hand_size=st.integers(1, 10), discard_count=st.integers(0, 20))
def test_a_deal_gives_the_same_as_taking_card_by_card(
    draw_pile: list[str], discard_pile: list[str], hand: list[str], hand_size: int, discard_count: int
) -> None:
    shuffled: list[list[str]] = []

    def shuffle(items: Any) -> list[Any]:
        shuffled.append(items)
        return reverse(items)

    state = arranged(
        *hand, drawPile=draw_pile, discardPile=discard_pile, handSize=hand_size, discardCount=discard_count
    )
    after = act(state, "DEAL_NEXT_HAND", shuffle=shuffle)
    dealt, rest, discarded, reshuffles = dealt_card_by_card(draw_pile, discard_pile, hand, hand_size)
    assert (list(after.hand), list(after.draw_pile), list(after.discard_pile)) == (dealt, rest, discarded)
    assert len(shuffled) == reshuffles
    assert after.discard_phase.remaining_discards == min(discard_count, len(dealt))
    assert (after.warning is not None) is (len(dealt) < hand_size)
