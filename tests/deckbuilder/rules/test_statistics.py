"""Chances of the next hand, compared with counting every possible hand."""

from fractions import Fraction
from itertools import permutations

import pytest

from deckbuilder import rules
from deckbuilder.rules import State
from tests.deckbuilder.rules.arranged import act, arranged


def counted(state: State, card: str) -> Fraction:
    """Deals from every order of the draw pile and every outcome of the reshuffle."""
    hits = deals = 0
    reshuffled_cards = len(state.discard_pile) + len(state.hand)
    for draw_pile in permutations(state.draw_pile):
        for order in permutations(range(reshuffled_cards)):
            ready = rules.from_json({**rules.to_json(state), "drawPile": list(draw_pile)})
            dealt = act(ready, "DEAL_NEXT_HAND", shuffle=lambda items, order=order: [items[place] for place in order])
            deals += 1
            hits += card in dealt.hand
    return Fraction(hits, deals)


def chances_of(state: State) -> dict[str, Fraction]:
    return {each.card: each.chance for each in rules.next_hand_chances(state)}


@pytest.mark.parametrize(
    ("draw_pile", "discard_pile", "hand", "hand_size"),
    [
        ("ABCA", "D", "E", 2),
        ("ABC", "", "", 3),
        ("ABC", "DA", "", 2),
        ("A", "BC", "DB", 3),
        ("", "ABC", "AD", 2),
        ("AB", "C", "D", 4),
        ("AB", "C", "", 5),
        ("A", "", "", 1),
    ],
)
def test_the_chance_is_that_of_counting_every_deal(
    draw_pile: str, discard_pile: str, hand: str, hand_size: int
) -> None:
    state = arranged(*hand, drawPile=list(draw_pile), discardPile=list(discard_pile), handSize=hand_size)
    chances = rules.next_hand_chances(state)
    assert {each.card for each in chances} == set(draw_pile + discard_pile + hand)
    for each in chances:
        assert each.chance == counted(state, each.card)


def test_copies_are_counted_in_the_deck_and_in_the_draw_pile() -> None:
    state = arranged("A", drawPile=["A", "B"], discardPile=["A"], handSize=1)
    chances = {each.card: each for each in rules.next_hand_chances(state)}
    assert (chances["A"].copies, chances["A"].in_draw_pile, chances["A"].chance) == (3, 1, Fraction(1, 2))
    assert (chances["B"].copies, chances["B"].in_draw_pile, chances["B"].chance) == (1, 1, Fraction(1, 2))


def test_a_card_of_the_hand_cannot_come_again_while_the_draw_pile_lasts() -> None:
    assert chances_of(arranged("A", drawPile=list("BCDEF")))["A"] == 0


def test_a_draw_pile_shorter_than_the_hand_comes_for_certain_and_the_hand_takes_part_in_the_reshuffle() -> None:
    state = arranged("A", "B", drawPile=["C"], discardPile=["D", "E"], handSize=3)
    half = Fraction(1, 2)
    assert chances_of(state) == {"A": half, "B": half, "C": 1, "D": half, "E": half}


def test_the_likeliest_card_is_first_and_cards_as_likely_stand_by_name() -> None:
    state = arranged("Z", drawPile=["C", "B", "B", "A"], handSize=2)
    assert [each.card for each in rules.next_hand_chances(state)] == ["B", "A", "C", "Z"]


def test_an_empty_deck_has_no_chances() -> None:
    assert rules.next_hand_chances(arranged()) == []


def test_the_chances_of_the_first_hand_add_up_to_the_hand_size() -> None:
    """The default deck has one copy of each card, so each chance is the expected number of copies."""
    chances = rules.next_hand_chances(rules.initial_state(list))
    assert sum(each.chance for each in chances) == 5
    assert {each.chance for each in chances} == {Fraction(5, 21), Fraction(0)}
