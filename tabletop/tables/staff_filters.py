"""Filters beside the list of a game's tables: those that nobody plays at, and those that do not go on."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tabletop import timebase
from tabletop.models import Deadline

UNFINISHED = Q(abandoned=False, completed_at__isnull=True)

IDLE = {
    "1h": (_("an hour"), timedelta(hours=1)),
    "1d": (_("a day"), timedelta(days=1)),
    "7d": (_("a week"), timedelta(days=7)),
    "30d": (_("thirty days"), timedelta(days=30)),
}
STUCK_MINUTES = {"5": _("five minutes"), "30": _("half an hour"), "120": _("two hours")}


class IdleFilter(admin.SimpleListFilter):
    """Tables, waiting or playing, at which nothing has happened for so long."""

    title = _("idle for")
    parameter_name = "idle"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(name, words) for name, (words, _span) in IDLE.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value() or ""
        if chosen not in IDLE:
            return queryset
        return queryset.filter(UNFINISHED, updated_at__lt=timezone.now() - IDLE[chosen][1])


class StuckFilter(admin.SimpleListFilter):
    """Tables where a bot should have acted, or a deadline has passed, so long ago: the clock does not get on there."""

    title = _("stuck for")
    parameter_name = "stuck"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        self.slug: str = model_admin.services.engine.slug
        return list(STUCK_MINUTES.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value() or ""
        if chosen not in STUCK_MINUTES:
            return queryset
        since = timebase.now() - 60 * int(chosen)
        overdue = Deadline.objects.filter(game_slug=self.slug, game_id=OuterRef("pk"), due_at__lt=since)
        return queryset.filter(UNFINISHED, Q(bot_due__lt=since) | Exists(overdue))
