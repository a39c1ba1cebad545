"""How far a press of a button walks through the code: files, functions, changes of file, SQL statements, loads.

Each press is one POST, as htmx sends it, through Django's test client and the whole middleware, by a person with a
session, on SQLite. It is measured the second time it is made in a process, with other cards and another table.

- files: distinct files of the product in which a function is called; templates are not counted.
- functions: distinct functions that are called. A lambda is one, a comprehension or generator expression is none.
- changes of file: how often the function called next stands in another file than the one called before. Returns are
  not counted, nor what the standard library and packages do in between.
- statements: everything sent to the database, BEGIN and COMMIT included.
- loads: statements that read the whole row of the game, which holds its seed.
"""

import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.test import Client

    from tabletop.accounts.models import User

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = tuple(f"{ROOT / package}{os.sep}" for package in ("tabletop", "cambio", "imperial", "deckbuilder"))
NAMELESS = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
NAMES = ("Juno", "Mara", "Nils")
TITLES = ("", "files", "functions", "changes of file", "statements", "loads")

Press = Callable[[], Any]


def run() -> None:
    """In a process of its own, because Django's database is chosen once."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"VAR_DIR": folder, "SECRET_KEY": "bench", "LOG_LEVEL": "ERROR"}
        environment.pop("DATABASE_URL", None)
        subprocess.run([sys.executable, "-c", "from bench.walk import measure; measure()"], env=environment, check=True)


def measure() -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    call_command("migrate", verbosity=0)
    setup_test_environment()
    # The same cards in every run.
    secrets.token_bytes = lambda nbytes=32: CHANCE.randbytes(nbytes or 32)
    for _first_time in range(2):
        walks = [walk for scene in (cambio_swap, imperial_maneuver, deck_end_turn) for walk in scene()]
    print("".join(title.rjust(17) if title else " " * 34 for title in TITLES))
    for title, numbers in walks:
        print(f"{title:34}" + "".join(f"{number:17,}" for number in numbers))


CHANCE = random.Random("walk")


def walked(press: Press) -> tuple[int, ...]:
    """The numbers of one press."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    called: list[tuple[str, str]] = []

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PRODUCT) and code.co_name not in NAMELESS:
            called.append((code.co_filename, code.co_qualname))

    with CaptureQueriesContext(connection) as captured:
        sys.setprofile(watch)
        try:
            press()
        finally:
            sys.setprofile(None)
    statements = [query["sql"] for query in captured.captured_queries]
    loads = [sql for sql in statements if sql.startswith("SELECT") and '"shuffle_seed"' in sql]
    changes = sum(before[0] != after[0] for before, after in pairwise(called))
    return len({file for file, _name in called}), len(set(called)), changes, len(statements), len(loads)


def cambio_swap() -> Iterator[tuple[str, tuple[int, ...]]]:
    """Two people; the first one swaps a card from the deck."""
    from cambio import services

    people, browsers = company(2)
    table = f"/cambio/{seated(services, people)}"
    post(browsers[0], f"{table}/act/", do="start")
    for browser in browsers:
        browser.get(f"{table}/")
        post(browser, f"{table}/act/", do="confirm_initial_view")
    post(browsers[0], f"{table}/act/", do="draw:deck")
    yield "Cambio swap", walked(lambda: post(browsers[0], f"{table}/act/", do="swap:1"))


def imperial_maneuver() -> Iterator[tuple[str, tuple[int, ...]]]:
    """Three people lead a country each; the first one moves a fleet and two armies, one of them over the sea."""
    from imperial import services

    people, browsers = company(3)
    table = f"/imperial/{seated(services, people)}"

    def propose(browser: "Client", *choices: dict[str, Any]) -> None:
        for choice in choices:
            post(browser, f"{table}/draft/", **choice)
        post(browser, f"{table}/act/", type="propose")

    post(browsers[0], f"{table}/act/", do="start")
    for buyer in (*browsers, None, None, None):  # one for each country, in the order of the auction
        for browser in browsers:
            browser.get(f"{table}/")
            post(browser, f"{table}/act/", type="bid", amount="4" if browser is buyer else "0")
        if buyer is not None:
            post(buyer, f"{table}/act/", type="bid_buy", accept="true")
    units = ("fleet Trieste", "army Vienna", "army Prague")
    propose(browsers[0], {"spot": "Import"}, *({"add": unit} for unit in units))
    propose(browsers[1], {"spot": "Taxation"})
    propose(browsers[2], {"spot": "Taxation"})
    propose(browsers[0], {"spot": "L-Maneuver"})
    browsers[0].get(f"{table}/")
    post(browsers[0], f"{table}/draft/", row="0", destination="Ionian Sea")
    post(browsers[0], f"{table}/draft/", row="1", destination="Tunis")
    choose = walked(lambda: post(browsers[0], f"{table}/draft/", row="2", destination="Romania"))
    yield "Imperial: choose one destination", choose
    yield "Imperial: submit a maneuver", walked(lambda: post(browsers[0], f"{table}/act/", type="maneuver_batch"))


def deck_end_turn() -> Iterator[tuple[str, tuple[int, ...]]]:
    """A hand from the deal to the locked order; then the next hand is dealt."""
    (browser,) = company(1)[1]
    deck = browser.post("/deckbuilder/play/")["Location"]

    def shown() -> tuple[str, list[str]]:
        """The version of the deck, and the cards in hand."""
        page = browser.get(deck).content.decode()
        version = re.search(r'id="beat" data-seq="(\d+)"', page)
        assert version
        return version[1], re.findall(r'id="card-([\w-]+)"', page)

    def press(do: str, *, version: str, **fields: Any) -> Any:
        return post(browser, f"{deck}act/", do=do, headers={"X-Table-Seq": version}, **fields)

    version, hand = shown()
    press("confirm", version=version, selected=hand[:2])
    version, hand = shown()
    press("order:" + " ".join(hand), version=version)
    press("lock", version=shown()[0])
    version = shown()[0]
    yield "deck: end turn", walked(lambda: press("end", version=version))


def company(size: int) -> tuple[list["User"], list["Client"]]:
    """People with addresses, so that who is next gets mail, and their browsers."""
    from django.test import Client

    from tabletop.accounts.models import User

    people = [
        User.objects.create_user(f"{secrets.token_hex(8)}@example.com", display_name=name) for name in NAMES[:size]
    ]
    browsers = [Client() for _person in people]
    for person, browser in zip(people, browsers, strict=True):
        browser.force_login(person)
    return people, browsers


def seated(services: Any, people: list["User"]) -> Any:
    """The id of a new table of this game with these people."""
    game_id = services.create_table(person=people[0], player_count=len(people)).game_id
    for person in people[1:]:
        services.join_table(game_id=game_id, person=person)
    return game_id


def post(browser: "Client", address: str, *, headers: dict[str, str] | None = None, **fields: Any) -> Any:
    """What a button sends where there is script."""
    answer = browser.post(address, fields, headers={"HX-Request": "true", **(headers or {})})
    assert answer.status_code == 200, f"{address} {fields}: {answer.status_code}\n{answer.content.decode()[-600:]}"
    return answer
