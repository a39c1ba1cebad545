"""The kept list of open tables: when it is read again."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tabletop.accounts.models import User
from tabletop.live import announce, hub
from tabletop.live.announce import LOBBY
from tabletop.lobby import open_list
from tabletop.lobby.parts import Rows, open_rows
from tests.live.conftest import lose_doorbells
from tests.lobby.conftest import StartDuel
from tests.lobby.sockets import LIVE, open_lobby
from tests.lobby.test_lobby_socket import looks

__all__ = ["looks"]

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]


def home(client: Client) -> str:
    response = client.get("/")
    assert response.status_code == 200
    return response.content.decode()


async def visit(client: Client) -> str:
    return await database_sync_to_async(home)(client)


async def test_visits_without_news_read_no_open_tables(open_socket: OpenSocket, looks: Counter[str]) -> None:
    await open_lobby(open_socket, None)
    looks.clear()
    for _visit in range(3):
        await visit(Client())
    assert looks == {}


async def test_a_table_opened_here_is_on_the_very_next_page(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel
) -> None:
    await open_lobby(open_socket, None)

    def open_and_look() -> tuple[str, str]:
        before = home(Client())
        start_duel(first=juno)
        return before, home(Client())

    before, after = await database_sync_to_async(open_and_look)()
    assert "No table is open right now." in before
    assert "Juno, Mara" in after


async def test_a_doorbell_of_another_process_makes_the_next_page_read(
    open_socket: OpenSocket, looks: Counter[str]
) -> None:
    await open_lobby(open_socket, None)
    await visit(Client())
    looks.clear()
    hub.get_hub()._hear({"topics": ["duel:x", LOBBY], "seq": 0, "process": "another", "step": None})
    await visit(Client())
    assert looks["open"] == 1


async def test_a_doorbell_that_was_lost_is_made_up_for_within_a_heartbeat(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_lobby(open_socket, None)
    await visit(Client())
    lose_doorbells(monkeypatch)
    monkeypatch.setattr(announce, "note_change", lambda topics: None)
    await database_sync_to_async(start_duel)(first=juno)
    assert "Juno, Mara" not in await visit(Client())
    monkeypatch.setattr(open_list, "HEARTBEAT_SECONDS", 0.05)
    await asyncio.sleep(0.06)
    assert "Juno, Mara" in await visit(Client())


async def test_a_doorbell_during_the_read_makes_the_next_page_read(
    open_socket: OpenSocket, monkeypatch: pytest.MonkeyPatch, looks: Counter[str]
) -> None:
    await open_lobby(open_socket, None)

    def overtaken() -> Rows:
        rows = open_rows()
        announce.announce(topics=(LOBBY,))
        return rows

    announce.note_change((LOBBY,))
    with monkeypatch.context() as context:
        context.setattr(open_list, "open_rows", overtaken)
        await visit(Client())
    looks.clear()
    await visit(Client())
    assert looks["open"] >= 1


async def test_a_process_that_did_not_listen_does_not_trust_what_it_kept(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket, _html = await open_lobby(open_socket, None)
    await visit(Client())
    await socket.disconnect()
    with monkeypatch.context() as elsewhere:
        # As if another process had opened the table.
        elsewhere.setattr(announce, "note_change", lambda topics: None)
        await database_sync_to_async(start_duel)(first=juno)
    assert "Juno, Mara" in await visit(Client())
    _socket, html = await open_lobby(open_socket, None)
    assert "Juno, Mara" in html


async def test_the_statements_of_a_home_page_are_counted(open_socket: OpenSocket, juno: User) -> None:
    await open_lobby(open_socket, None)

    def statements(client: Client) -> int:
        home(client)  # the first visit in a month also renews the session
        with CaptureQueriesContext(connection) as captured:
            home(client)
        return len(captured)

    juno_comes = Client()
    await database_sync_to_async(juno_comes.force_login)(juno)
    assert await database_sync_to_async(statements)(Client()) == 0
    # The session, the person, their tables in Cambio, Imperial and the tiny game, and chairs asked for there.
    assert await database_sync_to_async(statements)(juno_comes) == 8


async def test_a_page_that_shows_what_there_is_gets_a_beat_and_nothing_to_draw(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel
) -> None:
    await database_sync_to_async(start_duel)(first=juno)
    client = Client()
    await database_sync_to_async(client.force_login)(juno)
    page = await visit(client)
    address = page.partition('ws-connect="')[2].partition('"')[0]
    assert address.startswith(f"{LIVE}?shows=marks.")
    socket, accepted, _code = await open_socket(address, juno)
    assert accepted
    html = await socket.receive_from()
    assert html.startswith('<div id="beat"')
    assert html.count("<div") == 1
    # Those of somebody else are drawn.
    socket, _accepted, _code = await open_socket(address.rpartition(".marks")[0], juno)
    html = await socket.receive_from()
    assert 'id="my-tables" class="part"' in html
    assert 'id="open-tables"' not in html
