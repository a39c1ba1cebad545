"""Reads files with a saved deck, of this site or of the original application: only decks are files of a person."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from deckbuilder import rules
from deckbuilder.rules.parsing import parse_json

MOST_BYTES = 256 * 1024


def read_saved(content: bytes) -> rules.State:
    """Repairs a usable file (rules 8.3). Raises ValidationError with the reason for any other."""
    if len(content) > MOST_BYTES:
        raise ValidationError(_("This file is too large: a saved deck has at most 256 KiB."))
    data = _parse(content)
    if not isinstance(data, dict):
        raise ValidationError(_("This file holds no saved deck: it must be a JSON object."))
    state = rules.deserialize(data)
    if state is None:
        raise ValidationError(_("This file holds no saved deck."))
    cards = (*state.draw_pile, *state.discard_pile, *state.hand)
    if not cards:
        raise ValidationError(_("This file holds a deck without cards."))
    if len(cards) > rules.MAX_OVERRIDE_CARDS or any(len(card) > rules.MAX_CARD_NAME_LENGTH for card in cards):
        raise ValidationError(_("This deck is too large: at most 1,000 cards, with names of at most 100 characters."))
    return state


def _parse(content: bytes) -> Any:
    try:
        # Some editors write a byte order mark.
        return parse_json(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValidationError(_("This file is no text, so it holds no saved deck.")) from None
    except ValueError:
        raise ValidationError(_("This file is not JSON, so it holds no saved deck.")) from None
