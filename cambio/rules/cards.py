"""The deck: points and powers of its cards (rules 2)."""

from typing import Literal

Card = str
"""Rank, then the first letter of the suit: "10h", "Kd", "As"."""

CARDS_PER_PLAYER = 4

PowerType = Literal["peek_own", "peek_opponent", "blind_swap", "look_own"]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = {"h": "hearts", "d": "diamonds", "c": "clubs", "s": "spades"}

# Rules 2.1: one standard deck of 52 cards, no jokers.
DECK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

# Rules 2.2: a king, red or black, is worth 0, an ace 1, jack and queen 10, the others their number.
_POINTS_OF_RANK = {"K": 0, "A": 1, "J": 10, "Q": 10} | {str(number): number for number in range(2, 11)}

# Rules 2.3: other ranks have no power.
_POWER_OF_RANK: dict[str, PowerType] = {
    "7": "peek_own",
    "8": "peek_own",
    "9": "peek_opponent",
    "10": "peek_opponent",
    "J": "blind_swap",
    "Q": "blind_swap",
    "K": "look_own",
}


def rank_of(card: Card) -> str:
    return card[:-1]


def suit_of(card: Card) -> str:
    """Returns the full name of the suit."""
    return SUITS[card[-1]]


POINTS: dict[Card, int] = {card: _POINTS_OF_RANK[rank_of(card)] for card in DECK}
POWERS: dict[Card, PowerType | None] = {card: _POWER_OF_RANK.get(rank_of(card)) for card in DECK}


def card_to_json(card: Card) -> dict[str, str | int]:
    """Returns a card as programs see it."""
    return {"rank": rank_of(card), "suit": suit_of(card), "pointValue": POINTS[card]}
