"""Puts a position into the database of a site: `python -m tests.imperial.browser.arrange` in its environment.

Takes the game in the seed's schema from standard input. People who have come in by the names of its players sit down.
Prints the id of the table.
"""

import json
import sys


def main() -> None:
    import django

    django.setup()
    from imperial.services.imports import import_game
    from tabletop.accounts.models import User

    game = json.load(sys.stdin)
    people = {person.display_name: person for person in User.objects.filter(display_name__in=game["playerInfo"])}
    sys.stdout.write(str(import_game(data=game, people=people).pk))


if __name__ == "__main__":
    main()
