from typing import Any

from django.core.management.base import BaseCommand, CommandError

from imperial.models import Game
from imperial.replay import BrokenLog, verify


class Command(BaseCommand):
    help = "Replays every stored game of Imperial from its seed and log, and compares it with its rows."

    def handle(self, *args: Any, **options: Any) -> None:
        number, broken = 0, 0
        for row in Game.objects.order_by("created_at").iterator():
            number += 1
            try:
                verify(row)
            except BrokenLog as error:
                broken += 1
                self.stderr.write(f"{row.room_code} {row.pk}: {error}")
        if broken:
            raise CommandError(f"{broken} of {number} tables differ from their log.")
        self.stdout.write(f"{number} tables agree with their log.")
