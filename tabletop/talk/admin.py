from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tabletop import timebase
from tabletop.admin import ReadOnlyAdmin, time_column
from tabletop.staff_links import OfPersonFilter
from tabletop.staff_log import record
from tabletop.talk import queries
from tabletop.talk.models import Remark, Report


def _has_right(request: HttpRequest, right: str) -> bool:
    user: Any = request.user
    return bool(user.has_perm(right))


class NotOfOwnGames:
    """Hides the rows of tables where this member of staff plays, until the game is over, and reports about themselves.

    Stands before a `ModelAdmin`.
    """

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)  # type: ignore[misc]
        person: Any = request.user.pk
        hidden = rows.exclude(game_id__in=queries.tables_played_by(person))
        return hidden.exclude(about=person) if rows.model is Report else hidden

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        may: bool = super().has_view_permission(request, obj)  # type: ignore[misc]
        return may and (obj is None or self.get_queryset(request).filter(pk=obj.pk).exists())


@admin.register(Report)
class ReportAdmin(NotOfOwnGames, ReadOnlyAdmin):
    """The queue: reports that are not settled come first, the oldest of them on top."""

    list_display = ["about", "reason", "game_slug", "game_id", "seq", "reported", "settled"]
    list_filter = [("settled_at", admin.EmptyFieldListFilter), "reason", "game_slug", OfPersonFilter]
    of_person = "about"
    list_select_related = ["about"]
    search_fields = ["about__display_name", "game_id"]
    ordering = [F("settled_at").desc(nulls_first=True), "at"]
    exclude = ["at", "settled_at"]
    readonly_fields = ["said", "reported", "settled"]
    reported = time_column("at", label=_("reported"))
    settled = time_column("settled_at", label=_("settled"))
    actions = ["settle"]

    @admin.display(description=_("what was said"))
    def said(self, row: Report) -> str:
        return "\n".join(map(str, row.remarks.order_by("pk")))

    def has_settle_permission(self, request: HttpRequest) -> bool:
        return _has_right(request, "talk.change_report")

    @admin.action(description=_("Settle the chosen reports"), permissions=["settle"])
    @transaction.atomic
    def settle(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        waiting = [*queryset.filter(settled_at=None)]
        Report.objects.filter(pk__in=[row.pk for row in waiting]).update(settled_at=timebase.now())
        record(request, waiting, str(_("Settled.")))
        told = ngettext("%(count)d report is settled.", "%(count)d reports are settled.", len(waiting))
        self.message_user(request, told % {"count": len(waiting)}, messages.SUCCESS)


@admin.register(Remark)
class RemarkAdmin(NotOfOwnGames, ReadOnlyAdmin):
    list_display = ["name", "text", "word", "room", "game_slug", "game_id", "seq", "said_at", "hidden"]
    list_filter = ["room", "game_slug", ("hidden_at", admin.EmptyFieldListFilter), OfPersonFilter]
    of_person = "person"
    search_fields = ["game_id", "text", "name"]
    ordering = ["-pk"]
    exclude = ["at", "hidden_at"]
    readonly_fields = ["said_at", "hidden"]
    said_at = time_column("at", label=_("said"))
    hidden = time_column("hidden_at", label=_("hidden"))
    actions = ["hide"]

    def has_hide_permission(self, request: HttpRequest) -> bool:
        return _has_right(request, "talk.change_remark")

    @admin.action(description=_("Hide the chosen remarks"), permissions=["hide"])
    @transaction.atomic
    def hide(self, request: HttpRequest, queryset: QuerySet[Remark]) -> None:
        shown = [*queryset.filter(hidden_at=None)]
        Remark.objects.filter(pk__in=[row.pk for row in shown]).update(hidden_at=timebase.now())
        record(request, shown, str(_("Hidden.")))
        told = ngettext("%(count)d remark is hidden.", "%(count)d remarks are hidden.", len(shown))
        self.message_user(request, told % {"count": len(shown)}, messages.SUCCESS)
