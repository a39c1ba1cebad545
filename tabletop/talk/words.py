"""The quick words: six pictures with words, the same for everybody, each in the reader's language."""

from django.utils.translation import gettext_lazy as _

from tabletop.error_codes import Text

QUICK_WORDS: dict[str, Text] = {
    "played": _("Well played"),
    "oops": _("Oops"),
    "thinking": _("Thinking"),
    "hurry": _("Hurry up, please"),
    "thanks": _("Thanks"),
    "luck": _("Good luck"),
}
"""In the order of their keys. The names are those of the pictures in static/img/talk.svg."""
