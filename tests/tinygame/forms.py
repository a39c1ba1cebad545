from django import forms

from tabletop.tables.forms import TableForm, bots_field, seats_field
from tests.tinygame.plug import Settings


class DuelForm(TableForm):
    player_count = seats_field(most=2)
    bot_count = bots_field(most=2)
    turn_seconds = forms.FloatField(min_value=1, initial=Settings().turn_seconds)

    @property
    def bots(self) -> list[str]:
        return ["low"] * int(self.cleaned_data["bot_count"])

    @property
    def settings(self) -> Settings:
        return Settings(turn_seconds=self.cleaned_data["turn_seconds"])
