"""Lets people wait: `python -m tests.imperial.browser.late` in the environment of a site.

Each line of standard input is the id of a table: who is awaited there has been so for four days. Answers with the id.
"""

import json
import sys
import time

FOUR_DAYS = 4 * 86_400


def main() -> None:
    import django

    django.setup()
    from imperial.models import Game

    for line in sys.stdin:
        game = Game.objects.get(pk=line.strip())
        waits = json.loads(game.waits)
        waits["since"] = dict.fromkeys(waits["since"], time.time() - FOUR_DAYS)
        Game.objects.filter(pk=game.pk).update(waits=json.dumps(waits))
        print(game.pk, flush=True)


if __name__ == "__main__":
    main()
