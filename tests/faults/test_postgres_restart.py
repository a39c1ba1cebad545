"""A restart of PostgreSQL: no acknowledged move is lost, and nobody has to do anything."""

import asyncio
import time
from collections.abc import Callable

import pytest

from tests.faults.test_several_processes import next_news, open_socket
from tests.kit.people import Person, get
from tests.kit.postgres import PostgresServer
from tests.kit.server import Site, SiteServer

pytestmark = pytest.mark.production_only
RECOVERED_SECONDS = 60


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
    socket = await open_socket(server, table)
    await next_news(socket)
    hands = [ada.hand(table), bea.hand(table)]
    assert ada.post(f"{table}move/", {"type": "play", "card": hands[0][0]}).status_code == 200
    await next_news(socket)
    await asyncio.to_thread(postgres.kill)
    refused = await asyncio.to_thread(bea.post, f"{table}move/", {"type": "play", "card": hands[1][0]})
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
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
