"""Draws the file of the map's shapes from its geometry."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from imperial.map.drawing import draw

FILE = Path(settings.BASE_DIR) / "static" / "img" / "europe.svg"


class Command(BaseCommand):
    help = "Writes static/img/europe.svg again: after a change of imperial/data/map.json or of how it is drawn."

    def handle(self, **options: Any) -> None:
        FILE.write_text(draw())
        self.stdout.write(f"{FILE.name}: {FILE.stat().st_size:,} bytes")
