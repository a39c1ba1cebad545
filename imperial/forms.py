from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from imperial import bots
from imperial.plug import Clock
from imperial.rules import MAX_PLAYERS
from tabletop.tables.forms import TableForm, bots_field, seats_field

HOUR = 60 * 60
DAY = 24 * HOUR
PACES: dict[str, tuple[Any, Clock | None]] = {
    "calm": (_("No clock"), None),
    "evening": (_("An evening, 15 minutes each"), Clock(increment=30, banked=15 * 60)),
    "days": (_("Over days, 3 days each"), Clock(increment=12 * HOUR, banked=3 * DAY)),
}


class NewTableForm(TableForm):
    player_count = seats_field(most=MAX_PLAYERS)
    bot_count = bots_field(most=MAX_PLAYERS - 1)
    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=[(name, label) for name, (label, _clock) in PACES.items()],
        initial="calm",
        widget=forms.RadioSelect,
        help_text=_(
            "Every move adds 30 seconds of an evening, 12 hours over days. "
            "Whoever runs out of time loses one point; nobody is thrown out."
        ),
    )

    takeover = forms.BooleanField(label=_("A bot plays for whoever runs out of time"), required=False)

    @property
    def bots(self) -> list[str]:
        return [bots.DEFAULT] * int(self.cleaned_data["bot_count"])

    @property
    def clock(self) -> Clock | None:
        return PACES[self.cleaned_data["pace"]][1]
