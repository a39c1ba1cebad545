import json
from typing import Any

from django.core.management.base import BaseCommand

from tests.tinygame.models import DuelAction, DuelGame
from tests.tinygame.replay import verify


class Command(BaseCommand):
    help = "Replays every duel, compares it with its rows, and prints the keys of all accepted moves."

    def handle(self, *args: Any, **options: Any) -> None:
        for game in DuelGame.objects.all():
            verify(game)
        keys = DuelAction.objects.exclude(key=None).values_list("key", flat=True)
        self.stdout.write(json.dumps({"duels": DuelGame.objects.count(), "keys": list(keys)}))
