from typing import Any, cast

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from cambio.bots.levels import Level
from cambio.choices import BotLevel
from cambio.rules import MAX_PLAYERS
from tabletop.errors import Malformed
from tabletop.rules import Json
from tabletop.tables.forms import TableForm, bots_field, seats_field


class NewTableForm(TableForm):
    player_count = seats_field(most=MAX_PLAYERS)
    bot_count = bots_field(most=MAX_PLAYERS - 1)
    level = forms.ChoiceField(
        label=_("How well the bots play"),
        choices=[(level, capfirst(label)) for level, label in BotLevel.choices],
        initial="medium",
        widget=forms.RadioSelect,
    )
    takeover = forms.BooleanField(label=_("A bot may play for somebody who stays away"), required=False, initial=True)

    @property
    def bots(self) -> list[Level]:
        return [cast(Level, self.cleaned_data["level"])] * int(self.cleaned_data["bot_count"])


def action_from(data: Any) -> Json:
    """The action a button of the game stands for: its value, such as "swap:2", and the radio buttons of a swap."""
    verb, *details = data.get("do", "").split(":")
    try:
        match verb, details:
            case "draw", [source]:
                return {"type": "draw", "source": source}
            case "swap", [position]:
                return {"type": "swap", "position": int(position)}
            case "peek", [position]:
                return {"type": "use_power", "position": int(position)}
            case "peek", [seat, position]:
                return {"type": "use_power", "targetSeat": int(seat), "targetPosition": int(position)}
            case "swap_two", []:
                return _blind_swap(data)
            case _, [] if verb in PLAIN_ACTIONS:
                return {"type": verb}
    except (ValueError, KeyError):
        pass
    raise Malformed


PLAIN_ACTIONS = {"confirm_initial_view", "discard", "skip_power", "dismiss_reveal", "call_cambio"}


def _blind_swap(data: Any) -> Json:
    seat, position = data["theirs"].split(":")
    own = int(data["own"])
    return {"type": "use_power", "position": own, "targetSeat": int(seat), "targetPosition": int(position)}
