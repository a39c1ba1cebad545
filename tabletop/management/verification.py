from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tabletop.replay import BrokenLog
from tabletop.tables.models import TableRow


class VerifyCommand(BaseCommand):
    """Replays all stored tables of a game; raises CommandError if any differs from its log."""

    model: type[TableRow]
    verify: Callable[[Any], None]
    """Raises BrokenLog."""

    def handle(self, *args: Any, **options: Any) -> None:
        number, broken = 0, 0
        for row in self.model._default_manager.order_by("created_at").iterator():
            number += 1
            try:
                self.verify(row)
            except BrokenLog as error:
                broken += 1
                self.stderr.write(f"{row.room_code} {row.pk}: {error}")
        if broken:
            raise CommandError(f"{broken} of {number} tables differ from their log.")
        self.stdout.write(f"{number} tables agree with their log.")
