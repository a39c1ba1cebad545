from typing import Any

from django.core.management.base import BaseCommand

from imperial.models import Game
from imperial.replay import verify
from tabletop.management.verification import verify_tables


class Command(BaseCommand):
    help = "Replays every stored game of Imperial from its seed and log, and compares it with its rows."

    def handle(self, *args: Any, **options: Any) -> None:
        verify_tables(self, Game.objects.all(), verify)
