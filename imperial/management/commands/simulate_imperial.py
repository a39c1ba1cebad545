from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError

from imperial import bots, rules
from imperial.plug import table
from imperial.rules import SetupError
from imperial.simulation import Summary, play_game
from tabletop.management.simulation import SimulateCommand
from tabletop.rules import Json


def lines(summary: Json) -> Iterator[str]:
    actions, rounds = summary["actions"], summary["rounds"]
    yield f"{summary['games']} games"
    yield f"Length: {actions['mean']} actions ({actions['min']} to {actions['max']}), {rounds['mean']} rounds"
    yield from ("", *_players("seat", summary["seats"]))
    yield from ("", *_players("bot", summary["bots"]))
    yield ""
    yield f"{'country':<10} {'points':>7} {'reached 25':>11} {'treasury':>9} {'units':>6}"
    for name, line in summary["countries"].items():
        yield (
            f"{name:<10} {line['averagePoints']:>7.1f} {line['reachedTheEnd']:>11}"
            f" {line['averageTreasury']:>9.2f} {line['averageUnits']:>6.1f}"
        )


def _players(title: str, rows: Json) -> Iterator[str]:
    yield f"{title:<10} {'games':>7} {'won':>7} {'score':>7}"
    for name, line in rows.items():
        yield f"{name:<10} {line['games']:>7} {line['winRate']:>7.1%} {line['averageScore']:>7.1f}"


class Command(SimulateCommand):
    help = "Lets bots play Imperial against each other and sums up how they did. The same seed gives the same games."
    rules, games, players, bots, seed = table, 10, 3, (bots.DEFAULT,), "imperial"
    chosen = (*SimulateCommand.chosen, "setup")
    play_game, summary, lines = staticmethod(play_game), Summary, staticmethod(lines)

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--setup", default="standard", help=f"one of {', '.join(rules.SHIPPED)} (standard)")

    def game_options(self, options: dict[str, Any], /) -> dict[str, Any]:
        try:
            return {"setup": rules.load_setup(options["setup"])}
        except SetupError as error:
            raise CommandError(str(error)) from None
