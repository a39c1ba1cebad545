from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from imperial import setups
from imperial.rules import SHIPPED, SetupError


class Command(BaseCommand):
    help = "Loads the boards Imperial is played on. What is loaded already stays; what has changed is a new version."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--file", action="append", type=Path, help="a setup of your own, not the shipped ones")
        parser.add_argument("--check", action="store_true", help="only say what is wrong with them")

    def handle(self, *args: Any, **options: Any) -> None:
        texts = dict(self.texts(options["file"]))
        problems = [f"{source}: {problem}" for source, text in texts.items() for problem in problems_of(text)]
        if problems:
            raise CommandError("\n".join([*problems, "Nothing has been loaded."]))
        for source, text in texts.items():
            if places := setups.not_drawn(setups.read(text)):
                self.stdout.write(f"{source}: not on the map, but told in words: {', '.join(places)}.")
        if options["check"]:
            self.stdout.write(f"{', '.join(texts)}: nothing wrong.")
            return
        with transaction.atomic():
            for source, text in texts.items():
                setup, is_new = setups.load(text) if options["file"] else setups.load_shipped(source)
                if is_new:
                    self.stdout.write(f"Loaded the setup {setup}.")

    def texts(self, paths: list[Path] | None) -> Iterator[tuple[str, str]]:
        if not paths:
            yield from ((name, setups.shipped_text(name)) for name in SHIPPED)
            return
        for path in paths:
            try:
                yield str(path), path.read_text()
            except (OSError, UnicodeDecodeError) as problem:
                raise CommandError(f"{path} cannot be read: {problem}") from None


def problems_of(text: str) -> tuple[str, ...]:
    try:
        setups.read(text)
    except SetupError as error:
        return error.problems
    return ()
