"""Moves over the socket of one process against moves by POST at another: one effect, one log, one truth."""

import json
import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.kit.bulk import bulk
from tests.kit.lines import Line, LineIsDead
from tests.kit.people import Person
from tests.kit.server import Site, SiteServer

pytestmark = pytest.mark.production_only
REPETITIONS = bulk(200, least=20)
OF_ONE_PAIR = 20
"""Others take their seats before they reach the limit of moves of one person."""
TABLES_AT_ONCE = 5


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.close()


@pytest.fixture(scope="module")
def servers(site: Site) -> list[SiteServer]:
    return [site.serve(), site.serve(clock=False)]


@pytest.fixture
def people(servers: list[SiteServer]) -> Iterator[tuple[Person, Person]]:
    with Person(servers[0].url, "Ada") as ada, Person(servers[1].url, "Bea") as bea:
        yield ada, bea


@pytest.fixture
def pairs(servers: list[SiteServer]) -> Iterator[tuple[Person, Person]]:
    """Two people for each repetition."""

    def take_turns() -> Iterator[tuple[Person, Person]]:
        for _pair in range(REPETITIONS // OF_ONE_PAIR):
            with Person(servers[0].url, "Ada") as ada, Person(servers[1].url, "Bea") as bea:
                yield from [(ada, bea)] * OF_ONE_PAIR

    return take_turns()


def at_once(*works: Callable[[], object]) -> list[object]:
    barrier = threading.Barrier(len(works), timeout=60)

    def run(work: Callable[[], object]) -> object:
        barrier.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))


def post(person: Person, server: SiteServer, table: str, fields: dict[str, object], key: str) -> int:
    return person.post(f"{server.url}{table}move/", fields, **{"Idempotency-Key": key}).status_code


def logged_keys(site: Site) -> list[str]:
    """Of all duels, which are replayed and compared with their rows on the way."""
    keys: list[str] = json.loads(site.manage("verify_duels"))["keys"]
    return keys


def test_the_same_move_by_both_roads_happens_once(
    site: Site, servers: list[SiteServer], pairs: Iterator[tuple[Person, Person]]
) -> None:
    sent = []
    for ada, bea in pairs:
        table = ada.start_duel(bea)
        fields: dict[str, object] = {"type": "play", "card": ada.hand(table)[0]}
        key = uuid.uuid4().hex
        with Line(ada, table, url=servers[1].url) as line:
            answer, status = at_once(
                lambda: line.move(fields, key=key),  # noqa: B023 - run before the next turn of the loop
                lambda: post(ada, servers[0], table, fields, key),  # noqa: B023 - the same
            )
        assert status == 200
        assert "toast" not in str(answer)
        sent.append(key)
    logged = logged_keys(site)
    assert sorted(key for key in logged if key in sent) == sorted(sent)


def test_of_two_different_moves_by_both_roads_the_rules_take_one(
    site: Site, servers: list[SiteServer], pairs: Iterator[tuple[Person, Person]]
) -> None:
    for ada, bea in pairs:
        table = ada.start_duel(bea)
        one, two = ({"type": "play", "card": card} for card in ada.hand(table)[:2])
        with Line(ada, table, url=servers[1].url) as line:
            answer, status = at_once(
                lambda: line.move(one, key=uuid.uuid4().hex),  # noqa: B023 - run before the next turn of the loop
                lambda: post(ada, servers[0], table, two, uuid.uuid4().hex),  # noqa: B023 - the same
            )
        assert sorted(("toast" in str(answer), status == 409)) == [False, True]
    logged_keys(site)


def test_a_move_by_socket_against_taking_the_last_one_back(
    site: Site, servers: list[SiteServer], pairs: Iterator[tuple[Person, Person]]
) -> None:
    for ada, bea in pairs:
        table = ada.start_duel(bea)
        post(ada, servers[0], table, {"type": "play", "card": ada.hand(table)[0]}, uuid.uuid4().hex)
        move = {"type": "play", "card": bea.hand(table)[0]}
        with Line(bea, table, url=servers[1].url) as line:
            at_once(
                lambda: line.move(move, key=uuid.uuid4().hex),  # noqa: B023 - run before the next turn of the loop
                lambda: post(ada, servers[0], table, {"type": "undo"}, uuid.uuid4().hex),  # noqa: B023 - the same
            )
    logged_keys(site)


def test_a_move_by_socket_against_the_clock(
    site: Site, servers: list[SiteServer], people: tuple[Person, Person]
) -> None:
    """Turns of a second, moves made about when they end: each counts or comes too late, and the log tells which."""
    ada, _bea = people

    def move_late() -> None:
        answer = ada.post("/duel/start/", {"name": ["Ada", "Bea"], "turn_seconds": "1"})
        table = answer.headers["Location"]
        move = {"type": "play", "card": ada.hand(table)[0]}
        with Line(ada, table, url=servers[1].url) as line:
            threading.Event().wait(0.9)
            line.move(move, key=uuid.uuid4().hex)

    for _time in range(REPETITIONS // TABLES_AT_ONCE):
        at_once(*[move_late] * TABLES_AT_ONCE)
    logged_keys(site)


def test_who_has_logged_out_at_one_process_cannot_move_at_the_other(
    site: Site, servers: list[SiteServer], people: tuple[Person, Person]
) -> None:
    _ada, bea = people
    for _time in range(REPETITIONS):
        with Person(servers[0].url, "Eve") as eve:
            table = eve.start_duel(bea)
            move = {"type": "play", "card": eve.hand(table)[0]}
            with Line(eve, table, url=servers[1].url) as line:
                # The answer to the log-out comes after its commit; the doorbell may be on its way still.
                assert eve.post("/account/logout/", {}).status_code in (200, 302)
                with pytest.raises(LineIsDead):
                    line.move(move, key="too late")
    assert "too late" not in logged_keys(site)


def test_the_page_of_a_lost_doorbell_is_right_within_a_heartbeat(new_site: Callable[..., Site]) -> None:
    """The process that has committed a move is killed: nobody rings for it any more."""
    site = new_site()
    one, two = site.serve(), site.serve(clock=False)
    with Person(one.url, "Ada") as ada, Person(two.url, "Bea") as bea:
        table = ada.start_duel(bea)
        card = ada.hand(table)[0]
        with Line(bea, table) as line:
            try:
                with ThreadPoolExecutor(1) as thread:
                    sent = thread.submit(post, ada, one, table, {"type": "play", "card": card}, "k")
                    one.kill()
                    sent.result()
            except httpx.TransportError:
                pass
            one.start()
            if post(ada, one, table, {"type": "play", "card": card}, "k") == 200:
                line.wait_for(f"The {card} is led.")
    assert logged_keys(site) == ["k"]
