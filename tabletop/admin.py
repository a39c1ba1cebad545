from datetime import UTC, datetime
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tabletop.models import ClockBeat, Deadline, Presence


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that the site keeps by itself; staff look at them to see what is going on."""

    may_be_deleted = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.may_be_deleted and super().has_delete_permission(request, obj)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # Django would let an address ask about every column, also about those no page shows: seeds and sealed moves.
        offered = (*self.get_list_filter(request), self.date_hierarchy)
        # PostgreSQL cannot compare the character zero with anything.
        is_offered = lookup.partition("__")[0] in offered and "\0" not in value
        return is_offered and super().lookup_allowed(lookup, value, request)


class ReadOnlyInline(admin.TabularInline):
    """Rows that belong to a game, as they stand: staff look, the rules write."""

    extra = 0
    can_delete = False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Deadline)
class DeadlineAdmin(ReadOnlyAdmin):
    list_display = ("game_slug", "game_id", "task", "due")
    list_filter = ("game_slug",)
    search_fields = ("game_id",)
    ordering = ("due_at",)

    @admin.display(ordering="due_at")
    def due(self, deadline: Deadline) -> datetime:
        return datetime.fromtimestamp(deadline.due_at, tz=UTC)


@admin.register(Presence)
class PresenceAdmin(ReadOnlyAdmin):
    list_display = ("game_slug", "game_id", "seat", "seen")
    list_filter = ("game_slug",)
    search_fields = ("game_id",)

    @admin.display(ordering="seen_at")
    def seen(self, presence: Presence) -> datetime:
        return datetime.fromtimestamp(presence.seen_at, tz=UTC)


@admin.register(ClockBeat)
class ClockBeatAdmin(ReadOnlyAdmin):
    list_display = ("process", "beat")

    @admin.display(ordering="at")
    def beat(self, beat: ClockBeat) -> datetime:
        return datetime.fromtimestamp(beat.at, tz=UTC)
