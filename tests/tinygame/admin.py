from collections.abc import Iterable

from django.contrib import admin

from tabletop.admin import ReadOnlyInline
from tabletop.hidden_cards import Sheet
from tabletop.tables.admin import ActionLogAdmin, TableAdmin, seat_form
from tests.tinygame import queries, services
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat
from tests.tinygame.replay import verify

SHOWN = ("room_code", "seq", "takeover", "abandoned", "abandon_reason", "bot_acts", "created_at", "updated_at")


class SeatInline(ReadOnlyInline):
    model = DuelSeat
    ordering = ["place"]
    fields = ["place", "display_name", "type", "bot_level", "user"]


@admin.register(DuelGame)
class DuelGameAdmin(TableAdmin):
    list_display = ["room_code", "players_at_the_table", "seq", "closed", "updated_at"]
    list_filter = ["takeover"]
    action_form = seat_form(otherwise="on turn")
    nobody_awaited = "Nobody is on turn."
    inlines = [SeatInline]
    fields = SHOWN
    readonly_fields = SHOWN

    services = services.tables
    is_running = staticmethod(queries.is_running)
    export = staticmethod(queries.export)
    verify = staticmethod(verify)

    def hidden_sheets(self, row: DuelGame) -> Iterable[Sheet]:
        yield Sheet(title="hands", columns=("player", "hand"), rows=[(seat, seat.hand) for seat in self.seated(row)])
        yield Sheet(title="game", columns=("state",), rows=[(row.game,)])

    def awaited(self, row: DuelGame) -> list[DuelSeat]:
        return [seat for seat in self.seated(row) if queries.is_awaited(row, seat)]


admin.site.register(DuelAction, ActionLogAdmin)
