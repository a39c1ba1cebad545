from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from tabletop.games import all_games


class Command(BaseCommand):
    help = "Loads what the games need in the database (setups, presets). May be run again at any time."

    def handle(self, *args: Any, **options: Any) -> None:
        for game in all_games():
            for command in game.seed_commands:
                call_command(command, stdout=self.stdout, stderr=self.stderr)
