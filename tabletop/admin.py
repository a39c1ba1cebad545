from datetime import UTC, datetime
from typing import Any

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest

from tabletop.models import ClockBeat, Deadline, Presence

LOOKUPS_OF_FILTERS = {"exact", "isnull", "gte", "lt", "year", "month", "day"}
"""How the filters beside a list and the dates above it ask."""


class ForgivingList(ChangeList):
    """A year that no calendar has is a filter that cannot be applied: Django says so, and shows all rows."""

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> QuerySet[Any]:
        try:
            return super().get_queryset(request, exclude_parameters)
        except OverflowError as error:
            raise IncorrectLookupParameters(error) from error


class Forgiving:
    """A list whatever its address asks for. Stands before a `ModelAdmin`."""

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return ForgivingList

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # Django lets an address ask by any lookup, and the database fails at some: at regular expressions for example.
        is_offered = "__" not in lookup or lookup.rpartition("__")[2] in LOOKUPS_OF_FILTERS
        # Rejects NUL: PostgreSQL text cannot store it.
        allowed: bool = is_offered and "\0" not in value and super().lookup_allowed(lookup, value, request)  # type: ignore[misc]
        return allowed


class ReadOnly:
    """Rows that only the site writes; staff may look."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(Forgiving, ReadOnly, admin.ModelAdmin):
    may_be_deleted = False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.may_be_deleted and super().has_delete_permission(request, obj)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # Django lets an address filter by every column, also by hidden ones: seeds and sealed moves.
        offered = (*self.get_list_filter(request), self.date_hierarchy)
        return lookup.partition("__")[0] in offered and super().lookup_allowed(lookup, value, request)


class ReadOnlyInline(ReadOnly, admin.TabularInline):
    extra = 0
    can_delete = False
    related: tuple[str, ...] = ()
    """Rows shown by name, read in the same statement."""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        return rows.select_related(*self.related) if self.related else rows


def time_column(field: str, *, label: Any) -> Any:
    """A column that shows seconds since 1970 as a date."""

    @admin.display(ordering=field, description=label)
    def column(_admin: admin.ModelAdmin, row: Any) -> datetime | None:
        seconds = getattr(row, field)
        return None if seconds is None else datetime.fromtimestamp(seconds, tz=UTC)

    return column


@admin.register(Deadline)
class DeadlineAdmin(ReadOnlyAdmin):
    list_display = ("game_slug", "game_id", "task", "due")
    list_filter = ("game_slug",)
    search_fields = ("game_id",)
    ordering = ("due_at",)
    due = time_column("due_at", label="due")


@admin.register(Presence)
class PresenceAdmin(ReadOnlyAdmin):
    list_display = ("game_slug", "game_id", "seat", "seen")
    list_filter = ("game_slug",)
    search_fields = ("game_id",)
    seen = time_column("seen_at", label="seen")


@admin.register(ClockBeat)
class ClockBeatAdmin(ReadOnlyAdmin):
    list_display = ("process", "beat")
    beat = time_column("at", label="beat")
