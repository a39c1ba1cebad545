import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tabletop.backups.database import CannotRestore, restore
from tabletop.backups.files import DamagedBackup


class Command(BaseCommand):
    help = "Fills an empty database from a file of `backup`. Stop the site first."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--force", action="store_true", help="replace everything that is in the database")

    def handle(self, *_args: Any, file: Path, force: bool, **_options: Any) -> None:
        try:
            made = restore(file, overwrite=force)
        except DamagedBackup as damage:
            raise CommandError(f"{file} is damaged: {damage}. Nothing has been changed.") from None
        except CannotRestore as refusal:
            raise CommandError(f"{refusal} Nothing has been changed.") from None
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}. Nothing has been changed.") from None
        self.stdout.write(f"The site is as it was at {made.made_at}.")
        if made.secret_key != settings.SECRET_KEY:
            self._keep_secret(made.secret_key)

    def _keep_secret(self, key: str) -> None:
        """Puts the key where the site finds it, or where the operator does."""
        from_environment = bool(os.environ.get("SECRET_KEY"))
        place = settings.VAR_DIR / ("secret-key-of-backup" if from_environment else "secret-key")
        place.touch(mode=0o600)
        place.chmod(0o600)
        place.write_text(key)
        if from_environment:
            self.stdout.write(f"Set SECRET_KEY to what is in {place}: with another key everybody is signed out.")
