"""The admin log: what staff did, and to what. It knows rows by code or id: a name would outlive its person."""

import json
from collections.abc import Iterable
from typing import Any

from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.http import HttpRequest

from tabletop.accounts.models import User


def record(
    request: HttpRequest, rows: Iterable[Model], message: str | list[Any], *, flag: int = CHANGE
) -> list[LogEntry]:
    """Writes an entry for each row, in one statement. The message names nobody."""
    message = message if isinstance(message, str) else json.dumps(message)
    user: Any = request.user
    entries = [
        LogEntry(
            user_id=user.pk,
            content_type=ContentType.objects.get_for_model(row, for_concrete_model=False),
            object_id=row.pk,
            object_repr=label(row),
            action_flag=flag,
            change_message=message,
        )
        for row in rows
    ]
    return LogEntry.objects.bulk_create(entries)


def has_looked_after(person: User, row: Model) -> bool:
    """Whether the person has done anything with this row as staff, such as looking at its hidden cards."""
    kind = ContentType.objects.get_for_model(row, for_concrete_model=False)
    return LogEntry.objects.filter(user=person.pk, content_type=kind, object_id=str(row.pk)).exists()


def label(row: Model) -> str:
    """How the log calls a row: a table by its code, everything else by its id."""
    return str(getattr(row, "room_code", row.pk))


class LoggedById:
    """Lets the log of Django's own pages name no people either. Stands before a `ModelAdmin`."""

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        return record(request, [obj], message, flag=ADDITION)[0]

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        return record(request, [obj], message)[0]

    def log_deletions(self, request: HttpRequest, queryset: Any) -> list[LogEntry]:
        return record(request, queryset, "", flag=DELETION)
