"""Derives what is drawn on a card from its name: rank and suit, or a number or letter in a ring."""

import re

from tabletop.live.parts import Context

RANKS = {"Ace": "A", "Jack": "J", "Queen": "Q", "King": "K"} | {str(pips): str(pips) for pips in range(2, 11)}
SUITS = ("spades", "hearts", "diamonds", "clubs")
RED = ("hearts", "diamonds")
_OF_A_SUIT = re.compile(r"(\w+) of (\w+)", re.ASCII)
_NUMBERED = re.compile(r".*\b(\d{1,3})", re.ASCII | re.DOTALL)


class CardFace(Context, frozen=True):
    rank: str = ""
    suit: str = ""
    red: bool = False
    mark: str = ""
    """Of a card without a suit."""


def card_face(name: str) -> CardFace:
    playing_card = _OF_A_SUIT.fullmatch(name)
    if playing_card and playing_card[1] in RANKS and playing_card[2].lower() in SUITS:
        suit = playing_card[2].lower()
        return CardFace(rank=RANKS[playing_card[1]], suit=suit, red=suit in RED)
    numbered = _NUMBERED.fullmatch(name)
    return CardFace(mark=numbered[1] if numbered else name.strip()[:1].upper())
