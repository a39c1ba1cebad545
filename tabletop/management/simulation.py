import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from tabletop.rules import Json
from tabletop.simulation import Summary, play_games
from tabletop.table import TableRules

BAR_WIDTH = 40


class SimulateCommand(BaseCommand):
    """Lets the bots of a game play each other and sums up how they did."""

    rules: TableRules
    games: int
    bots: tuple[str, ...]
    seed: str
    players: int | None = None
    """Bots at a table; None: one for each of the named levels."""
    chosen: ClassVar[tuple[str, ...]] = ("players", "bots", "seed")
    """Options that programs are told along with the summary."""
    play_game: Callable[..., Any]
    summary: type[Summary[Any]]
    lines: Callable[[Json], Iterable[str]]
    """The summary for people."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=self.games, help=f"how many games ({self.games})")
        players = self.players or "one for each level"
        parser.add_argument("--players", type=int, default=self.players, help=f"how many bots at a table ({players})")
        parser.add_argument(
            "--bots",
            type=self.levels,
            default=list(self.bots),
            help=f"their levels, separated by commas; repeated if there are more seats ({','.join(self.bots)})",
        )
        parser.add_argument("--seed", default=self.seed, help=f"any text ({self.seed})")
        parser.add_argument("--json", action="store_true", help="the summary for programs")

    def levels(self, text: str) -> list[str]:
        names, known = [name.strip() for name in text.split(",")], self.rules.plug.bot_levels
        unknown = [name for name in names if name not in known]
        if unknown:
            raise ArgumentTypeError(f"There is no level {unknown[0]!r}. There are: {', '.join(known)}.")
        return names

    def handle(self, *args: Any, **options: Any) -> None:
        seats = self.rules.plug.seats
        if options["players"] is None:
            options["players"] = max(len(options["bots"]), seats.start)
        if options["games"] < 1:
            raise CommandError("Let them play at least one game.")
        if options["players"] not in seats:
            raise CommandError(self.rules.refusal("invalid_player_count").message)
        asked = {name: options[name] for name in ("games", "players", "bots", "seed")}
        played = play_games(self.play_game, **asked, **self.game_options(options))
        chosen = {name: options[name] for name in self.chosen}
        summary = self.summary.of(self.with_progress(played, games=options["games"])).to_json()
        self.stdout.write(json.dumps(chosen | summary, indent=2) if options["json"] else "\n".join(self.lines(summary)))

    def game_options(self, _options: dict[str, Any], /) -> dict[str, Any]:
        """Further options of `play_game`, made of those of the command. Raises CommandError."""
        return {}

    def with_progress(self, played: Iterable[Any], *, games: int) -> Iterator[Any]:
        """Draws a progress bar on stderr."""
        shown = -1
        for number, game in enumerate(played, start=1):
            yield game
            filled = BAR_WIDTH * number // games
            if filled > shown:
                shown = filled
                # `str` keeps Django from colouring the bar as an error.
                bar = "#" * filled + "." * (BAR_WIDTH - filled)
                self.stderr.write(f"\r[{bar}] {number} of {games} games", style_func=str, ending="")
                self.stderr.flush()
        self.stderr.write("")
