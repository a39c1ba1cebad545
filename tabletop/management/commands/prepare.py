from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand

from tabletop.games import all_games

NOT_SERVED = ["screenshots", "htmx-4*", "htmax-4*", "hx-*-4*", "htmx-2-compat-4*"]
"""Pictures of the README, and the other versions of htmx in its package."""


class Command(BaseCommand):
    help = "Brings the database and the static files up to date; quick when they are."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        for game in all_games():
            for command in game.seed_commands:
                call_command(command, stdout=self.stdout, stderr=self.stderr)
        if not settings.DEBUG:
            self.collect_static_files_if_changed()

    def collect_static_files_if_changed(self) -> None:
        """Skips unchanged files: compressing takes ten seconds."""
        note = Path(settings.STATIC_ROOT) / "collected"
        now = self.fingerprint()
        if not note.exists() or note.read_text() != now:
            self.stdout.write("Compressing the static files ...")
            call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=NOT_SERVED)
            note.write_text(now)

    def fingerprint(self) -> str:
        digest = sha256()
        for finder in get_finders():
            for path, storage in finder.list(NOT_SERVED):
                status = Path(storage.path(path)).stat()
                digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
        return digest.hexdigest()
