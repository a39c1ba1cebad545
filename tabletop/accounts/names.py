"""The rule for display names of people and seats."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST_NAME = 3
LONGEST_NAME = 20
DELETED_PLAYER = "deleted player"
"""The name of a person who deleted the account."""

# Explicit ranges: \w and isalnum() allow letters of every script and the underscore.
_NAME = re.compile(rf"[A-Za-z0-9 ]{{{SHORTEST_NAME},{LONGEST_NAME}}}")


def clean_display_name(name: str) -> str:
    """The trimmed name; raises ValidationError with the sentence for the player."""
    trimmed = name.strip()
    if not _NAME.fullmatch(trimmed):
        raise ValidationError(_("Three to twenty letters, digits or spaces."), code="display_name")
    return trimmed


def validate_display_name(name: str) -> None:
    clean_display_name(name)


class DisplayNameField(forms.CharField):
    widget = forms.TextInput(
        attrs={"autocomplete": "nickname", "maxlength": LONGEST_NAME, "spellcheck": "false", "autocapitalize": "words"}
    )

    def __init__(self, *, autofocus: bool = False, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Your name"))
        super().__init__(**kwargs)
        self.widget.attrs["autofocus"] = autofocus

    def clean(self, value: Any) -> str:
        # Replaces Django's own checks: every bad name, an empty one too, gets the same sentence.
        return clean_display_name(self.to_python(value) or "")
