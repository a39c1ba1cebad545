from collections.abc import Mapping
from typing import cast

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from cambio.bots.levels import Level
from cambio.choices import BotLevel
from cambio.rules import (
    MAX_PLAYERS,
    Action,
    CallCambio,
    ConfirmInitialView,
    Discard,
    DismissReveal,
    Draw,
    SkipPower,
    Swap,
    UsePower,
)
from tabletop.errors import Malformed
from tabletop.tables.forms import TableForm, bots_field, seats_field

PLAIN_ACTIONS: Mapping[str, Action] = {
    "confirm_initial_view": ConfirmInitialView(),
    "discard": Discard(),
    "skip_power": SkipPower(),
    "dismiss_reveal": DismissReveal(),
    "call_cambio": CallCambio(),
}


class NewTableForm(TableForm):
    player_count = seats_field(most=MAX_PLAYERS)
    bot_count = bots_field(most=MAX_PLAYERS - 1)
    level = forms.ChoiceField(
        label=_("How well the bots play"),
        choices=[(level, capfirst(label)) for level, label in BotLevel.choices],
        initial="medium",
        required=False,
        widget=forms.RadioSelect,
    )
    takeover = forms.BooleanField(label=_("A bot may play for somebody who stays away"), required=False, initial=True)

    @property
    def bots(self) -> list[Level]:
        level = self.cleaned_data["level"] or self.fields["level"].initial
        return [cast(Level, level)] * int(self.cleaned_data["bot_count"])


def action_from(fields: Mapping[str, str]) -> Action:
    """The action a button of the game stands for: its value, such as "swap:2", and the radio buttons of a swap."""
    verb, *details = fields.get("do", "").split(":")
    try:
        match verb, details:
            case "draw", ["deck" | "discard" as source]:
                return Draw(source=source)
            case "swap", [position]:
                return Swap(position=int(position))
            case "peek", [position]:
                return UsePower(position=int(position))
            case "peek", [seat, position]:
                return UsePower(target_seat=int(seat), target_position=int(position))
            case "swap_two", []:
                seat, position = fields["theirs"].split(":")
                return UsePower(position=int(fields["own"]), target_seat=int(seat), target_position=int(position))
            case _, [] if verb in PLAIN_ACTIONS:
                return PLAIN_ACTIONS[verb]
    except (ValueError, KeyError):
        pass
    raise Malformed
