from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from imperial import bots
from imperial.table import Clock
from tabletop.accounts.styled import StyledForm

HOUR = 60 * 60
DAY = 24 * HOUR
PACES: dict[str, tuple[Any, Clock | None]] = {
    "calm": (_("No clock"), None),
    "evening": (_("An evening: 15 minutes each, 30 seconds a move"), Clock(increment=30, banked=15 * 60)),
    "days": (_("Over days: 3 days each, 12 hours a move"), Clock(increment=12 * HOUR, banked=3 * DAY)),
}


class NewTableForm(StyledForm):
    player_count = forms.TypedChoiceField(
        label=_("Seats"),
        choices=[(str(count), str(count)) for count in range(2, 7)],
        coerce=int,
        initial="4",
        widget=forms.RadioSelect,
    )
    bot_count = forms.TypedChoiceField(
        label=_("Bots"),
        choices=[("0", _("No bots")), *((str(count), str(count)) for count in range(1, 6))],
        coerce=int,
        initial="0",
        widget=forms.RadioSelect,
        help_text=_("You can also add them at the table."),
    )
    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=[(name, label) for name, (label, _clock) in PACES.items()],
        initial="calm",
        widget=forms.RadioSelect,
        help_text=_("Whoever runs out of time loses one point; nobody is thrown out."),
    )
    is_open = forms.BooleanField(label=_("Show the table on the home page"), required=False, initial=True)

    def clean(self) -> dict[str, Any]:
        players, bot_count = self.cleaned_data.get("player_count"), self.cleaned_data.get("bot_count")
        if players is not None and bot_count is not None and bot_count >= players:
            self.add_error("bot_count", _("At least one seat is for a person."))
        return self.cleaned_data

    @property
    def bots(self) -> list[str]:
        return [bots.DEFAULT] * int(self.cleaned_data["bot_count"])

    @property
    def clock(self) -> Clock | None:
        return PACES[self.cleaned_data["pace"]][1]
