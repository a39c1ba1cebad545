"""Staff see everything about a table but what is sealed, and can help; they change nothing by hand."""

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from imperial import queries, services, setups
from imperial.models import CountryInfo, Game, GameHistory, ImperialAction, PlayerInfo, Setup
from imperial.replay import verify
from imperial.rules import SetupError
from tabletop.admin import ReadOnlyInline
from tabletop.play import UnknownGame
from tabletop.replay import BrokenLog
from tabletop.rules import RuleViolation


class PlayerInline(ReadOnlyInline):
    model = PlayerInfo
    ordering = ["seat"]
    # Without the bid, which is sealed, and in cents like all money in the tables.
    fields = [
        *("seat", "name", "type", "bot", "user", "money", "my_turn", "investor", "order", "swiss", "stock"),
        *("score_modifier", "banked"),
    ]


class CountryInline(ReadOnlyInline):
    model = CountryInfo
    ordering = ["pk"]
    fields = [
        *("name", "money", "points", "wheel_spot", "gov", "leadership", "avail_stock", "last_tax", "factories"),
        *("tax_chips", "fleets", "armies"),
    ]


class HistoryInline(ReadOnlyInline):
    model = GameHistory
    ordering = ["-turn_id"]
    # Without the positions, which hold sealed bids and votes.
    fields = ["turn_id", "lines"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("state")


SHOWN = (
    *("room_code", "mode", "country_up", "round", "turn_id", "version", "max_players", "is_open", "host", "setup"),
    *("undo", "bid_buy_order", "swiss_set", "timer", "bot_acts", "created_at", "started_at", "completed_at"),
    "updated_at",
)


def plays_at(request: HttpRequest, row: Game) -> bool:
    """Whoever plays at a table sees no more of it than the others, staff or not, until the game is over."""
    return row.mode not in ("waiting", "game-over") and row.players.filter(user=request.user.pk).exists()


@admin.register(Game)
class GameAdmin(admin.ModelAdmin):
    list_display = ["room_code", "mode", "country_up", "players_at_the_table", "to_act", "version", "updated_at"]
    list_filter = ["mode", "setup", "created_at"]
    search_fields = ["room_code", "id", "players__name"]
    ordering = ["-updated_at"]
    date_hierarchy = "created_at"
    inlines = [PlayerInline, CountryInline, HistoryInline]
    actions = ["abort_tables", "hand_turn_to_bot", "export_json", "verify_tables"]
    fields = SHOWN
    readonly_fields = SHOWN

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        # Aborting tells the players and takes the deadlines along.
        return False

    def has_view_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return super().has_view_permission(request, obj) and not (obj is not None and plays_at(request, obj))

    def has_help_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("imperial.change_game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related("players")

    @admin.display(description=_("players"))
    def players_at_the_table(self, row: Game) -> str:
        return ", ".join(player.name for player in sorted(row.players.all(), key=lambda player: player.seat))

    @admin.display(description=_("to act"))
    def to_act(self, row: Game) -> str:
        return ", ".join(player.name for player in row.players.all() if player.my_turn)

    @admin.display(description=_("bot acts"))
    def bot_acts(self, row: Game) -> datetime | None:
        return None if row.bot_due is None else datetime.fromtimestamp(row.bot_due, tz=UTC)

    @admin.action(description=_("Abort: take the chosen tables away"), permissions=["help"])
    def abort_tables(self, request: HttpRequest, chosen: QuerySet[Game]) -> None:
        ids = list(chosen.values_list("pk", flat=True))
        for game_id in ids:
            services.remove_table(game_id=game_id)
        told = ngettext("%(count)d table is gone.", "%(count)d tables are gone.", len(ids)) % {"count": len(ids)}
        self.message_user(request, told, messages.SUCCESS)

    @admin.action(description=_("Hand the seats that are to act to bots"), permissions=["help"])
    def hand_turn_to_bot(self, request: HttpRequest, chosen: QuerySet[Game]) -> None:
        for row in chosen:
            waited_for = [player.name for player in row.players.all() if player.my_turn and player.bot is None]
            if not waited_for:
                told = _("%(table)s: the table waits for no person.") % {"table": row}
                self.message_user(request, told, messages.ERROR)
            for name in waited_for:
                self._hand_to_bot(request, row, name)

    def _hand_to_bot(self, request: HttpRequest, row: Game, name: str) -> None:
        try:
            services.hand_to_bot(game_id=row.pk, name=name)
        except (RuleViolation, UnknownGame) as refusal:
            self.message_user(request, f"{row}: {getattr(refusal, 'message', refusal)}", messages.ERROR)
        else:
            told = _("%(table)s: a bot plays for %(name)s.") % {"table": row, "name": name}
            self.message_user(request, told, messages.SUCCESS)

    @admin.action(description=_("Export as JSON"), permissions=["view"])
    def export_json(self, request: HttpRequest, chosen: QuerySet[Game]) -> HttpResponse:
        tables = [queries.export(row) for row in chosen if not plays_at(request, row)]
        response = JsonResponse({"tables": tables}, json_dumps_params={"indent": 1})
        response["Content-Disposition"] = 'attachment; filename="imperial.json"'
        return response

    @admin.action(description=_("Verify: replay the log and compare"), permissions=["view"])
    def verify_tables(self, request: HttpRequest, chosen: QuerySet[Game]) -> None:
        for row in chosen:
            try:
                verify(row)
            except BrokenLog as error:
                self.message_user(request, f"{row}: {error}", messages.ERROR)
            else:
                told = _("%(table)s agrees with its log.") % {"table": row}
                self.message_user(request, told, messages.SUCCESS)


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
class SetupAdmin(admin.ModelAdmin):
    """Setups are added, version by version; what games are played on is never changed."""

    form = SetupForm
    list_display = ["name", "version", "created_at"]
    ordering = ["name", "-version"]
    fields = ["name", "version", "data", "created_at"]
    readonly_fields = ["name", "version", "created_at"]

    def has_change_permission(self, request: HttpRequest, obj: Setup | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Setup | None = None) -> bool:
        return False


@admin.register(ImperialAction)
class ImperialActionAdmin(admin.ModelAdmin):
    list_display = ["game", "seq", "actor", "kind", "time"]
    search_fields = ["game__room_code", "game__id"]
    ordering = ["-at"]
    list_select_related = ["game"]
    # Without what was said: bids and votes are sealed.
    fields = ["game", "seq", "actor", "kind", "time", "engine_version"]
    readonly_fields = ["kind", "time"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ImperialAction | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ImperialAction | None = None) -> bool:
        return False

    @admin.display(description=_("action"))
    def kind(self, entry: ImperialAction) -> str:
        return str(entry.payload.get("type"))

    @admin.display(ordering="at", description=_("time"))
    def time(self, entry: ImperialAction) -> datetime:
        return datetime.fromtimestamp(entry.at, tz=UTC)
