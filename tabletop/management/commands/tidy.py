from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tabletop.operation.tidy import chores, tidy_up


class Command(BaseCommand):
    help = "Removes what nobody needs any more, in small batches: the clock does the same once a day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what would go, and change nothing")

    def handle(self, *_args: Any, dry_run: bool, **_options: Any) -> None:
        if dry_run:
            for chore in chores():
                self.tell(chore.name, chore.count())
            self.stdout.write("Nothing has been changed.")
        else:
            tidy_up(tell=self.tell)

    def tell(self, name: str, count: int) -> None:
        self.stdout.write(f"{name}: {count}")
