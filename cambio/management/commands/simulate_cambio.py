from collections.abc import Iterator

from cambio.plug import table
from cambio.simulation import Summary, play_game
from tabletop.management.simulation import SimulateCommand
from tabletop.rules import Json


def lines(summary: Json) -> Iterator[str]:
    turns, actions = summary["turns"], summary["actions"]
    yield f"{summary['games']} games"
    yield f"Length: {turns['mean']} turns ({turns['min']} to {turns['max']}), {actions['mean']} actions"
    yield f"{'level':<8} {'seats':>6} {'won':>7} {'points':>7} {'right calls':>12} {'wrong calls':>12}"
    for level, line in summary["levels"].items():
        yield (
            f"{level:<8} {line['seats']:>6} {line['winRate']:>7.1%} {line['averageScore']:>7.1f}"
            f" {line['callsRight']:>12} {line['callsWrong']:>12}"
        )


class Command(SimulateCommand):
    help = "Lets bots play Cambio against each other and sums up how they did. The same seed gives the same games."
    rules, games, bots, seed = table, 100, ("easy", "medium", "hard"), "cambio"
    play_game, summary, lines = staticmethod(play_game), Summary, staticmethod(lines)
