"""Killing the server loses no acknowledged move and doubles none."""

import json
import random
import threading
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Self, TypeVar

import httpx
import pytest

from tests.kit.bulk import bulk
from tests.kit.lines import Line, LineIsDead
from tests.kit.people import Person
from tests.kit.server import Site

Answer = TypeVar("Answer")
KILLS = bulk(10, least=3)
PAIRS = 4


class Load:
    """Pairs of people who play one duel after the other and resend what was not answered, with the same key."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.stop = threading.Event()
        self.has_failed = False
        self.acknowledged: list[str] = []
        self.refused: list[str] = []
        self.resent = 0
        self.errors: list[BaseException] = []

    def wait_for(self, moves: int) -> None:
        """Until so many more are acknowledged: counted, not timed, so that a slow machine proves as much."""
        enough = len(self.acknowledged) + moves
        while len(self.acknowledged) < enough:
            assert not self.errors, self.errors
            time.sleep(0.01)

    def run_pair(self, number: int) -> None:
        try:
            with Person(self.url, f"Ann{number}") as ann, Person(self.url, f"Bob{number}") as bob:
                while not self.stop.is_set():
                    self.play_duel((ann, bob))
        except BaseException as error:
            self.errors.append(error)

    def play_duel(self, pair: tuple[Person, Person]) -> None:
        table = self.until_answered(lambda: pair[0].start_duel(pair[1]))
        hands = [self.until_answered(partial(person.hand, table)) for person in pair]
        turn, led = 0, 0
        with OpenPage(pair[0], table) as one, OpenPage(pair[1], table) as two:
            pages = (one, two)
            while any(hands):
                # Out of turn first: a refused move must stay without a trace, whatever happens to the server.
                assert self.move(pages[1 - turn], card=(hands[1 - turn] or [9])[0]) == 409
                card = hands[turn].pop()
                assert self.move(pages[turn], card=card) == 200
                turn, led = (1 - turn, card) if not led else ((turn if card > led else 1 - turn), 0)

    def move(self, page: "OpenPage", *, card: int) -> int:
        """Like a page: over the socket, and by POST with the same key if no answer comes."""
        key, tries = uuid.uuid4().hex, count()
        fields: dict[str, object] = {"type": "play", "card": card}

        def send() -> int:
            number = next(tries)
            self.resent += number > 0
            if number == 0:
                with suppress(LineIsDead):
                    return 409 if "toast" in page.move(fields, key=key) else 200
            return page.person.post(f"{page.table}move/", fields, **{"Idempotency-Key": key}).status_code

        status = self.until_answered(send)
        {200: self.acknowledged, 409: self.refused}[status].append(key)
        return status

    def until_answered(self, ask: Callable[[], Answer]) -> Answer:
        """Asks again while the server is away. After a failed test it stays away, and nobody asks any more."""
        while True:
            try:
                return ask()
            except httpx.TransportError:
                if self.has_failed:
                    raise
                time.sleep(0.05)


class OpenPage:
    """Keeps its socket open from move to move, so that the server keeps the table; opens another one after a kill."""

    def __init__(self, person: Person, table: str) -> None:
        self.person, self.table = person, table
        self._line: Line | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._hang_up()

    def move(self, fields: dict[str, object], *, key: str) -> str:
        """The frame that answers the move. Raises LineIsDead."""
        try:
            self._line = self._line or Line(self.person, self.table)
            return self._line.move(fields, key=key)
        except LineIsDead:
            self._hang_up()
            raise

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.__exit__()
        self._line = None


@pytest.mark.both_shapes
def test_killing_the_server_under_load_loses_no_acknowledged_move(new_site: Callable[..., Site]) -> None:
    site = new_site()
    server = site.serve()
    load = Load(server.url)
    threads = [threading.Thread(target=load.run_pair, args=(number,), daemon=True) for number in range(PAIRS)]
    for thread in threads:
        thread.start()
    chance = random.Random(7)
    try:
        for _kill in range(KILLS):
            load.wait_for(10 + chance.randrange(8))
            server.kill()
            server.start()
        load.wait_for(10)
    except BaseException:
        load.has_failed = True
        raise
    finally:
        load.stop.set()
    for thread in threads:
        thread.join(timeout=60)
    assert not load.errors
    logged = json.loads(site.manage("verify_duels"))["keys"]
    assert len(load.acknowledged) > 50, "the load was too light to prove anything"
    assert load.resent, "no request was cut off: the kills came at the wrong time"
    assert sorted(logged) == sorted(load.acknowledged)
    assert not set(logged) & set(load.refused)
