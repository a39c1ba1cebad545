"""A full disk: moves are refused with a sentence, nothing is lost, and play goes on when there is room again."""

import json
import resource
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from tests.kit.people import PATIENCE_SECONDS, Person
from tests.kit.postgres import PostgresServer
from tests.kit.process import ComponentMissingError
from tests.kit.server import Site, SiteServer
from tests.kit.small_disk import SmallDisk

SENTENCE = "We cannot reach our records right now. What you had done before is safe."
MOST_MOVES = 90
"""Less than a person may make in ten seconds; each of them writes."""


@dataclass
class Place:
    """A site whose records may run out of room."""

    site: Site
    server: SiteServer
    fill: Callable[[], object]
    clear: Callable[[], object]


def small_disk(stack: ExitStack, *, megabytes: int) -> SmallDisk:
    try:
        return stack.enter_context(SmallDisk(megabytes=megabytes))
    except ComponentMissingError as missing:
        pytest.skip(str(missing))


@pytest.fixture(params=["a full file system", "a limit of the process"])
def sqlite(request: pytest.FixtureRequest, new_site: Callable[..., Site]) -> Iterator[Place]:
    with ExitStack() as stack:
        if request.param == "a full file system":
            disk = small_disk(stack, megabytes=16)
            site = new_site(database_url=f"sqlite:///{disk.folder / 'site.sqlite3'}")
            server = site.serve()
            yield Place(site, server, disk.fill, disk.clear)
        else:
            site = new_site()
            server = site.serve()

            def limit(size: int) -> None:
                """Of every file that the process writes."""
                assert server.process is not None
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

            yield Place(site, server, lambda: limit(16 * 1024), lambda: limit(resource.RLIM_INFINITY))
        server.close()


@pytest.fixture
def postgres(new_site: Callable[..., Site]) -> Iterator[Place]:
    with ExitStack() as stack:
        disk = small_disk(stack, megabytes=160)
        database = PostgresServer(durable=True)
        database.data = disk.folder / "data"
        disk.give_to(database.user, database.group)
        stack.enter_context(database)
        site = new_site(database_url=database.url)
        server = site.serve()
        yield Place(site, server, disk.fill, disk.clear)
        server.close()


def check_that_moves_are_refused_while_it_is_full(place: Place) -> None:
    place.server.expect_trouble(".*")
    accepted: list[str] = []
    with Person(place.server.url, "Ada") as ada, Person(place.server.url, "Bea") as bea:
        table = ada.start_duel(bea)
        card, answer = ada.hand(table)[0], bea.hand(table)[0]

        def press(person: Person, key: str, **fields: object) -> int:
            pressed = person.post(f"{table}move/", fields, **{"Idempotency-Key": key})
            if pressed.status_code == 200:
                accepted.append(key)
            else:
                assert pressed.status_code == 503, pressed.text
                assert SENTENCE in pressed.text
                assert int(pressed.headers["Retry-After"]) > 0
            return pressed.status_code

        assert press(ada, "before", type="play", card=card) == 200
        place.fill()
        # What has room in files that are there already may still be written, and is safe.
        for number in range(MOST_MOVES):
            do = ("hand_to_bot", "take_back")[number % 2]
            if press(ada, f"{do} {number}", do=do) == 503:
                break
        else:
            pytest.fail("a full disk takes everything")
        shown = bea.http.get(table)
        assert shown.status_code == 200, "who only looks is served"
        assert f"The {card} is led." in shown.text
        key = uuid.uuid4().hex
        refused = press(bea, key, type="play", card=answer)
        place.clear()
        if refused == 503:
            give_up_at = time.monotonic() + PATIENCE_SECONDS
            while press(bea, key, type="play", card=answer) != 200:
                assert time.monotonic() < give_up_at, "there is room again, and moves are still refused"
                time.sleep(0.1)
        program = ada.http.get("/readyz").json()
        assert program["database"]
    keys = json.loads(place.site.manage("verify_duels"))["keys"]
    assert sorted(keys) == sorted(accepted)


def test_a_full_disk_under_sqlite_loses_nothing(sqlite: Place) -> None:
    check_that_moves_are_refused_while_it_is_full(sqlite)


@pytest.mark.production_only
def test_a_full_disk_under_postgresql_loses_nothing(postgres: Place) -> None:
    check_that_moves_are_refused_while_it_is_full(postgres)
