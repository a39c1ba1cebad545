from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from tabletop.replay import BrokenLog


def verify_tables(command: BaseCommand, tables: QuerySet[Any], verify: Callable[[Any], None]) -> None:
    """Replays all stored tables of a game; raises CommandError if any differs from its log."""
    number, broken = 0, 0
    for row in tables.order_by("created_at").iterator():
        number += 1
        try:
            verify(row)
        except BrokenLog as error:
            broken += 1
            command.stderr.write(f"{row.room_code} {row.pk}: {error}")
    if broken:
        raise CommandError(f"{broken} of {number} tables differ from their log.")
    command.stdout.write(f"{number} tables agree with their log.")
