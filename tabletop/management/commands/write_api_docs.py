"""Writes docs/api.md from the OpenAPI document, and the document itself where a file is named for it."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tabletop.reference.document import games_for_programs, readable_document
from tabletop.reference.markdown import api_markdown


class Command(BaseCommand):
    help = "Writes docs/api.md from the types of the interface for programs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is out of date")
        parser.add_argument("--schema", type=Path, help="the file that keeps the OpenAPI document too")
        parser.add_argument("--games", nargs="+", help="slugs; without it all registered games")

    def handle(self, *_args: Any, check: bool, schema: Path | None, games: list[str] | None, **_options: Any) -> None:
        found = games_for_programs(games)
        made = {settings.BASE_DIR / "docs/api.md": api_markdown(found)}
        if schema is not None:
            made[schema] = readable_document(found)
        for file, text in made.items():
            if not check:
                file.write_text(text)
            elif not file.exists() or file.read_text() != text:
                raise CommandError(f"{file.name} is out of date: run bin/docs.")
