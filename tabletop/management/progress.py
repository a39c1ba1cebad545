from collections.abc import Iterable, Iterator
from typing import TypeVar

from django.core.management.base import BaseCommand

BAR_WIDTH = 40
Played = TypeVar("Played")


def with_progress(command: BaseCommand, played: Iterable[Played], *, games: int) -> Iterator[Played]:
    """Draws a progress bar on stderr."""
    shown = -1
    for number, game in enumerate(played, start=1):
        yield game
        filled = BAR_WIDTH * number // games
        if filled > shown:
            shown = filled
            # `str` keeps Django from colouring the bar as an error.
            bar = "#" * filled + "." * (BAR_WIDTH - filled)
            command.stderr.write(f"\r[{bar}] {number} of {games} games", style_func=str, ending="")
            command.stderr.flush()
    command.stderr.write("")
