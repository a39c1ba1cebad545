"""Staff see everything about a table but its secrets, and can help; they change nothing by hand."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.auth import get_permission_codename
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tabletop.admin import ReadOnlyAdmin, time_column
from tabletop.engine import UnknownGame, distinct_names
from tabletop.models import ActionRow
from tabletop.replay import BrokenLog
from tabletop.rules import Json, RuleViolation
from tabletop.tables.services import TableServices
from tabletop.translation import translate


def seat_form(*, most: int, otherwise: str | Promise) -> type[ActionForm]:
    """Asks for the place of a seat; left empty, the action is about those who are `otherwise` meant."""
    places = [(str(place), str(place)) for place in range(most)]
    seat = forms.ChoiceField(label=_("Seat:"), required=False, choices=[("", otherwise), *places])
    return type("SeatForm", (ActionForm,), {"seat": seat})


class TableAdmin(ReadOnlyAdmin):
    """The tables of a game. None is deleted: aborting tells the players and takes the deadlines along."""

    ordering = ["-updated_at"]
    date_hierarchy = "created_at"
    actions = ["abort_tables", "hand_turn_to_bot", "export_json", "verify_tables"]

    search_fields = ["room_code", "id", "players__display_name"]
    bot_acts = time_column("bot_due", label=_("bot acts"))

    services: TableServices
    is_running: Callable[[Any], bool]
    awaited: Callable[[Any], list[Any]]
    """The players whom the table waits for."""
    nobody_awaited: str | Promise
    """What staff are told where there are none."""
    export: Callable[[Any], Json]
    verify: Callable[[Any], None]
    """Raises BrokenLog."""

    def plays_at(self, request: HttpRequest, row: Any) -> bool:
        """A person who plays at a table sees no more of it than the others, staff or not, until the game is over."""
        return self.is_running(row) and row.players.filter(user=request.user.pk).exists()

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_view_permission(request, obj) and not (obj is not None and self.plays_at(request, obj))

    def has_help_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(f"{self.opts.app_label}.{get_permission_codename('change', self.opts)}")

    @admin.action(description=_("Abort: take the chosen tables away"), permissions=["help"])
    def abort_tables(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        ids = list(chosen.values_list("pk", flat=True))
        for game_id in ids:
            self.services.remove_table(game_id=game_id)
        notice = ngettext("%(count)d table is gone.", "%(count)d tables are gone.", len(ids)) % {"count": len(ids)}
        self.message_user(request, notice, messages.SUCCESS)

    def seated(self, row: Any) -> list[Any]:
        """The players in the order of their seats."""
        return sorted(row.players.all(), key=attrgetter(self.services.seats.place_column))

    @admin.display(description=_("players"))
    def players_at_the_table(self, row: Any) -> str:
        names = {str(player.pk): player.display_name for player in self.seated(row)}
        return ", ".join(distinct_names(names).values())

    @admin.action(description=_("Hand a seat, or all that are to act, to bots"), permissions=["help"])
    def hand_turn_to_bot(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        place = request.POST.get("seat")
        for row in chosen:
            players = self.seated(row)[int(place) :][:1] if place else self.awaited(row)
            if not players:
                self.tell_problem(request, row, _("There is no such seat.") if place else self.nobody_awaited)
            for player in players:
                self._hand_to_bot(request, row, player)

    def _hand_to_bot(self, request: HttpRequest, row: Any, player: Any) -> None:
        try:
            self.services.hand_to_bot(game_id=row.pk, seat_id=str(player.pk))
        except RuleViolation as refusal:
            self.tell_problem(request, row, translate(refusal.sentence))
        except UnknownGame as gone:
            self.tell_problem(request, row, gone)
        else:
            notice = _("%(table)s: a bot plays for %(name)s.") % {"table": row, "name": player}
            self.message_user(request, notice, messages.SUCCESS)

    @admin.action(description=_("Export as JSON"), permissions=["view"])
    def export_json(self, request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponse:
        tables = [self.export(row) for row in chosen if not self.plays_at(request, row)]
        response = JsonResponse({"tables": tables}, json_dumps_params={"indent": 1})
        response["Content-Disposition"] = f'attachment; filename="{self.opts.app_label}.json"'
        return response

    @admin.action(description=_("Verify: replay the log and compare"), permissions=["view"])
    def verify_tables(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        for row in chosen:
            try:
                self.verify(row)
            except BrokenLog as error:
                self.tell_problem(request, row, error)
            else:
                notice = _("%(table)s agrees with its log.") % {"table": row}
                self.message_user(request, notice, messages.SUCCESS)

    def tell_problem(self, request: HttpRequest, row: Any, problem: str | Promise | Exception) -> None:
        self.message_user(request, f"{row}: {problem}", messages.ERROR)


class ActionLogAdmin(ReadOnlyAdmin):
    """The log of a game's actions: when, who and of which kind.

    What was said stays out, and so do the events: staff may play too, and both tell of cards, bids and votes.
    """

    list_display = ["game", "seq", "actor", "kind", "time"]
    fields = ["game", "seq", "actor", "kind", "time", "engine_version"]
    readonly_fields = ["kind", "time"]
    search_fields = ["game__room_code", "game__id"]
    ordering = ["-at"]
    list_select_related = ["game"]
    time = time_column("at", label=_("time"))

    @admin.display(description=_("action"))
    def kind(self, entry: ActionRow) -> str:
        return str(entry.payload.get("type"))
