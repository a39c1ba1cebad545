"""A server process that stands still with a table in its hand: another process has the table soon, nothing is lost."""

import json
import os
import signal
import threading
import time
from collections.abc import Callable

import httpx
import psycopg
import pytest

from tests.faults.test_kill import Answer, Load, OpenPage
from tests.kit.people import PATIENCE_SECONDS, Person
from tests.kit.server import Site, SiteServer

pytestmark = pytest.mark.production_only
FREE_SECONDS = 10
PAIRS = 4
MOST_STOPS = 200


class PatientLoad(Load):
    """Asks again what was answered with 503, with the same key, and tells who sits where."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.sitting: dict[str, Person] = {}

    def move(self, page: OpenPage, *, card: int) -> int:
        self.sitting[page.table.strip("/").rpartition("/")[2]] = page.person
        return super().move(page, card=card)

    def until_answered(self, ask: Callable[[], Answer]) -> Answer:
        def ask_unless_unavailable() -> Answer:
            try:
                answer = ask()
            except AssertionError as refused:
                # A new table is no move: it may be opened again.
                raise httpx.TransportError("unavailable") from refused
            if answer == httpx.codes.SERVICE_UNAVAILABLE:
                raise httpx.TransportError("unavailable")
            return answer

        return super().until_answered(ask_unless_unavailable)


def stop_with_a_table_in_its_hand(server: SiteServer, database: psycopg.Connection[tuple[object]]) -> str:
    """Stops the process again and again, until it stands still in the middle of a move: the id of that table."""
    assert server.process
    for stop in range(MOST_STOPS):
        time.sleep(0.01 + stop % 7 / 500)
        os.kill(server.process.pid, signal.SIGSTOP)
        free = database.execute("SELECT id FROM tinygame_duelgame FOR UPDATE SKIP LOCKED").fetchall()
        held = database.execute("SELECT id FROM tinygame_duelgame").fetchall()
        locked = {str(row[0]) for row in held} - {str(row[0]) for row in free}
        if locked:
            # Not a commit that the database was just finishing.
            time.sleep(0.2)
            still = database.execute("SELECT id FROM tinygame_duelgame FOR UPDATE SKIP LOCKED").fetchall()
            locked -= {str(row[0]) for row in still}
        if locked:
            return locked.pop()
        os.kill(server.process.pid, signal.SIGCONT)
    raise AssertionError("the process never stood still in the middle of a move")


def seconds_until_judged(server: SiteServer, person: Person, table: str) -> float:
    """Until another process judges a move at this table; nobody has a 9 to play, so nothing is changed by it."""
    began_at = time.monotonic()
    headers = {"X-CSRFToken": person.http.cookies["csrftoken"], "HX-Request": "true"}
    status = 503
    while status == 503:
        answer = httpx.post(
            f"{server.url}/duel/{table}/move/",
            data={"type": "play", "card": "9"},
            headers=headers,
            cookies=dict(person.http.cookies),
            timeout=PATIENCE_SECONDS,
            verify=False,
        )
        status = answer.status_code
    assert status == 409, answer.text
    return time.monotonic() - began_at


def test_a_process_that_stands_still_in_the_middle_of_a_move_holds_the_table_only_for_seconds(
    new_site: Callable[..., Site],
) -> None:
    site = new_site()
    one, two = site.serve(clock=False), site.serve(clock=False)
    one.expect_trouble(".*")
    two.expect_trouble(".*")
    load = PatientLoad(one.url)
    threads = [threading.Thread(target=load.run_pair, args=(number,), daemon=True) for number in range(PAIRS)]
    for thread in threads:
        thread.start()
    try:
        load.wait_for(20)
        with psycopg.connect(site.environment["DATABASE_URL"], autocommit=True) as database:
            table = stop_with_a_table_in_its_hand(one, database)
        waited = seconds_until_judged(two, load.sitting[table], table)
        assert one.process
        os.kill(one.process.pid, signal.SIGCONT)
        load.wait_for(20)
    except BaseException:
        load.has_failed = True
        if one.process:
            os.kill(one.process.pid, signal.SIGCONT)
        raise
    finally:
        load.stop.set()
    for thread in threads:
        thread.join(timeout=60)
    assert not load.errors
    assert waited < FREE_SECONDS
    logged = json.loads(site.manage("verify_duels"))["keys"]
    assert sorted(logged) == sorted(load.acknowledged)
    assert not set(logged) & set(load.refused)
