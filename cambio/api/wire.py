"""How programs see cards: `{rank, suit, pointValue}`, everywhere."""

from typing import Any

from cambio.rules.cards import POINTS, rank_of, suit_of
from tabletop.rules import Json

# The fields that hold a card, or a list of cards.
_CARD_FIELDS = {"card", "face", "discardTop", "discardedCard", "cards"}


def wire_card(card: str) -> Json:
    return {"rank": rank_of(card), "suit": suit_of(card), "pointValue": POINTS[card]}


def wire(data: Any) -> Any:
    if isinstance(data, list | tuple):
        return [wire(item) for item in data]
    if not isinstance(data, dict):
        return data
    return {name: _card(value) if name in _CARD_FIELDS else wire(value) for name, value in data.items()}


def _card(value: Any) -> Any:
    if isinstance(value, str):
        return wire_card(value)
    return [_card(item) for item in value] if isinstance(value, list | tuple) else wire(value)
