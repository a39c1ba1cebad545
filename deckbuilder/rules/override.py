"""Reads a custom deck typed as JSON (rules 5.4)."""

from deckbuilder.rules import messages
from deckbuilder.rules.limits import MAX_CARD_NAME_LENGTH, MAX_OVERRIDE_BYTES, MAX_OVERRIDE_CARDS
from deckbuilder.rules.values import is_named, parse_json


def deck_or_error(text: str) -> tuple[list[str], str | None]:
    """Returns the cards, or no cards and the reason."""
    if len(text.encode(errors="surrogatepass")) > MAX_OVERRIDE_BYTES:
        return [], messages.TOO_LARGE
    try:
        cards = parse_json(text)
    except ValueError:
        return [], messages.INVALID_JSON
    if not isinstance(cards, list):
        return [], messages.NOT_A_LIST
    if not all(map(is_named, cards)):
        return [], messages.NOT_TEXTS
    if len(cards) > MAX_OVERRIDE_CARDS or any(len(card) > MAX_CARD_NAME_LENGTH for card in cards):
        return [], messages.TOO_LARGE
    return cards, None
