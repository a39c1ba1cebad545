import json
from typing import Any

from django.core.management.base import BaseCommand

from tests.tinygame.models import DuelAction, DuelGame
from tests.tinygame.replay import replay, stored


class Command(BaseCommand):
    help = "Replays every duel, compares it with its rows, and prints the keys of all accepted moves."

    def handle(self, *args: Any, **options: Any) -> None:
        for game in DuelGame.objects.all():
            assert replay(game, started_at=game.started_at) == stored(game), f"{game.pk} differs from its log"
            assert game.seq == game.actions.count()
        keys = DuelAction.objects.exclude(key=None).values_list("key", flat=True)
        self.stdout.write(json.dumps({"duels": DuelGame.objects.count(), "keys": list(keys)}))
