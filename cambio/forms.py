from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from cambio.bots.levels import Level
from tabletop.accounts.styled import StyledForm
from tabletop.errors import Malformed
from tabletop.rules import Json

LEVELS: dict[str, Any] = {"easy": _("Easy"), "medium": _("Medium"), "hard": _("Hard")}


class NewTableForm(StyledForm):
    player_count = forms.TypedChoiceField(
        label=_("Seats"),
        choices=[("2", "2"), ("3", "3"), ("4", "4")],
        coerce=int,
        initial="4",
        widget=forms.RadioSelect,
    )
    bot_count = forms.TypedChoiceField(
        label=_("Bots"),
        choices=[("0", _("No bots")), ("1", "1"), ("2", "2"), ("3", "3")],
        coerce=int,
        initial="0",
        widget=forms.RadioSelect,
        help_text=_("You can also add them at the table."),
    )
    level = forms.ChoiceField(
        label=_("How well the bots play"), choices=list(LEVELS.items()), initial="medium", widget=forms.RadioSelect
    )
    takeover = forms.BooleanField(label=_("A bot may play for somebody who stays away"), required=False, initial=True)

    def clean(self) -> dict[str, Any]:
        players, bots = self.cleaned_data.get("player_count"), self.cleaned_data.get("bot_count")
        if players is not None and bots is not None and bots >= players:
            self.add_error("bot_count", _("At least one seat is for a person."))
        return self.cleaned_data

    @property
    def bots(self) -> list[Level]:
        return [cast(Level, self.cleaned_data["level"])] * int(self.cleaned_data["bot_count"])


def level_from(text: str) -> Level:
    if text not in LEVELS:
        raise Malformed
    return cast(Level, text)


def action_from(data: Any) -> Json:
    """The action a button of the table stands for: its value, such as "swap:2", and the radio buttons of a swap."""
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


PLAIN_ACTIONS = {"confirm_initial_view", "discard", "skip_power", "dismiss_reveal", "call_cambio", "start_game"}


def _blind_swap(data: Any) -> Json:
    seat, position = data["theirs"].split(":")
    own = int(data["own"])
    return {"type": "use_power", "position": own, "targetSeat": int(seat), "targetPosition": int(position)}
