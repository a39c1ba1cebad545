from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tabletop.tables.models import TableRow
from tabletop.tables.verdicts import Verdict, judge, write_csv


class VerifyCommand(BaseCommand):
    """Replays all stored tables of a game; raises CommandError if any differs from its log."""

    model: type[TableRow]
    verify: Callable[[Any], None]
    """Raises BrokenLog."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--csv", metavar="FILE", help="writes a line for each table to this file")

    def handle(self, *args: Any, csv: str | None = None, **options: Any) -> None:
        number, broken = 0, 0
        with ExitStack() as opened:
            verdicts: Iterator[Verdict] = judge(
                self.model._default_manager.order_by("created_at").iterator(), self.verify
            )
            if csv is not None:
                try:
                    file = opened.enter_context(Path(csv).open("w", encoding="utf-8", newline=""))
                except OSError as error:
                    raise CommandError(f"{csv} cannot be written: {error.strerror}.") from error
                verdicts = write_csv(file, verdicts)
            for verdict in verdicts:
                number += 1
                if verdict.problem is not None:
                    broken += 1
                    self.stderr.write(f"{verdict.row.room_code} {verdict.row.pk}: {verdict.problem}")
        if broken:
            raise CommandError(f"{broken} of {number} tables differ from their log.")
        self.stdout.write(f"{number} tables agree with their log.")
