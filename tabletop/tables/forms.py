"""What every game asks a person who opens a table; a game adds its own questions."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tabletop.accounts.styled_forms import StyledForm


def seats_field(*, most: int) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=_("Seats"),
        choices=[(str(count), str(count)) for count in range(2, most + 1)],
        coerce=int,
        initial="4",
        widget=forms.RadioSelect,
    )


def bots_field(*, most: int) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=_("Bots"),
        choices=[("0", _("No bots")), *((str(count), str(count)) for count in range(1, most + 1))],
        coerce=int,
        initial="0",
        widget=forms.RadioSelect,
        help_text=_("You can also add them at the table."),
    )


def new_entry_key() -> str:
    """The key of a form that opens a table: pressed twice, it opens one."""
    return secrets.token_urlsafe(32)


class TableForm(StyledForm):
    """With the fields `player_count` and `bot_count`."""

    key = forms.CharField(required=False, widget=forms.HiddenInput, initial=new_entry_key)

    def clean(self) -> dict[str, Any]:
        players, bots = self.cleaned_data.get("player_count"), self.cleaned_data.get("bot_count")
        if players is not None and bots is not None and bots >= players:
            self.add_error("bot_count", _("At least one seat is for a person."))
        return self.cleaned_data
