from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deckbuilder.rules.presets import PresetFile, checked_files, shipped_contents


class Command(BaseCommand):
    help = "Lists the presets of the Deckbuilder with everything that is wrong with them; fails if anything is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--file", type=Path, action="append", default=[], help="a preset of your own instead; may be given again"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        files = checked_beside_shipped(options["file"]) if options["file"] else checked_files(shipped_contents())
        for file in files:
            if file.problems:
                self.stderr.write("\n  ".join([f"{file.name}:", *file.problems]))
            else:
                self.stdout.write(f"{file.name}: {file.data['name']}, {len(file.data['cards'])} cards")
        broken = sum(bool(file.problems) for file in files)
        if broken:
            raise CommandError(f"{broken} of {len(files)} presets cannot be used.")


def checked_beside_shipped(paths: list[Path]) -> tuple[PresetFile, ...]:
    """Refuses the id of a shipped preset, unless the file has its name and so replaces it."""
    own: dict[str, bytes] = {}
    for path in paths:
        try:
            own[str(path)] = path.read_bytes()
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    replaced = {path.name for path in paths}
    shipped = {name: content for name, content in shipped_contents().items() if name not in replaced}
    return checked_files(shipped | own)[len(shipped) :]
