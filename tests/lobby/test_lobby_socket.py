"""The home page's socket: what it sends to whom, and how seldom it queries the database."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest
from channels.db import database_sync_to_async

from tabletop import games
from tabletop.accounts.models import User
from tabletop.games import TableSummary
from tabletop.live import announce, hub
from tabletop.live.announce import LOBBY
from tabletop.lobby import consumers, pace
from tests.kit.frames import parts_in
from tests.lobby.conftest import StartDuel, play_any
from tests.lobby.sockets import LIVE, OpenSocket, open_lobby, seq_in, until
from tests.tinygame import services
from tests.tinygame.models import DuelGame

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("short_pauses")]
MINE = {"greeting", "turns", "invitations", "again", "my-tables", "ended"}
TURN = {"greeting", "turns", "my-tables"}
"""The parts that a turn changes."""


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the lobby has queried the tiny game."""
    duel, counted = games.get_game("duel"), Counter[str]()

    def open_tables() -> Iterable[TableSummary]:
        counted["open"] += 1
        return duel.open_tables()

    def tables_of(user: User) -> Iterable[TableSummary]:
        counted["own"] += 1
        return duel.tables_of(user)

    monkeypatch.setitem(games._games, "duel", replace(duel, open_tables=open_tables, tables_of=tables_of))
    return counted


async def test_on_connect_everything_is_sent(open_socket: OpenSocket, juno: User) -> None:
    _socket, html = await open_lobby(open_socket, juno)
    assert parts_in(html) == {*MINE, "open-tables", "watched"}


async def test_a_stranger_gets_the_open_tables_and_not_a_byte_of_anybodys(
    open_socket: OpenSocket, juno: User, mara: User, start_duel: StartDuel
) -> None:
    socket, html = await open_lobby(open_socket, None)
    assert parts_in(html) == {"open-tables", "watched"}
    duel = await database_sync_to_async(start_duel)(first=juno)
    html = await socket.receive_from()
    assert parts_in(html) == {"open-tables"}
    assert "Juno, Mara" in html
    await database_sync_to_async(play_any)(duel.pk)
    assert await socket.receive_nothing(timeout=3 * pace.PAUSE_SECONDS)


async def test_a_table_that_opens_appears_in_every_lobby(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel
) -> None:
    stranger = await database_sync_to_async(User.objects.create)(display_name="Stranger", is_guest=True)
    socket, html = await open_lobby(open_socket, stranger)
    assert "No table is open right now." in html
    await database_sync_to_async(start_duel)(first=juno)
    html = await socket.receive_from()
    assert parts_in(html) == {"open-tables"}
    assert "Juno, Mara" in html


async def test_where_tables_are_open_the_next_one_is_one_row_and_the_same_message_for_all(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel
) -> None:
    first: DuelGame = await database_sync_to_async(start_duel)(first=juno)
    stranger = await database_sync_to_async(User.objects.create)(display_name="Stranger", is_guest=True)
    sockets = [await open_lobby(open_socket, person) for person in (None, stranger, None)]
    second: DuelGame = await database_sync_to_async(start_duel)(first=None)
    messages = [await socket.receive_from() for socket, _html in sockets]
    assert len(set(messages)) == 1
    assert parts_in(messages[0]) == set()
    assert str(second.pk) in messages[0]
    assert messages[0].count("<li") == 1
    assert f'href="/duel/{first.pk}/"' not in messages[0]
    assert f'data-since="{seq_in(sockets[0][1])}"' in messages[0]


async def test_the_last_table_that_closes_brings_the_sentence_back(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel
) -> None:
    duels = [await database_sync_to_async(start_duel)(first=juno) for _number in range(2)]
    socket, _html = await open_lobby(open_socket, None)
    await database_sync_to_async(services.tables.remove_table)(game_id=duels[0].pk)
    assert f'<li id="row-duel{duels[0].pk}" hx-swap-oob="delete"></li>' in await socket.receive_from()
    await database_sync_to_async(services.tables.remove_table)(game_id=duels[1].pk)
    html = await socket.receive_from()
    assert parts_in(html) == {"open-tables"}
    assert "No table is open right now." in html


