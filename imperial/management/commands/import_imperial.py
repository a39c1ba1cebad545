import json
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from imperial import services
from imperial.exchange import BadImport
from tabletop.accounts.models import User


def seat(text: str) -> tuple[str, str]:
    name, equals, email = text.rpartition("=")
    if not (name and equals and email):
        raise ArgumentTypeError("Write a seat as NAME=E-MAIL.")
    return name, email


class Command(BaseCommand):
    help = "Opens a game of Imperial in the exchange format, dumped elsewhere or exported here, as a table."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--seat", action="append", type=seat, default=[], help="NAME=E-MAIL: whose account plays this seat"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            data = json.loads(options["file"].read_text())
        except (OSError, ValueError, RecursionError) as problem:
            raise CommandError(f"{options['file']} cannot be read: {problem}") from None
        try:
            row = services.import_game(data=data, people=dict(map(self.person, options["seat"])))
        except BadImport as error:
            raise CommandError("\n".join([*error.problems, "Nothing has been loaded."])) from None
        self.stdout.write(f"The game is at table {row.room_code}.")

    def person(self, named: tuple[str, str]) -> tuple[str, User]:
        name, email = named
        try:
            return name, User.objects.get(email=User.objects.normalize_email(email))
        except User.DoesNotExist:
            raise CommandError(f"No account has the address {email}.") from None
