from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ERROR_FLAG, PAGE_VAR, ChangeList
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tabletop.models import ClockBeat, Deadline, Presence
from tabletop.staff_log import LoggedById

LOOKUPS_OF_FILTERS = {"", "exact", "isnull", "isempty", "gte", "lt"}
"""How the filters beside a list ask about their columns."""
LOOKUPS_OF_DATES = {"year", "month", "day", "gte", "lt"}
"""How the dates above a list ask."""
MOST_WORDS = 20
"""Words of a search: SQLite refuses a statement with hundreds of conditions."""


def is_superuser(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_superuser", False))


class ForgivingList(ChangeList):
    """Tells staff of a filter that cannot be applied, a year that no calendar has for example, and shows all rows."""

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> QuerySet[Any]:
        with self._telling(request):
            if len(self.query.split()) > MOST_WORDS:
                raise IncorrectLookupParameters
            return super().get_queryset(request, exclude_parameters)

    def get_results(self, request: HttpRequest) -> None:
        # Here the first statement is compiled: some values fail no earlier.
        with self._telling(request):
            super().get_results(request)

    @contextmanager
    def _telling(self, request: HttpRequest) -> Iterator[None]:
        try:
            yield
        except (IncorrectLookupParameters, ValueError, OverflowError) as error:
            # Where nothing was asked for, the fault is not in the address.
            if not (self.query or self.get_filters_params() or PAGE_VAR in request.GET):
                raise
            messages.error(request, _("The list cannot be filtered by this: here are all rows."))
            raise IncorrectLookupParameters(error) from error


class Forgiving(admin.ModelAdmin):
    """A list whatever its address asks for, and whatever rows are chosen there."""

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return ForgivingList

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Raises PermissionDenied for a form that is sent to a list which offers this member of staff no action."""
        if request.method == "POST" and not self.get_actions(request):
            raise PermissionDenied
        if ERROR_FLAG in request.GET and len(request.GET) > 1:
            # Django marks an address without filters by this, and takes a fault there for one of the database.
            asked = request.GET.copy()
            del asked[ERROR_FLAG]
            request.GET = asked  # type: ignore[assignment]
        return super().changelist_view(request, extra_context)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        # Django looks a column without a name up where an address names none.
        return super().get_object(request, object_id, from_field or None)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # Django lets an address ask by every column, hidden ones too (seeds and sealed moves), and by every lookup,
        # at some of which the database fails: at regular expressions for example.
        column, _separator, how = lookup.partition("__")
        is_offered = (column in map(_asks_by, self.get_list_filter(request)) and how in self._lookups_of(column)) or (
            column == self.date_hierarchy and how in LOOKUPS_OF_DATES
        )
        # Rejects NUL: PostgreSQL text cannot store it.
        return is_offered and "\0" not in value and super().lookup_allowed(lookup, value, request)

    def _lookups_of(self, column: str) -> set[str]:
        """A filter by another table asks for the key of its row."""
        fields = {field.name: field for field in self.opts.get_fields()}
        other: Any = getattr(fields.get(column), "related_model", None)
        return LOOKUPS_OF_FILTERS if other is None else {*LOOKUPS_OF_FILTERS, f"{other._meta.pk.name}__exact"}

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any], *place: Any) -> HttpResponse | None:
        if not all(map(self._is_key, request.POST.getlist(ACTION_CHECKBOX_NAME))):
            told = _("There are no such rows as were chosen. Nothing was changed.")
            self.message_user(request, told, messages.ERROR)
            return None
        # Django logs what is deleted before it deletes it: both happen, or neither. Other actions take single steps.
        deletes = "delete_selected" in request.POST.getlist("action")
        with transaction.atomic() if deletes else nullcontext():
            return super().response_action(request, queryset, *place)

    def _is_key(self, chosen: str) -> bool:
        """Whether a row may have this primary key."""
        try:
            self.opts.pk.clean(chosen, None)
        except ValidationError:
            return False
        return "\0" not in chosen


def _asks_by(shown: Any) -> str:
    """The column or the parameter that a filter beside a list asks by."""
    if isinstance(shown, type) and issubclass(shown, admin.SimpleListFilter):
        return str(shown.parameter_name)
    return str(shown[0] if isinstance(shown, tuple) else shown)


class ReadOnly:
    """Rows that only the site writes; staff may look."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(LoggedById, ReadOnly, Forgiving):
    may_be_deleted = False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.may_be_deleted and super().has_delete_permission(request, obj)


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
