"""The rules for display names of people and seats: which there can be, and which nobody may choose."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tabletop.likeness import skeleton

SHORTEST_NAME = 3
LONGEST_NAME = 20
DELETED_PLAYER = "deleted player"
"""The name of a person who deleted the account."""

RESERVED_WORDS = frozenset(
    map(skeleton, ("bot", "deleted", "mod", "official", "root", "staff", "support", "sysop", "system"))
)
"""Refused as a word of a name, and as the whole of it."""
RESERVED_BEGINNING = skeleton("admin")
"""Refused at the beginning of a word; badminton is no such word."""
RESERVED_PARTS = tuple(map(skeleton, ("moderator", "tabletop", DELETED_PLAYER)))
"""Refused anywhere, whatever blanks are between."""

# Explicit ranges: \w and isalnum() allow letters of every script and the underscore.
_NAME = re.compile(rf"[A-Za-z0-9 ]{{{SHORTEST_NAME},{LONGEST_NAME}}}")


def clean_display_name(name: str, *, kept: str | None = None) -> str:
    """The trimmed name; raises ValidationError with the sentence for the player.

    `kept` is the name that a person has already: it stays, though nobody may choose it any more.
    """
    trimmed = name.strip()
    validate_display_name(trimmed)
    if trimmed != kept and is_reserved(trimmed):
        raise ValidationError(_("This name is kept for the site itself. Choose another."), code="reserved_name")
    return trimmed


def validate_display_name(name: str) -> None:
    """Raises ValidationError for what no name can be. Staff may give reserved names: their own are among them."""
    if not _NAME.fullmatch(name.strip()):
        raise ValidationError(_("Three to twenty letters, digits or spaces."), code="display_name")


def is_reserved(name: str) -> bool:
    """Whether it reads like a name of the site, its staff, its bots or a deleted player, however it is spelled."""
    # Digits at the ends of a word number it, and may be read as letters within: both are tried.
    for word in (*name.split(), name):
        for drawn in (skeleton(word), skeleton(word.strip("0123456789 "))):
            if drawn in RESERVED_WORDS or drawn.startswith(RESERVED_BEGINNING):
                return True
    return any(part in skeleton(name) for part in RESERVED_PARTS)


class DisplayNameField(forms.CharField):
    widget = forms.TextInput(
        attrs={"autocomplete": "nickname", "maxlength": LONGEST_NAME, "spellcheck": "false", "autocapitalize": "words"}
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
