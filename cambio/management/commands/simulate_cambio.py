import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandError

from cambio.bots import LEVELS, Level
from cambio.rules import MAX_PLAYERS, MIN_PLAYERS
from cambio.simulation import Summary, play_games, summarize
from tabletop.management.progress import with_progress


def levels(text: str) -> list[Level]:
    names = [name.strip() for name in text.split(",")]
    unknown = [name for name in names if name not in LEVELS]
    if unknown:
        raise ArgumentTypeError(f"There is no level {unknown[0]!r}. There are: {', '.join(LEVELS)}.")
    return cast(list[Level], names)


class Command(BaseCommand):
    help = "Lets bots play Cambio against each other and sums up how they did. The same seed gives the same games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=100, help="how many games (100)")
        parser.add_argument("--players", type=int, default=None, help="how many bots at a table (one for each level)")
        parser.add_argument(
            "--bots",
            type=levels,
            default=["easy", "medium", "hard"],
            help="their levels, separated by commas; repeated if there are more seats (easy,medium,hard)",
        )
        parser.add_argument("--seed", default="cambio", help="any text (cambio)")
        parser.add_argument("--json", action="store_true", help="the summary for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        games, bots = options["games"], options["bots"]
        players = max(len(bots), MIN_PLAYERS) if options["players"] is None else options["players"]
        if games < 1:
            raise CommandError("Let them play at least one game.")
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise CommandError("Cambio is for two to four players.")
        played = play_games(games=games, players=players, bots=bots, seed=options["seed"])
        summary = summarize(with_progress(self, played, games=games))
        if options["json"]:
            told = {"players": players, "bots": bots, "seed": options["seed"], **summary.to_json()}
            self.stdout.write(json.dumps(told, indent=2))
        else:
            self.stdout.write("\n".join(lines(summary)))


def lines(summary: Summary) -> Iterator[str]:
    told = summary.to_json()
    turns, actions = told["turns"], told["actions"]
    yield f"{told['games']} games"
    yield f"Length: {turns['mean']} turns ({turns['min']} to {turns['max']}), {actions['mean']} actions"
    yield f"{'level':<8} {'seats':>6} {'won':>7} {'points':>7} {'right calls':>12} {'wrong calls':>12}"
    for level, line in told["levels"].items():
        yield (
            f"{level:<8} {line['seats']:>6} {line['winRate']:>7.1%} {line['averageScore']:>7.1f}"
            f" {line['callsRight']:>12} {line['callsWrong']:>12}"
        )
