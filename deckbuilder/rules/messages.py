"""Messages about a deal or a refused deck (rules 6), saved with the deck in English."""

import re
from collections.abc import Iterable

from tabletop.rules import Sentence, say
from tabletop.rules import gettext_noop as _

INVALID_JSON = _("The deck is not changed: this is invalid JSON.")
NOT_A_LIST = _('The deck is not changed: it must be an array of card names, such as ["Ace", "King"].')
NOT_TEXTS = _("The deck is not changed: all cards must be strings, and none may be blank.")
TOO_LARGE = _("The deck is not changed: it is too large. At most 64 KiB, 1,000 cards and 100 characters a name.")
EMPTY_DECK = _("An empty deck cannot be dealt, so the deck is reverted to the default cards.")
_INSUFFICIENT_CARDS = _("There are insufficient cards: %(dealt)s dealt of %(asked)s asked for.")
_PRESET_NOT_FOUND = _("The deck is not changed: the preset %(preset)s is not found.")
_PRESET_UNUSABLE = _("The deck is not changed: the preset cannot be used. %(problems)s")
_ALL = (
    *(INVALID_JSON, NOT_A_LIST, NOT_TEXTS, TOO_LARGE, EMPTY_DECK),
    *(_INSUFFICIENT_CARDS, _PRESET_NOT_FOUND, _PRESET_UNUSABLE),
)


def insufficient_cards(*, dealt: int, asked: int) -> str:
    return str(say(_INSUFFICIENT_CARDS, dealt=dealt, asked=asked))


def preset_not_found(preset_id: str) -> str:
    return str(say(_PRESET_NOT_FOUND, preset=preset_id))


def preset_unusable(problems: Iterable[str]) -> str:
    return str(say(_PRESET_UNUSABLE, problems=" ".join(problems)))


def sentence_of(text: str) -> Sentence | str:
    """Finds the translatable sentence of a saved text; a text of another application is returned unchanged."""
    for template in _ALL:
        pattern = re.sub(r"%\\\((\w+)\\\)s", r"(?P<\1>.*)", re.escape(template))
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return say(template, **found.groupdict())
    return text