async def test_a_page_that_missed_a_message_gets_the_whole_list(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await database_sync_to_async(start_duel)(first=juno)
    sockets = [(await open_lobby(open_socket, None))[0] for _number in range(2)]
    unlucky, lucky = hub.get_hub().members[consumers.HOME]
    failed: list[str] = []

    async def fail(text_data: str) -> None:
        failed.append(text_data)
        raise OSError("the line is bad")

    with monkeypatch.context() as bad_line:
        bad_line.setattr(unlucky, "send", fail)
        await database_sync_to_async(start_duel)(first=juno)
        await until(lambda: failed)
    await asyncio.sleep(2 * pace.PAUSE_SECONDS)
    await database_sync_to_async(start_duel)(first=juno)
    assert lucky is not unlucky
    told = {(await socket.receive_from()): socket for socket in sockets}
    # The one message that one of them has had so far is a row; the other has got the whole list instead.
    assert sorted(bool(parts_in(html)) for html in told) == [False, True]


async def test_a_turn_that_comes_appears_at_once_and_one_that_passes_leaves(
    open_socket: OpenSocket, juno: User, mara: User, start_duel: StartDuel
) -> None:
    duel: DuelGame = await database_sync_to_async(start_duel)(first=mara)
    socket, html = await open_lobby(open_socket, juno)
    assert "Your turn:" not in html
    assert "Nobody waits for you." in html
    await database_sync_to_async(play_any)(duel.pk)
    html = await socket.receive_from()
    assert parts_in(html) == TURN
    assert "Your turn: Duel with Mara" in html
    assert "One table waits for you." in html


async def test_a_turn_is_told_to_those_at_the_table_alone(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel
) -> None:
    duel: DuelGame = await database_sync_to_async(start_duel)(first=juno)
    stranger = await database_sync_to_async(User.objects.create)(display_name="Stranger", is_guest=True)
    socket, _html = await open_lobby(open_socket, stranger)
    await database_sync_to_async(play_any)(duel.pk)
    assert await socket.receive_nothing(timeout=3 * pace.PAUSE_SECONDS)


async def test_a_burst_of_doorbells_is_answered_by_one_look_a_second(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel, looks: Counter[str]
) -> None:
    await open_lobby(open_socket, juno)
    looks.clear()
    started_at = time.monotonic()
    for _number in range(15):
        announce.announce(topics=(LOBBY, f"person:{juno.pk}"))
        await asyncio.sleep(pace.PAUSE_SECONDS / 10)
    await until(lambda: looks["own"] and looks["open"])
    await asyncio.sleep(1.2 * pace.PAUSE_SECONDS)
    pauses = (time.monotonic() - started_at) / pace.PAUSE_SECONDS
    assert 1 <= looks["own"] <= pauses + 1
    assert 1 <= looks["open"] <= pauses + 1


async def test_the_last_doorbell_of_a_burst_is_answered_too(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel
) -> None:
    socket, _html = await open_lobby(open_socket, None)
    duels = [await database_sync_to_async(start_duel)(first=juno) for _number in range(5)]
    html = ""
    while not all(str(duel.pk) in html for duel in duels):
        html += await socket.receive_from()


async def test_many_lobbies_share_one_look_at_the_open_tables(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel, looks: Counter[str]
) -> None:
    sockets = [(await open_lobby(open_socket, None))[0] for _number in range(8)]
    await asyncio.sleep(pace.PAUSE_SECONDS)
    looks.clear()
    await database_sync_to_async(start_duel)(first=juno)
    for socket in sockets:
        assert "Juno, Mara" in await socket.receive_from()
    assert looks == {"open": 1}


async def test_a_doorbell_of_the_lobby_does_not_look_at_everybodys_own_tables(
    open_socket: OpenSocket, juno: User, looks: Counter[str]
) -> None:
    await open_lobby(open_socket, juno)
    looks.clear()
    announce.announce(topics=(LOBBY,))
    await until(lambda: looks["open"])
    await asyncio.sleep(2 * pace.PAUSE_SECONDS)
    assert looks == {"open": 1}


async def test_a_doorbell_without_news_sends_nothing(open_socket: OpenSocket, juno: User) -> None:
    socket, _html = await open_lobby(open_socket, juno)
    announce.announce(topics=(LOBBY, f"person:{juno.pk}"))
    assert await socket.receive_nothing(timeout=3 * pace.PAUSE_SECONDS)


async def test_a_closed_socket_leaves_no_task_behind(
    open_socket: OpenSocket, juno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answers() -> list[str]:
        return [repr(task) for task in asyncio.all_tasks() if "Pace._answer_rings" in repr(task)]

    monkeypatch.setattr(pace, "PAUSE_SECONDS", 3600)
    socket, _html = await open_lobby(open_socket, juno)
    announce.announce(topics=(LOBBY, f"person:{juno.pk}"))
    await until(lambda: len(answers()) == 2)
    await socket.disconnect()
    await until(lambda: not answers())


async def test_everything_is_sent_again_when_the_page_asks(open_socket: OpenSocket, juno: User) -> None:
    socket, _html = await open_lobby(open_socket, juno)
    await socket.send_to(text_data='{"type": "sync"}')
    assert parts_in(await socket.receive_from()) == {*MINE, "open-tables", "watched"}


async def test_a_foreign_origin_is_refused(open_socket: OpenSocket, juno: User) -> None:
    _socket, accepted, _code = await open_socket(LIVE, juno, origin="https://evil.example")
    assert not accepted
