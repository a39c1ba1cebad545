"""How programs see cards: `{rank, suit, pointValue}`, everywhere."""

from typing import Any

from cambio.rules.cards import card_to_json

# The fields that hold a card, or a list of cards.
_CARD_FIELDS = {"card", "face", "discardTop", "discardedCard", "cards"}


def wire(data: Any) -> Any:
    if isinstance(data, list | tuple):
        return [wire(item) for item in data]
    if not isinstance(data, dict):
        return data
    return {name: _card(value) if name in _CARD_FIELDS else wire(value) for name, value in data.items()}


def _card(value: Any) -> Any:
    if isinstance(value, str):
        return card_to_json(value)
    return [_card(item) for item in value] if isinstance(value, list | tuple) else wire(value)
