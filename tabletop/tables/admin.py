"""Staff see everything about a table but its secrets, and can help; they change nothing by hand."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth import get_permission_codename
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tabletop.admin import ReadOnlyAdmin
from tabletop.engine import UnknownGame
from tabletop.models import ActionRow
from tabletop.replay import BrokenLog
from tabletop.rules import Json, RuleViolation
from tabletop.translation import translate


class TableAdmin(ReadOnlyAdmin):
    """The tables of a game. None is deleted: aborting tells the players and takes the deadlines along."""

    ordering = ["-updated_at"]
    date_hierarchy = "created_at"
    actions = ["abort_tables", "hand_turn_to_bot", "export_json", "verify_tables"]

    is_running: Callable[[Any], bool]
    hand_turn_to_bot: Callable[[HttpRequest, QuerySet[Any]], None]
    remove: Callable[..., None]
    export: Callable[[Any], Json]
    verify: Callable[[Any], None]
    """Raises BrokenLog."""

    def plays_at(self, request: HttpRequest, row: Any) -> bool:
        """Whoever plays at a table sees no more of it than the others, staff or not, until the game is over."""
        return self.is_running(row) and row.players.filter(user=request.user.pk).exists()

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_view_permission(request, obj) and not (obj is not None and self.plays_at(request, obj))

    def has_help_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(f"{self.opts.app_label}.{get_permission_codename('change', self.opts)}")

    @admin.display(description=_("bot acts"))
    def bot_acts(self, row: Any) -> datetime | None:
        return None if row.bot_due is None else datetime.fromtimestamp(row.bot_due, tz=UTC)

    @admin.action(description=_("Abort: take the chosen tables away"), permissions=["help"])
    def abort_tables(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        ids = list(chosen.values_list("pk", flat=True))
        for game_id in ids:
            self.remove(game_id=game_id)
        told = ngettext("%(count)d table is gone.", "%(count)d tables are gone.", len(ids)) % {"count": len(ids)}
        self.message_user(request, told, messages.SUCCESS)

    def hand_to_bot(self, request: HttpRequest, row: Any, name: str, service: Callable[[], object]) -> None:
        try:
            service()
        except RuleViolation as refusal:
            self.tell_problem(request, row, translate(refusal.sentence))
        except UnknownGame as gone:
            self.tell_problem(request, row, gone)
        else:
            told = _("%(table)s: a bot plays for %(name)s.") % {"table": row, "name": name}
            self.message_user(request, told, messages.SUCCESS)

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
                told = _("%(table)s agrees with its log.") % {"table": row}
                self.message_user(request, told, messages.SUCCESS)

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

    @admin.display(description=_("action"))
    def kind(self, entry: ActionRow) -> str:
        return str(entry.payload.get("type"))

    @admin.display(ordering="at", description=_("time"))
    def time(self, entry: ActionRow) -> datetime:
        return datetime.fromtimestamp(entry.at, tz=UTC)
