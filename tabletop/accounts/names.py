"""The rules for display names of people and seats: which there can be, and which nobody may choose."""

from typing import Any

import regex
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tabletop.bidi import FIRST_STRONG_ISOLATE
from tabletop.characters import MARKS, MOST_CODE_POINTS_OF_NAME, UNSEEN, first_letter, is_crowded, length, normalised
from tabletop.likeness import skeleton, with_digits_read

LONGEST_NAME = 20
"""As people count characters: a letter with its marks is one."""
NAME_RULE = _("Up to twenty letters or digits, with spaces, hyphens, dots or apostrophes between.")
DELETED_PLAYER = "deleted player"
"""The name of a person who deleted the account."""

RESERVED_WORDS = frozenset(
    map(skeleton, ("bot", "bots", "deleted", "mod", "mods", "official", "root", "staff", "support", "sysop", "system"))
)
"""Refused as a word of a name, and as the whole of it."""
RESERVED_AFTER = tuple(map(skeleton, ("the", "site", "game", "our")))
"""Before such a word without a blank they make it no other; Falstaff is a name."""
RESERVED_BEGINNING = skeleton("admin")
"""Refused at the beginning of a word; badminton is no such word."""
RESERVED_ENDINGS = tuple(map(skeleton, ("admin", "admins")))
"""Refused at the end of a word; Padmini is a name."""
RESERVED_PARTS = tuple(map(skeleton, ("administrator", "moderator", "tabletop", DELETED_PLAYER)))
"""Refused anywhere, whatever blanks are between."""

_LETTER = rf"[[\p{{L}}\p{{Nd}}]{UNSEEN}]{MARKS}"
_NAME = regex.compile(rf"(?V1)(?=.*\p{{Alnum}})(?:{_LETTER}|['.-]|(?<=[^ ]) (?=[^ ]))+")
_WORD = regex.compile(r"[^ '.-]+")
_LOOKING_ALIKE = tuple(
    regex.compile(rf"\p{{Script={script}}}") for script in ("Latin", "Greek", "Cyrillic", "Armenian", "Cherokee")
)
"""Scripts that share shapes: a word of two of them looks like another word."""


def clean_display_name(name: str, *, kept: str | None = None) -> str:
    """The name, normalised; raises ValidationError with the sentence for the player.

    `kept` is the name that a person has already: it stays, though nobody may choose it any more.
    """
    chosen = normalised(name)
    validate_display_name(chosen)
    if chosen != kept and is_reserved(chosen):
        raise ValidationError(_("This name is kept for the site itself. Choose another."), code="reserved_name")
    return chosen


def still_allowed(name: str, *, kept: str) -> str | None:
    """The name, or None if nobody may choose it any more: words are reserved later, and old games were imported."""
    try:
        return clean_display_name(name, kept=kept)
    except ValidationError:
        return None


def validate_display_name(name: str) -> None:
    """Raises ValidationError for what no name can be. Staff may give reserved names: their own are among them."""
    is_name = len(name) <= MOST_CODE_POINTS_OF_NAME and _NAME.fullmatch(name) and length(name) <= LONGEST_NAME
    if not is_name or is_crowded(name):
        raise ValidationError(NAME_RULE, code="display_name")
    if any(sum(map(bool, (script.search(word) for script in _LOOKING_ALIKE))) > 1 for word in _WORD.findall(name)):
        raise ValidationError(_("Write each word of a name in one script."), code="display_name")


def initial(name: str) -> str:
    """The first letter with its marks, as a large one where the script knows such."""
    return first_letter(name.lstrip(f"'.-{FIRST_STRONG_ISOLATE}")).upper()


def is_reserved(name: str) -> bool:
    """Whether it reads like a name of the site, its staff, its bots or a deleted player, however it is spelled."""
    # Digits at the ends of a word number it, and may be read as letters within: all is tried.
    words, whole = [_readings(word) for word in name.split()], _readings(name)
    return (
        any(_is_reserved_word(drawn) for readings in (*words, whole) for drawn in readings)
        or any(drawn.endswith(RESERVED_ENDINGS) for readings in words for drawn in readings)
        or any(part in drawn for part in RESERVED_PARTS for drawn in whole)
    )


def _readings(text: str) -> set[str]:
    unnumbered = text.strip("0123456789 ")
    return {skeleton(read) for each in (text, unnumbered) for read in (each, with_digits_read(each))}


def _is_reserved_word(drawn: str) -> bool:
    rests = (drawn, *(drawn.removeprefix(before) for before in RESERVED_AFTER))
    return drawn.startswith(RESERVED_BEGINNING) or not RESERVED_WORDS.isdisjoint(rests)


class DisplayNameField(forms.CharField):
    widget = forms.TextInput(
        attrs={
            "autocomplete": "nickname",
            "maxlength": MOST_CODE_POINTS_OF_NAME,
            "spellcheck": "false",
            "autocapitalize": "words",
        }
    )
    kept: str | None = None
    """The name that the person has already."""

    def __init__(self, *, autofocus: bool = False, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Your name"))
        super().__init__(**kwargs)
        self.widget.attrs["autofocus"] = autofocus

    def clean(self, value: Any) -> str:
        # Replaces Django's own checks: every bad name, an empty one too, gets the same sentence.
        return clean_display_name(self.to_python(value) or "", kept=self.kept)
