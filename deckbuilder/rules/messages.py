"""What the deck says about a deal or a refused deck (rules 6). The texts are saved with the deck."""

from collections.abc import Iterable

INVALID_JSON = "The deck is not changed: this is invalid JSON."
NOT_A_LIST = 'The deck is not changed: it must be an array of card names, such as ["Ace", "King"].'
NOT_TEXTS = "The deck is not changed: all cards must be strings, and none may be blank."
TOO_LARGE = "The deck is not changed: it is too large. At most 64 KiB, 1,000 cards and 100 characters a name."
EMPTY_DECK = "An empty deck cannot be dealt, so the deck is reverted to the default cards."


def insufficient_cards(*, dealt: int, asked: int) -> str:
    return f"There are insufficient cards: {dealt} dealt of {asked} asked for."


def preset_not_found(preset_id: str) -> str:
    return f"The deck is not changed: the preset {preset_id} is not found."


def preset_unusable(problems: Iterable[str]) -> str:
    return f"The deck is not changed: the preset cannot be used. {' '.join(problems)}"
