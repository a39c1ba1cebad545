"""Staff see everything about a table and can help; they change nothing by hand."""

from datetime import UTC, datetime
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from cambio import queries, services, store
from cambio.models import CambioAction, Card, GameScore, GameSession, Player, SpecialPower, Turn
from cambio.replay import verify
from tabletop.admin import ReadOnlyInline
from tabletop.play import UnknownGame
from tabletop.replay import BrokenLog
from tabletop.rules import RuleViolation


class PlayerInline(ReadOnlyInline):
    model = Player
    ordering = ["turn_order"]
    fields = [
        *("turn_order", "display_name", "type", "bot_difficulty", "user", "is_connected", "has_viewed_initial_cards"),
        *("has_taken_final_turn", "score"),
    ]


class CardInline(ReadOnlyInline):
    model = Card
    ordering = ["location", "owner__turn_order", "position_row", "position_col", "order_in_pile"]
    fields = ["rank", "suit", "location", "owner", "position_row", "position_col", "visibility", "order_in_pile"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("owner")


class TurnInline(ReadOnlyInline):
    model = Turn
    ordering = ["seq"]
    fields = [
        *("seq", "player", "action", "draw_source", "card_drawn", "old_card", "new_card", "special_power_type"),
        *("target_card", "target_player", "metadata", "created_at"),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        cards = ("card_drawn", "old_card", "new_card", "target_card")
        return super().get_queryset(request).select_related("player", "target_player", *cards)


class PowerInline(ReadOnlyInline):
    model = SpecialPower
    ordering = ["created_at"]
    fields = ["turn", "activated_by", "power_type", "target_card", "target_player", "created_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        related = ("turn", "activated_by", "target_card", "target_player")
        return super().get_queryset(request).select_related(*related)


class ScoreInline(ReadOnlyInline):
    model = GameScore
    ordering = ["final_score"]
    fields = ["player", "final_score", "is_cambio_caller", "penalty_applied", "is_winner", "cards_summary"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("player")


# Without the seed, which would tell the whole deck: staff may play too.
SHOWN = (
    *("room_code", "phase", "version", "max_players", "takeover", "host_player", "current_turn_player"),
    *("cambio_caller", "winner", "pending_power_turn", "reveal_ends", "bot_acts", "created_at", "started_at"),
    *("completed_at", "abandoned", "updated_at"),
)


def plays_at(request: HttpRequest, row: GameSession) -> bool:
    """Whoever plays at a table sees no more of it than the others, staff or not, until the game is over."""
    is_running = row.phase in ("initial_view", "playing", "final_round") and not row.abandoned
    return is_running and row.players.filter(user=request.user.pk).exists()


@admin.register(GameSession)
class GameSessionAdmin(admin.ModelAdmin):
    list_display = ["room_code", "phase", "players_at_the_table", "current_turn_player", "version", "updated_at"]
    list_filter = ["phase", "abandoned", "takeover", "created_at"]
    search_fields = ["room_code", "id", "players__display_name"]
    ordering = ["-updated_at"]
    date_hierarchy = "created_at"
    inlines = [PlayerInline, ScoreInline, CardInline, TurnInline, PowerInline]
    actions = ["abort_tables", "hand_turn_to_bot", "export_json", "verify_tables"]
    fields = SHOWN
    readonly_fields = SHOWN

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: GameSession | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: GameSession | None = None) -> bool:
        # Aborting tells the players and takes the deadlines along.
        return False

    def has_view_permission(self, request: HttpRequest, obj: GameSession | None = None) -> bool:
        return super().has_view_permission(request, obj) and not (obj is not None and plays_at(request, obj))

    def has_help_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("cambio.change_gamesession")

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameSession]:
        return super().get_queryset(request).select_related("current_turn_player").prefetch_related("players")

    @admin.display(description=_("players"))
    def players_at_the_table(self, row: GameSession) -> str:
        seated = sorted(row.players.all(), key=lambda player: player.turn_order)
        return ", ".join(player.display_name for player in seated)

    @admin.display(description=_("reveal ends"))
    def reveal_ends(self, row: GameSession) -> datetime | None:
        return None if row.peek_expires_at is None else datetime.fromtimestamp(row.peek_expires_at, tz=UTC)

    @admin.display(description=_("bot acts"))
    def bot_acts(self, row: GameSession) -> datetime | None:
        return None if row.bot_due is None else datetime.fromtimestamp(row.bot_due, tz=UTC)

    @admin.action(description=_("Abort: take the chosen tables away"), permissions=["help"])
    def abort_tables(self, request: HttpRequest, chosen: QuerySet[GameSession]) -> None:
        ids = list(chosen.values_list("pk", flat=True))
        for game_id in ids:
            services.remove_table(game_id=game_id)
        told = ngettext("%(count)d table is gone.", "%(count)d tables are gone.", len(ids)) % {"count": len(ids)}
        self.message_user(request, told, messages.SUCCESS)

    @admin.action(description=_("Hand the seat on turn to a bot"), permissions=["help"])
    def hand_turn_to_bot(self, request: HttpRequest, chosen: QuerySet[GameSession]) -> None:
        for row in chosen:
            player = row.current_turn_player
            try:
                if player is None:
                    raise RuleViolation("invalid_action", str(_("Nobody is on turn.")))
                services.hand_to_bot(game_id=row.pk, seat=player.turn_order)
            except (RuleViolation, UnknownGame) as refusal:
                self.message_user(request, f"{row}: {getattr(refusal, 'message', refusal)}", messages.ERROR)
            else:
                told = _("%(table)s: a bot plays for %(name)s.") % {"table": row, "name": player}
                self.message_user(request, told, messages.SUCCESS)

    @admin.action(description=_("Export as JSON"), permissions=["view"])
    def export_json(self, request: HttpRequest, chosen: QuerySet[GameSession]) -> HttpResponse:
        others = [row for row in chosen if not plays_at(request, row)]
        tables = [queries.export(row, store.load(row.pk).state) for row in others]
        response = JsonResponse({"tables": tables}, json_dumps_params={"indent": 1})
        response["Content-Disposition"] = 'attachment; filename="cambio.json"'
        return response

    @admin.action(description=_("Verify: replay the log and compare"), permissions=["view"])
    def verify_tables(self, request: HttpRequest, chosen: QuerySet[GameSession]) -> None:
        for row in chosen:
            try:
                verify(row)
            except BrokenLog as error:
                self.message_user(request, f"{row}: {error}", messages.ERROR)
            else:
                told = _("%(table)s agrees with its log.") % {"table": row}
                self.message_user(request, told, messages.SUCCESS)


@admin.register(CambioAction)
class CambioActionAdmin(admin.ModelAdmin):
    list_display = ["game", "seq", "actor", "payload", "time"]
    search_fields = ["game__room_code", "game__id"]
    ordering = ["-at"]
    list_select_related = ["game"]
    # Without the events, which tell everybody's cards.
    fields = ["game", "seq", "actor", "payload", "time", "engine_version"]
    readonly_fields = ["time"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: CambioAction | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: CambioAction | None = None) -> bool:
        return False

    @admin.display(ordering="at", description=_("time"))
    def time(self, entry: CambioAction) -> datetime:
        return datetime.fromtimestamp(entry.at, tz=UTC)
