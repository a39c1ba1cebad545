"""What every game asks a person who opens a table; a game adds its own questions."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tabletop.accounts.styled_forms import StyledForm
from tabletop.table import NewTableChoices
from tabletop.table.lobby import MOST_CODE_POINTS_OF_TABLE_NAME, clean_table_name
from tabletop.table.refusals import MESSAGES


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


def offers(field: forms.Field, value: str | bool) -> bool:
    """Whether the field takes this value: what was chosen in an older release may be gone."""
    try:
        field.clean(value)
    except forms.ValidationError:
        return False
    return True


class TableForm(StyledForm):
    """With the fields `player_count` and `bot_count`."""

    field_order = ("player_count", "bot_count", "level", "pace", "name", "is_open", "takeover")
    FORGOTTEN = frozenset({"key", "name", "is_open"})
    """What is chosen anew each time: a table is private unless its host says otherwise."""

    key = forms.CharField(required=False, widget=forms.HiddenInput, initial=new_entry_key)
    name = forms.CharField(
        label=_("Name of the table"),
        required=False,
        help_text=_("If you like. Those who play find the table by it."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "dir": "auto", "maxlength": MOST_CODE_POINTS_OF_TABLE_NAME}
        ),
    )
    is_open = forms.BooleanField(
        label=_("Open to everybody"),
        required=False,
        help_text=_("Lists the table on the home page. Otherwise only people with the link or the code can come in."),
    )

    @property
    def choices(self) -> NewTableChoices:
        return NewTableChoices(
            name=self.cleaned_data["name"],
            is_open=self.cleaned_data["is_open"] and not self.is_against_bots,
            takeover=self.cleaned_data.get("takeover", False),
            clock_is_chosen=False,
        )

    @property
    def is_against_bots(self) -> bool:
        """Whether nobody else can come, as all other seats are bots': then the page hides the name and who may come."""
        players, bots = self.cleaned_data.get("player_count"), self.cleaned_data.get("bot_count")
        return players is not None and bots == players - 1

    @property
    def choice_to_remember(self) -> dict[str, str | bool]:
        kept = {name: value for name, value in self.cleaned_data.items() if name not in self.FORGOTTEN}
        return {name: value if isinstance(value, bool) else str(value) for name, value in kept.items()}

    @property
    def bot_counts(self) -> list[int]:
        """How many bots a game may be started against."""
        choices: Any = self["bot_count"].field.widget
        return [int(count) for count, _label in choices.choices if int(count)]

    def clean_name(self) -> str:
        name = "" if self.is_against_bots else clean_table_name(self.cleaned_data["name"])
        if name is None:
            raise forms.ValidationError(gettext(MESSAGES["invalid_table_name"]))
        return name

    def clean(self) -> dict[str, Any]:
        players, bots = self.cleaned_data.get("player_count"), self.cleaned_data.get("bot_count")
        if players is not None and bots is not None and bots >= players:
            self.add_error("bot_count", _("At least one seat is for a person."))
        return self.cleaned_data
