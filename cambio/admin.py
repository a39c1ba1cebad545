"""What staff see of a table: all but the seed, and the cards on a page of their own."""

from collections.abc import Iterable

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from cambio import queries, services
from cambio.models import CambioAction, GameScore, GameSession, Player, SpecialPower, Turn
from cambio.replay import verify
from tabletop.admin import ReadOnlyInline, time_column
from tabletop.hidden_cards import Sheet
from tabletop.tables.admin import ActionLogAdmin, TableAdmin, seat_form


class PlayerInline(ReadOnlyInline):
    model = Player
    ordering = ["turn_order"]
    fields = [
        *("turn_order", "display_name", "type", "bot_difficulty", "user", "is_connected", "has_viewed_initial_cards"),
        *("has_taken_final_turn", "score"),
    ]


class TurnInline(ReadOnlyInline):
    model = Turn
    ordering = ["seq"]
    # Without the cards and the places: which card lies where is hidden.
    fields = ["seq", "player", "action", "draw_source", "special_power_type", "target_player", "created_at"]
    related = ("player", "target_player")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        return super().get_queryset(request).defer("metadata")


class PowerInline(ReadOnlyInline):
    model = SpecialPower
    ordering = ["created_at"]
    fields = ["turn", "activated_by", "power_type", "target_player", "created_at"]
    related = ("turn", "activated_by", "target_player")


class ScoreInline(ReadOnlyInline):
    model = GameScore
    ordering = ["final_score"]
    fields = ["player", "final_score", "is_cambio_caller", "penalty_applied", "is_winner", "cards_summary"]
    related = ("player",)


# Without the seed, which would tell the whole deck: staff may play too.
SHOWN = (
    *("room_code", "phase", "version", "max_players", "takeover", "host_player", "current_turn_player"),
    *("cambio_caller", "winner", "pending_power_turn", "reveal_ends", "bot_acts", "created_at", "started_at"),
    *("completed_at", "abandoned", "abandon_reason", "updated_at"),
)


@admin.register(GameSession)
class GameSessionAdmin(TableAdmin):
    list_display = [
        "room_code",
        "phase",
        "players_at_the_table",
        "current_turn_player",
        "version",
        "closed",
        "updated_at",
    ]
    list_filter = ["phase", "takeover", "created_at"]
    action_form = seat_form(otherwise=_("on turn"))
    nobody_awaited = _("Nobody is on turn.")
    inlines = [PlayerInline, ScoreInline, TurnInline, PowerInline]
    fields = SHOWN
    readonly_fields = SHOWN

    services = services.tables
    reveal_ends = time_column("peek_expires_at", label=_("reveal ends"))
    export = staticmethod(queries.export)
    verify = staticmethod(verify)

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameSession]:
        return super().get_queryset(request).select_related("current_turn_player").prefetch_related("players")

    def is_running(self, row: GameSession) -> bool:
        return row.phase in ("initial_view", "playing", "final_round") and not row.abandoned

    def hidden_sheets(self, row: GameSession) -> Iterable[Sheet]:
        cards = row.cards.select_related("owner").order_by(
            "location", "owner__turn_order", "position_row", "position_col", "order_in_pile"
        )
        yield Sheet(
            title=_("cards"),
            columns=(_("card"), _("where"), _("player"), _("row"), _("column"), _("shown"), _("place in the pile")),
            rows=[
                (
                    *(f"{card.rank} {card.suit}", card.get_location_display(), card.owner, card.position_row),
                    *(card.position_col, card.get_visibility_display(), card.order_in_pile),
                )
                for card in cards
            ],
        )
        cards_of_turns = ("card_drawn", "old_card", "new_card", "target_card")
        turns = row.turns.select_related("player", *cards_of_turns).order_by("seq")
        yield Sheet(
            title=_("cards of the turns"),
            columns=("#", _("player"), _("action"), _("drawn"), _("given away"), _("kept"), _("looked at"), _("more")),
            rows=[
                (
                    *(turn.seq, turn.player, turn.get_action_display()),
                    *(getattr(turn, name) for name in cards_of_turns),
                    turn.metadata,
                )
                for turn in turns
            ],
        )

    def awaited(self, row: GameSession) -> list[Player]:
        return [] if row.current_turn_player is None else [row.current_turn_player]


admin.site.register(CambioAction, ActionLogAdmin)
