import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from imperial import bots, rules
from imperial.rules import MAX_PLAYERS, MIN_PLAYERS, SetupError
from imperial.simulation import Summary, play_games, summarize
from tabletop.management.progress import with_progress
from tabletop.rules import Json


def kinds(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    unknown = [name for name in names if name not in bots.KINDS]
    if unknown:
        raise ArgumentTypeError(f"There is no bot {unknown[0]!r}. There are: {', '.join(bots.KINDS)}.")
    return names


class Command(BaseCommand):
    help = "Lets bots play Imperial against each other and sums up how they did. The same seed gives the same games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=10, help="how many games (10)")
        parser.add_argument("--players", type=int, default=3, help="how many bots at a table (3)")
        parser.add_argument(
            "--bots",
            type=kinds,
            default=[bots.DEFAULT],
            help=f"their kinds, separated by commas; repeated if there are more seats ({bots.DEFAULT})",
        )
        parser.add_argument("--setup", default="standard", help=f"one of {', '.join(rules.SHIPPED)} (standard)")
        parser.add_argument("--seed", default="imperial", help="any text (imperial)")
        parser.add_argument("--json", action="store_true", help="the summary for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        games, players, seated, seed = (options[name] for name in ("games", "players", "bots", "seed"))
        if games < 1:
            raise CommandError("Let them play at least one game.")
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise CommandError("Imperial is for two to six players.")
        try:
            setup = rules.load_setup(options["setup"])
        except SetupError as error:
            raise CommandError(str(error)) from None
        played = play_games(games=games, players=players, kinds=seated, seed=seed, setup=setup)
        summary = summarize(with_progress(self, played, games=games))
        if options["json"]:
            told = {"players": players, "bots": seated, "setup": setup.name, "seed": seed, **summary.to_json()}
            self.stdout.write(json.dumps(told, indent=2))
        else:
            self.stdout.write("\n".join(lines(summary)))


def lines(summary: Summary) -> Iterator[str]:
    told = summary.to_json()
    actions, rounds = told["actions"], told["rounds"]
    yield f"{told['games']} games"
    yield f"Length: {actions['mean']} actions ({actions['min']} to {actions['max']}), {rounds['mean']} rounds"
    yield from ("", *_players("seat", told["seats"]))
    yield from ("", *_players("bot", told["bots"]))
    yield ""
    yield f"{'country':<10} {'points':>7} {'reached 25':>11} {'treasury':>9} {'units':>6}"
    for name, line in told["countries"].items():
        yield (
            f"{name:<10} {line['averagePoints']:>7.1f} {line['reachedTheEnd']:>11}"
            f" {line['averageTreasury']:>9.2f} {line['averageUnits']:>6.1f}"
        )


def _players(title: str, told: Json) -> Iterator[str]:
    yield f"{title:<10} {'games':>7} {'won':>7} {'score':>7}"
    for name, line in told.items():
        yield f"{name:<10} {line['games']:>7} {line['winRate']:>7.1%} {line['averageScore']:>7.1f}"
