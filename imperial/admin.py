"""What staff see of a table: all but what is sealed."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from imperial import queries, services, setups
from imperial.models import CountryInfo, Game, GameHistory, ImperialAction, PlayerInfo, Setup
from imperial.replay import verify
from imperial.rules import SetupError
from tabletop.admin import Forgiving, ReadOnlyInline
from tabletop.engine import distinct_names
from tabletop.hidden_cards import Sheet
from tabletop.tables.admin import ActionLogAdmin, TableAdmin, seat_form
from tabletop.tables.names import with_names


def names_at(row: Game) -> dict[str, str]:
    """The name shown for each seat id, of a row whose players are prefetched."""
    players = sorted(row.players.all(), key=lambda player: player.seat)
    return distinct_names({str(player.pk): player.display_name for player in players})


def named_column(field: str) -> Any:
    """A column of a game, or of what belongs to one, with names for seat ids."""

    @admin.display(description=field.replace("_", " "))
    def column(_admin: admin.ModelAdmin, row: Any) -> Any:
        return with_names(getattr(row, field), names_at(getattr(row, "game", row)))

    return column


class PlayerInline(ReadOnlyInline):
    model = PlayerInfo
    ordering = ["seat"]
    # Without the bid, which is sealed, and in cents like all money in the tables.
    fields = [
        *("seat", "display_name", "type", "bot", "user", "money", "my_turn", "investor", "order", "swiss", "stock"),
        *("score_modifier", "banked"),
    ]


class CountryInline(ReadOnlyInline):
    model = CountryInfo
    ordering = ["pk"]
    fields = [
        *("name", "money", "points", "wheel_spot", "gov", "leaders", "avail_stock", "last_tax", "factories"),
        *("tax_chips", "fleets", "armies"),
    ]
    leaders = named_column("leadership")


class HistoryInline(ReadOnlyInline):
    model = GameHistory
    ordering = ["-turn_id"]
    # Without the positions, which hold sealed bids and votes.
    fields = ["turn_id", "log_lines"]
    log_lines = named_column("lines")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("state", "sentences")


SHOWN = (
    *("room_code", "mode", "country_up", "round", "turn_id", "version", "max_players", "is_open", "host_name", "setup"),
    *("undone_by", "buyers", "swiss_banks", "timer", "bot_acts", "created_at", "started_at", "completed_at"),
    *("abandoned", "abandon_reason", "updated_at"),
)


@admin.register(Game)
class GameAdmin(TableAdmin):
    list_display = [
        "room_code",
        "mode",
        "country_up",
        "players_at_the_table",
        "to_act",
        "version",
        "closed",
        "updated_at",
    ]
    list_filter = ["mode", "setup", "created_at"]
    action_form = seat_form(otherwise=_("to act"))
    nobody_awaited = _("the table waits for no person.")
    inlines = [PlayerInline, CountryInline, HistoryInline]
    fields = SHOWN
    readonly_fields = SHOWN

    services = services.tables
    host_name, undone_by = named_column("host"), named_column("undo")
    buyers, swiss_banks = named_column("bid_buy_order"), named_column("swiss_set")

    export = staticmethod(queries.export)
    verify = staticmethod(verify)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related("players")

    @admin.display(description=_("to act"))
    def to_act(self, row: Game) -> str:
        names = names_at(row)
        return ", ".join(names[str(player.pk)] for player in row.players.all() if player.my_turn)

    def is_running(self, row: Game) -> bool:
        return row.mode not in ("waiting", "game-over") and not row.abandoned

    def hidden_sheets(self, row: Game) -> Iterable[Sheet]:
        yield Sheet(
            title=_("sealed bids and plans"),
            columns=(_("player"), _("bid in cents"), _("draft")),
            rows=[(player, player.bid, player.draft) for player in self.seated(row)],
        )
        votes = ((_("voting"), row.voting), (_("peace vote"), row.peace_vote), (_("maneuver"), row.current_maneuver))
        yield Sheet(
            title=_("votes and plans in progress"),
            columns=(_("what"), _("as it stands")),
            rows=[(name, with_names(value, names_at(row))) for name, value in votes if value is not None],
        )

    def awaited(self, row: Game) -> list[PlayerInfo]:
        return [player for player in row.players.all() if player.my_turn and player.bot is None]


class SetupForm(forms.ModelForm):
    class Meta:
        model = Setup
        fields = ["data"]

    def clean_data(self) -> str:
        text: str = self.cleaned_data["data"]
        try:
            self.instance.name, self.instance.version = setups.next_version(text)
        except SetupError as error:
            raise ValidationError(list(error.problems)) from None
        except setups.LoadedAlready as found:
            raise ValidationError(_("This is %(setup)s, word for word.") % {"setup": found}) from None
        return text


@admin.register(Setup)
class SetupAdmin(Forgiving):
    """Setups are added, version by version; what games are played on is never changed."""

    form = SetupForm
    list_display = ["name", "version", "created_at"]
    ordering = ["name", "-version"]
    fields = ["name", "version", "data", "created_at"]
    readonly_fields = ["name", "version", "created_at"]

    def save_model(self, request: HttpRequest, obj: Setup, form: Any, change: bool) -> None:
        """Warns of places that the map cannot show."""
        super().save_model(request, obj, form, change)
        if places := setups.not_drawn(setups.read(obj.data)):
            notice = _("Not on the map, but told in words: %(places)s.") % {"places": ", ".join(places)}
            self.message_user(request, notice, messages.WARNING)

    def has_change_permission(self, request: HttpRequest, obj: Setup | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Setup | None = None) -> bool:
        return False


@admin.register(ImperialAction)
class ImperialActionAdmin(ActionLogAdmin):
    list_display = ["game", "seq", "author", "kind", "time"]
    fields = ["game", "seq", "author", "kind", "time", "engine_version"]
    author = named_column("actor")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ImperialAction]:
        return super().get_queryset(request).prefetch_related("game__players")
