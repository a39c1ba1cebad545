"""Translates sentences of the rules into the reader's language."""

from django.utils.translation import gettext

from tabletop.games import all_games
from tabletop.rules import Sentence


def translate(sentence: Sentence | str) -> str:
    """A plain string is in the reader's language already."""
    return sentence if isinstance(sentence, str) else sentence.translated(_translate_words)


def _translate_words(words: str) -> str:
    """A game's own name for a thing, else the translation."""
    name = next((game.names[words] for game in all_games() if words in game.names), None)
    return gettext(words) if name is None else str(name)
