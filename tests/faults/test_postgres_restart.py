"""A restart of PostgreSQL: no acknowledged move is lost, and nobody has to do anything."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial

import httpx
import psycopg
import pytest

from tests.faults.test_several_processes import next_news, open_socket
from tests.kit.lines import Line
from tests.kit.people import Person, get
from tests.kit.postgres import PostgresServer
from tests.kit.server import Site, SiteServer

pytestmark = pytest.mark.production_only
RECOVERED_SECONDS = 60
READY_SECONDS = 3
QUICK_SECONDS = 1
PAGES = 30


def test_after_a_restart_of_postgres_play_goes_on_by_itself(new_site: Callable[..., Site]) -> None:
    with PostgresServer(durable=True) as postgres:
        site = new_site(database_url=postgres.url)
        server = site.serve()
        server.expect_trouble(".*")
        with Person(server.url, "Ada") as ada, Person(server.url, "Bea") as bea:
            asyncio.run(play_over_a_restart(postgres, server, ada, bea))
        site.manage("verify_duels")
        for process in site.servers:
            process.close()


async def play_over_a_restart(postgres: PostgresServer, server: SiteServer, ada: Person, bea: Person) -> None:
    table = ada.start_duel(bea)
    socket = await open_socket(server, table, ada)
    await next_news(socket)
    hands = [ada.hand(table), bea.hand(table)]
    assert ada.post(f"{table}move/", {"type": "play", "card": hands[0][0]}).status_code == 200
    await next_news(socket)
    await asyncio.to_thread(postgres.kill)
    refused = await asyncio.to_thread(bea.post, f"{table}move/", {"type": "play", "card": hands[1][0]})
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "2")
    assert "What you had done before is safe." in refused.text
    await asyncio.to_thread(postgres.start)
    await asyncio.to_thread(play_until_accepted, bea, table, hands[1][0])
    assert "Nothing is led." in await next_news(socket, seconds=RECOVERED_SECONDS)
    ready = await asyncio.to_thread(get, f"{server.url}/readyz")
    assert ready.json()["database"]
    await socket.close()


def play_until_accepted(person: Person, table: str, card: int) -> None:
    """Presses again and again, with the same key: whether an answer got lost or the move, it happens once."""
    give_up_at = time.monotonic() + RECOVERED_SECONDS
    answers = []
    while 200 not in answers:
        move = {"type": "play", "card": card}
        answers.append(person.post(f"{table}move/", move, **{"Idempotency-Key": "again"}).status_code)
        assert time.monotonic() < give_up_at, f"the site has not recovered: {answers}"
        time.sleep(0.2)


def visit_at_once(url: str, *, times: int, person: Person | None = None) -> list[httpx.Response]:
    """So many at once that every thread of the server takes some; of a stranger or with a person's session."""
    headers = {"Cookie": f"sessionid={person.http.cookies['sessionid']}"} if person else None
    with ThreadPoolExecutor(max_workers=8) as visitors:
        return list(visitors.map(partial(get, headers=headers), [url] * times))


def seconds_until_ready(server: SiteServer) -> float:
    began_at = time.monotonic()
    while not get(f"{server.url}/readyz").json()["ok"]:
        assert time.monotonic() - began_at < RECOVERED_SECONDS
        time.sleep(0.05)
    return time.monotonic() - began_at


@pytest.mark.parametrize("end", [PostgresServer.stop, PostgresServer.kill])
def test_right_after_a_restart_of_postgres_every_page_and_move_works(
    new_site: Callable[..., Site], end: Callable[[PostgresServer], None]
) -> None:
    with PostgresServer(durable=True) as postgres:
        site = new_site(database_url=postgres.url)
        server = site.serve()
        server.expect_trouble(".*")
        with Person(server.url, "Ada") as ada, Person(server.url, "Bea") as bea:
            table = ada.start_duel(bea)
            card = ada.hand(table)[0]
            with Line(ada, table) as line:
                # A refused move: the writer has a connection.
                assert "toast" in line.move({"type": "play", "card": 9}, key="refused")
                assert {page.status_code for page in visit_at_once(server.url + table, times=PAGES, person=ada)} == {
                    200
                }
                end(postgres)
                assert not get(f"{server.url}/readyz").json()["ok"]
                postgres.start()
                assert seconds_until_ready(server) < READY_SECONDS
                pages = visit_at_once(server.url + table, times=PAGES, person=ada)
                assert [page.status_code for page in pages] == [200] * PAGES
                # By the socket that was open all the time, at the first try.
                assert "toast" not in line.move({"type": "play", "card": card}, key="first-after")
        site.manage("verify_duels")
        for process in site.servers:
            process.close()


def test_without_a_free_connection_pages_are_refused_quickly_and_work_as_soon_as_there_is_one(
    new_site: Callable[..., Site],
) -> None:
    with PostgresServer(settings={"max_connections": "15"}) as postgres:
        site = new_site(database_url=postgres.url)
        server = site.serve(clock=False)
        server.expect_trouble(".*")
        with ExitStack() as guests:
            take_all_connections(postgres, guests)
            for page in visit_at_once(f"{server.url}/", times=PAGES):
                assert (page.status_code, page.headers["Retry-After"]) == (503, "2")
                assert page.elapsed.total_seconds() < QUICK_SECONDS
        assert {page.status_code for page in visit_at_once(f"{server.url}/", times=PAGES)} == {200}
        for process in site.servers:
            process.close()


def take_all_connections(postgres: PostgresServer, guests: ExitStack) -> None:
    with suppress(psycopg.OperationalError):
        while True:
            guests.enter_context(psycopg.connect(postgres.url))
