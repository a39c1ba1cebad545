"""What the rules say, in the language of whoever reads it."""

from django.utils.translation import gettext

from tabletop.rules import Sentence


def worded(sentence: Sentence | str) -> str:
    """A plain text is worded already."""
    return sentence if isinstance(sentence, str) else sentence.translated(gettext)
