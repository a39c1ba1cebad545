"""`python -m bench.reference.prepare 12` deals 12 tables in a new database; prints ids and sessions as JSON."""

import json
import sys
from typing import Any

import django


def main(tables: int) -> None:
    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client

    from bench.reference.services import deal

    call_command("migrate", verbosity=0)
    call_command("migrate", run_syncdb=True, verbosity=0)  # after the rows of Django's own apps, which ours refer to
    opened = []
    for number in range(tables):
        users: list[Any] = [User.objects.create_user(f"{name} {number}") for name in ("Ada", "Bea", "Cleo", "Dan")]
        browsers = [Client() for _user in users]
        for user, browser in zip(users, browsers, strict=True):
            browser.force_login(user)
        game = deal(users)
        opened.append({"id": game.pk, "sessions": [browser.cookies["sessionid"].value for browser in browsers]})
    print(json.dumps(opened))


main(int(sys.argv[1]))
