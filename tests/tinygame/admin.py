from django.contrib import admin

from tabletop.admin import ReadOnlyInline
from tabletop.tables.admin import ActionLogAdmin, TableAdmin, seat_form
from tests.tinygame import queries, services
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat
from tests.tinygame.replay import verify

SHOWN = ("room_code", "seq", "takeover", "abandoned", "game", "bot_acts", "created_at", "updated_at")


class SeatInline(ReadOnlyInline):
    model = DuelSeat
    ordering = ["place"]
    fields = ["place", "display_name", "type", "bot_level", "user", "hand"]


@admin.register(DuelGame)
class DuelGameAdmin(TableAdmin):
    list_display = ["room_code", "players_at_the_table", "seq", "updated_at"]
    list_filter = ["abandoned"]
    action_form = seat_form(most=3, otherwise="on turn")
    nobody_awaited = "Nobody is on turn."
    inlines = [SeatInline]
    fields = SHOWN
    readonly_fields = SHOWN

    services = services.tables
    is_running = staticmethod(queries.is_running)
    export = staticmethod(queries.export)
    verify = staticmethod(verify)

    def awaited(self, row: DuelGame) -> list[DuelSeat]:
        return [seat for seat in self.seated(row) if queries.is_awaited(row, seat)]


admin.site.register(DuelAction, ActionLogAdmin)
