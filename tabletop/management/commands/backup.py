from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tabletop.backups.database import back_up


class Command(BaseCommand):
    help = "Writes the database and the key that signs sessions into one file. The site may go on running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--force", action="store_true", help="replace a file that is there")

    def handle(self, *_args: Any, file: Path, force: bool, **_options: Any) -> None:
        if file.exists() and not force:
            raise CommandError(f"{file} is there already. `--force` replaces it.")
        try:
            rows = back_up(file)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from None
        self.stdout.write(f"{rows} rows are in {file}. Keep it secret: it holds people's addresses and hidden cards.")
