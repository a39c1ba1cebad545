"""Steps on the database of DATABASE_URL, in one process of their own: `python -m tests.deploy.shown STEPS`.

STEPS is a JSON list. A step is a management command with its arguments, or one of `STEPS` below. What each says is
printed as a JSON list; a command that refuses says "refused: " and why.
"""

import json
import os
import re
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import django
import time_machine
from django.conf import settings
from django.core.management import CommandError, call_command

NOW = "2031-05-04T12:00:00Z"
TOKENS = re.compile(r'(csrfmiddlewaretoken" value="|x-csrftoken": "|data-key=")[^"]+')


def sign_in() -> dict[str, list[str]]:
    """Signs people in who sit at tables, opens decks and visits every page once; says who visited what."""
    from cambio.models import Player
    from deckbuilder import services
    from deckbuilder.models import DeckState
    from imperial.models import PlayerInfo
    from tests.kit.clients import client_of

    visits: dict[str, list[str]] = {}
    for seats, address in ((Player, "/cambio/{}/"), (PlayerInfo, "/imperial/{}/")):
        # Of each game the tables of a person who has some.
        seat: Any = seats._default_manager.filter(user__isnull=False).order_by("pk")[0]
        table = address.format(getattr(seat, "game_session_id", None) or seat.game_id)
        deck = services.create_deck(person=seat.user)
        services.share(deck_id=deck, person=seat.user)
        token = DeckState.objects.get(pk=deck).share_token
        browser = client_of(seat.user, SERVER_NAME="localhost")
        addresses = ["/", table, f"{table}parts/", f"/deckbuilder/{deck}/", "/deckbuilder/", "/account/"]
        addresses += [f"/deckbuilder/shared/{token}/", "/cambio/how-to-play/", "/imperial/rules/"]
        if seats is PlayerInfo:
            addresses.append(f"{table}history/")
        for visited in addresses:
            assert browser.get(visited).status_code == 200, visited
        visits[browser.cookies["sessionid"].value] = addresses
    return visits


def pages(visits: dict[str, list[str]]) -> list[tuple[str, int, str]]:
    """What those visitors see now, without tokens that differ with every request."""
    from django.test import Client

    found = []
    for session, addresses in visits.items():
        browser = Client(SERVER_NAME="localhost")
        browser.cookies["sessionid"] = session
        for address in addresses:
            answer = browser.get(address)
            found.append((address, answer.status_code, TOKENS.sub(r"\1", answer.content.decode())))
    return found


def sums() -> dict[str, str]:
    """Of every table; when a migration was applied is not in a backup."""
    from tests.stored.migrating import _digests

    return {table: digest for table, digest in _digests().items() if table != "django_migrations"}


def set_key(key: str, where: str) -> None:
    """As if the process had been started with this key in its environment, or in a file."""
    settings.SECRET_KEY = key
    os.environ.pop("SECRET_KEY", None)
    if where == "environment":
        os.environ["SECRET_KEY"] = key


def cut(file: str, length: int) -> None:
    Path(file).write_bytes(Path(file).read_bytes()[:length])


STEPS: dict[str, Callable[..., Any]] = {
    "sign_in": sign_in,
    "pages": pages,
    "sums": sums,
    "set_key": set_key,
    "cut": cut,
}


def take(step: list[Any]) -> Any:
    name, *arguments = step
    if name in STEPS:
        return STEPS[name](*arguments)
    said = StringIO()
    try:
        call_command(name, *arguments, stdout=said)
    except CommandError as refusal:
        return f"refused: {refusal}"
    return said.getvalue()


if __name__ == "__main__":
    django.setup()
    with time_machine.travel(NOW, tick=False):
        print(json.dumps([take(step) for step in json.loads(sys.argv[1])]))
