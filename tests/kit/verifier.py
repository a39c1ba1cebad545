"""Replays tables of a site: `python -m tests.kit.verifier` in its environment.

Each line of standard input is a JSON list of a game's name and ids of its tables. Answers each line with how many agree
with their logs, and what is wrong with the others.
"""

import json
import sys
from collections.abc import Callable
from typing import Any


def main() -> None:
    import django

    django.setup()
    import cambio.replay
    import imperial.replay
    import tests.tinygame.replay
    from cambio.models import GameSession
    from imperial.models import Game
    from tabletop.replay import BrokenLog
    from tests.tinygame.models import DuelGame

    games: dict[str, tuple[Any, Callable[[Any], object]]] = {
        "cambio": (GameSession, cambio.replay.verify),
        "imperial": (Game, imperial.replay.verify),
        "duel": (DuelGame, tests.tinygame.replay.verify),
    }
    for line in sys.stdin:
        slug, *ids = json.loads(line)
        model, verify = games[slug]
        verified, broken = 0, []
        for row in model._default_manager.filter(pk__in=ids):
            try:
                verify(row)
                verified += 1
            except BrokenLog as error:
                broken.append(f"{slug} {row.pk}: {error}")
        print(json.dumps({"verified": verified, "broken": broken}), flush=True)


if __name__ == "__main__":
    main()
