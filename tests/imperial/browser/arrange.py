"""Puts positions into the database of a site: `python -m tests.imperial.browser.arrange` in its environment.

Each line of standard input is a game in the exchange format. People who have come in by the names of its players sit
down. Answers each line with the id of the table.
"""

import json
import sys


def main() -> None:
    import django

    django.setup()
    from imperial.services.imports import import_game
    from tabletop.accounts.models import User

    for line in sys.stdin:
        game = json.loads(line)
        people = {person.display_name: person for person in User.objects.filter(display_name__in=game["playerInfo"])}
        print(import_game(data=game, people=people).pk, flush=True)


if __name__ == "__main__":
    main()
