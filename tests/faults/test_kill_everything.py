"""Servers, PostgreSQL and Redis are killed while programs play and pages look on: nothing is lost, and play goes on.

The answers of all moves are compared with the log (`tests.kit.ledger`), and the pages with what is stored.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from random import Random

import pytest
from playwright.sync_api import Page

from tests.faults.playing import PlayingTable
from tests.kit.browser import BrowserPlayer
from tests.kit.bulk import is_long
from tests.kit.ledger import Ledger
from tests.kit.people import PATIENCE_SECONDS
from tests.kit.players import Player
from tests.kit.postgres import PostgresServer
from tests.kit.process import Server
from tests.kit.redis import RedisServer
from tests.kit.server import Site, SiteServer

TABLES = ("cambio", "imperial") * 4
PAGES = 4
pytestmark = [
    pytest.mark.production_only,
    pytest.mark.skipif(
        not is_long(), reason="takes half an hour: with --long; test_kill.py kills servers in every run"
    ),
]
ROUNDS = 10
KILLS = {"server": 10, "postgres": 1, "redis": 1}
"""In a round, which ends with a look at everything."""
MOST_SECONDS = 3.0
"""Until play goes on after the part is back."""
POLL_SECONDS = 0.05
LIVE = """() => [document.getElementById("live").dataset.state, Number(document.getElementById("beat").dataset.seq)]"""
SHOWN = """() => {
    const shown = document.querySelector("main").cloneNode(true);
    const others = "#live, #beat, #names-beat, #answer, #toasts, script, noscript";
    shown.querySelectorAll(others).forEach((part) => part.remove());
    // A list that grows is longer on a page that has been open for longer: the newest lines, which come first.
    shown.querySelectorAll("ol").forEach((list) => [...list.children].slice(5).forEach((line) => line.remove()));
    return shown.textContent.replace(/\\s+/g, " ").trim();
}"""


@pytest.fixture
def postgres() -> Iterator[PostgresServer]:
    with PostgresServer(durable=True) as postgres:
        yield postgres


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with RedisServer() as redis:
        yield redis


@pytest.fixture
def site(postgres: PostgresServer, redis: RedisServer) -> Iterator[Site]:
    site = Site(database_url=postgres.url, redis_url=redis.url)
    yield site
    site.close()


def open_page(open_browser: Callable[..., BrowserPlayer], player: Player, server: SiteServer) -> Page:
    browser = open_browser(name="Page", origin=server.url)
    browser.expect_problem(".*")
    browser.context.add_cookies([{"name": "sessionid", "value": player.session, "url": server.url}])
    browser.page.goto(player.table)
    return browser.page


def seq_of(page: Page) -> int:
    return int(page.evaluate(LIVE)[1])


class Watch:
    """How long tables and pages take to go on after a part is back."""

    def __init__(self, tables: list[PlayingTable], pages: list[Page]) -> None:
        self.tables, self.pages = tables, pages
        self.pauses: dict[str, float] = defaultdict(float)

    def wait_for_play(self, kind: str) -> None:
        """Until every table has an accepted move, and every page is live and shows something new."""
        back_at, seqs = time.monotonic(), [seq_of(page) for page in self.pages]
        self._wait(f"{kind}: moves", back_at, lambda: all(table.accepted_at > back_at for table in self.tables))
        for page, seq in zip(self.pages, seqs, strict=True):
            self._wait(f"{kind}: pages", back_at, lambda: self._is_live(page, seq))  # noqa: B023 - waited for here

    def _is_live(self, page: Page, seq: int) -> bool:
        state, shown = page.evaluate(LIVE)
        return bool(state == "live" and shown > seq)

    def _states(self) -> list[object]:
        return [(page.url, *page.evaluate(LIVE)) for page in self.pages]

    def _wait(self, what: str, back_at: float, is_so: Callable[[], bool]) -> None:
        while not is_so():
            assert not [table.error for table in self.tables if table.error]
            assert time.monotonic() - back_at < PATIENCE_SECONDS, (f"{what} do not go on", self._states())
            time.sleep(POLL_SECONDS)
        self.pauses[what] = max(self.pauses[what], time.monotonic() - back_at)


def kills(
    servers: list[SiteServer], postgres: PostgresServer, redis: RedisServer, chance: Random
) -> list[tuple[str, Server]]:
    """In any order, the servers in turn."""
    parts: list[tuple[str, Server]] = [("server", servers[number % 2]) for number in range(KILLS["server"])]
    parts += [("postgres", postgres)] * KILLS["postgres"] + [("redis", redis)] * KILLS["redis"]
    chance.shuffle(parts)
    return parts


@pytest.mark.timeout(900)
@pytest.mark.parametrize("number_of_round", range(ROUNDS))
def test_killing_everything_in_turn_loses_nothing(
    site: Site,
    postgres: PostgresServer,
    redis: RedisServer,
    open_browser: Callable[..., BrowserPlayer],
    number_of_round: int,
) -> None:
    servers, ledger, chance = [site.serve(), site.serve()], Ledger(), Random(number_of_round)
    for server in servers:
        server.expect_trouble(".*")
    tables = [
        PlayingTable(servers, slug, ledger, seed=chance.randrange(1000), endless=number < PAGES)
        for number, slug in enumerate(TABLES)
    ]
    for table in tables:
        table.start()
    try:
        pages = [open_page(open_browser, tables[number].players[0], servers[number % 2]) for number in range(PAGES)]
        watch = Watch(tables, pages)
        watch.wait_for_play("before")
        for kind, part in kills(servers, postgres, redis, chance):
            # At any point of a move.
            time.sleep(chance.random() / 2)
            part.kill()
            part.start()
            watch.wait_for_play(kind)
    finally:
        for table in tables:
            table.end()
    for table in tables:
        table.join()
    answers = ledger.summary()
    print({what: round(seconds, 1) for what, seconds in watch.pauses.items()}, answers)
    ledger.check(site)
    for table, page in zip(tables, pages, strict=False):
        check_page(table.players[0], page)
    assert answers["accepted"] > 20 * len(tables), "the load was too light to prove anything"
    assert answers["refused"] < answers["accepted"] / 5, "the programs do not know the rules"
    late = {what: seconds for what, seconds in watch.pauses.items() if seconds > MOST_SECONDS and what != "before"}
    assert not late, late


def check_page(player: Player, page: Page) -> None:
    """It shows what is stored: the number, and what a page shows that is opened now."""
    give_up_at = time.monotonic() + PATIENCE_SECONDS
    fresh = page.context.new_page()
    while True:
        fresh.goto(player.table)
        stored, seen = fresh.evaluate(SHOWN), page.evaluate(SHOWN)
        seqs = player.look()["version"] - 1, seq_of(page)
        if stored == seen and seqs[0] == seqs[1]:
            return
        assert time.monotonic() < give_up_at, (seqs, differences(stored, seen))
        time.sleep(POLL_SECONDS)


def differences(stored: str, seen: str) -> list[tuple[str, str]]:
    """The places where the two differ, stored and seen."""
    compared = SequenceMatcher(None, stored, seen, autojunk=False).get_opcodes()
    return [(stored[one:two], seen[three:four]) for how, one, two, three, four in compared if how != "equal"]
