"""What the rules say, in the language of whoever reads it."""

from django.utils.translation import gettext

from tabletop.games import all_games
from tabletop.rules import Sentence


def translate(sentence: Sentence | str) -> str:
    """A plain text is worded already."""
    return sentence if isinstance(sentence, str) else sentence.translated(_called)


def _called(words: str) -> str:
    """A thing may have a name of its own on the pages; everything else is looked up as it is."""
    name = next((game.names[words] for game in all_games() if words in game.names), None)
    return gettext(words) if name is None else str(name)
