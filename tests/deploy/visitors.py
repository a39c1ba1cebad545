"""People who use the site while its servers are restarted one after the other, and notice nothing of it."""

import random
import re
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle
from typing import Self

import httpx
from websockets.exceptions import ConnectionClosed

from tests.deploy.site import Site, files_of, open_socket, post, practise, sit_down
from tests.kit.ledger import Call, Ledger, Outcome

VISIT_SECONDS = 0.7
"""Between two visits: one who asks for all files anew more often than that is limited by the proxy."""
PRESS_SECONDS = 0.3
"""Between two presses: a person makes at most 100 moves in ten seconds."""
FIRST_MESSAGE_SECONDS = 5
PLAYER_ADDRESS = "127.0.0.2"
"""The proxy's limits are for each address: the player's own is not used up by the visitor."""
TABLES = 3
"""While bots play at one of them, the player plays at another."""
OFFERED = re.compile(r'name="do"\s+value="(draw:deck|discard|skip_power)"')
OUTCOMES: dict[int, Outcome] = {200: "accepted", 409: "refused"}


@contextmanager
def visited_meanwhile(site: Site) -> Iterator[None]:
    """Somebody loads the home page with all its files, another one plays: nobody is turned away."""
    visitor = Visitor(site)
    with Player(site) as player, ThreadPoolExecutor(max_workers=3) as pool:
        done = threading.Event()
        busy = [pool.submit(work, done) for work in (visitor.visit, player.play, player.listen)]
        try:
            yield
        finally:
            done.set()
        for each in busy:
            each.result(timeout=40)
    visitor.check()
    player.check()


class Visitor:
    """Loads the home page again and again with all its files."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.answers: list[tuple[str, int]] = []

    def visit(self, done: threading.Event) -> None:
        with self.site.browser() as browser:
            while not done.wait(VISIT_SECONDS):
                # One from each server, and each file from the one or the other.
                pages = [as_browser(lambda: browser.get("/")) for _server in range(2)]
                self.answers.extend(("/", page.status_code) for page in pages)
                files = sorted({file for page in pages for file in files_of(page.text)})
                random.shuffle(files)
                for file in files:
                    self.answers.append((file, as_browser(lambda file=file: browser.get(file)).status_code))  # type: ignore[misc]

    def check(self) -> None:
        assert self.answers.count(("/", 200)) >= 6, "too few visits to prove anything"
        assert {answer for answer in self.answers if answer[1] != 200} == set(), self.site.machine.logs()


class Player:
    """Sits at a table of Cambio with its page and its socket, and presses what is offered there."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.browser = site.browser(PLAYER_ADDRESS)
        self.tables: list[str] = []
        self.ledger = Ledger()
        self.pages: list[int] = []
        self.presses: list[int] = []
        self.first_messages: list[float] = []
        """Seconds until the first message of each socket."""

    def __enter__(self) -> Self:
        self.tables = [self._begin(sit_down(self.browser, "Bea"))]
        self.tables += [self._begin(practise(self.browser)) for _table in range(TABLES - 1)]
        return self

    def __exit__(self, *exception: object) -> None:
        self.browser.close()

    def _begin(self, table: str) -> str:
        """Ends the first look at the cards, which time may have ended: the log need not have it."""
        assert self._press(table, "confirm_initial_view", uuid.uuid4().hex).status_code == 200
        return table

    def _press(self, table: str, button: str, key: str) -> httpx.Response:
        headers = {"HX-Request": "true", "Idempotency-Key": key}
        return as_browser(lambda: post(self.browser, f"{table}act/", headers=headers, do=button))

    def play(self, done: threading.Event) -> None:
        """Loads a page and presses a button there: one that is offered, or one that is refused while others play."""
        for place in cycle(range(TABLES)):
            if done.wait(PRESS_SECONDS):
                return
            table = self.tables[place]
            page = as_browser(lambda table=table: self.browser.get(table))  # type: ignore[misc]
            self.pages.append(page.status_code)
            if 'form="rematch-form"' in page.text:
                self.tables[place] = self._begin(practise(self.browser))
                continue
            offered = OFFERED.findall(page.text)
            self._press_and_note(table, offered[0] if offered else "draw:deck")

    def _press_and_note(self, table: str, button: str) -> None:
        key, began = uuid.uuid4().hex, time.monotonic()
        status = self._press(table, button, key).status_code
        self.presses.append(status)
        call = Call(
            slug="cambio",
            game_id=table.split("/")[2],
            player_id="",
            key=key,
            outcome=OUTCOMES.get(status, "unknown"),
            began=began,
            ended=time.monotonic(),
        )
        self.ledger.note(call)

    def listen(self, done: threading.Event) -> None:
        """Keeps a socket open: one that is closed by a server that stops is opened anew at once."""
        while not done.is_set():
            began = time.monotonic()
            with open_socket(self.browser, self.tables[0], address=PLAYER_ADDRESS) as wire:
                wire.recv(timeout=FIRST_MESSAGE_SECONDS)
                self.first_messages.append(time.monotonic() - began)
                self._read(wire.recv, done)

    def _read(self, receive: Callable[..., object], done: threading.Event) -> None:
        while not done.is_set():
            try:
                receive(timeout=0.2)
            except TimeoutError:
                continue
            except ConnectionClosed:
                return

    def check(self) -> None:
        logs = self.site.machine.logs()
        assert set(self.pages) == {200}, logs
        assert set(self.presses) <= OUTCOMES.keys(), logs
        told = self.ledger.summary()
        assert told["accepted"] >= 2 * TABLES, f"too few moves to prove anything: {told}"
        assert len(self.first_messages) >= 2, "no server that stopped had the socket"
        assert max(self.first_messages) < FIRST_MESSAGE_SECONDS
        self.ledger.check_log(self.site.database_url)


def as_browser(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """A proxy that is reloaded closes lines that nobody uses: what is asked for at that moment is asked for again."""
    try:
        return ask()
    except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
        return ask()
