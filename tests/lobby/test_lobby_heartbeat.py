"""The heartbeat of the home page's socket: what was lost on the way is found, and who has gone is told nothing."""

import asyncio

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.test import Client

from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.live import hub
from tabletop.lobby import consumers, pace
from tabletop.table.series import HOLD_SECONDS
from tests.kit.calls import note_calls
from tests.kit.frames import parts_in
from tests.live.conftest import PatientSocket, lose_doorbells
from tests.lobby.conftest import StartDuel, play_any
from tests.lobby.sockets import OpenSocket, open_lobby, own_seq_in, seq_in, until
from tests.tinygame import services, store
from tests.tinygame.models import DuelGame

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("short_pauses")]


async def test_a_quiet_lobby_beats_with_the_marks_of_what_it_shows(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel
) -> None:
    await database_sync_to_async(start_duel)(first=juno)
    socket, first = await open_lobby(open_socket, juno)
    await hub.get_hub()._beat()
    html = await socket.receive_from()
    assert parts_in(html) == set()
    assert seq_in(html) == seq_in(first)
    client = Client()
    await database_sync_to_async(client.force_login)(juno)
    marks = f"{seq_in(html)}.{own_seq_in(first)}"
    answer = await database_sync_to_async(client.get)("/lobby/parts/", {"seq": marks})
    assert answer.status_code == 204


async def test_open_tables_whose_doorbell_was_lost_are_found_by_the_next_heartbeat(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket, _html = await open_lobby(open_socket, None)
    lose_doorbells(monkeypatch)
    await database_sync_to_async(start_duel)(first=juno)
    await asyncio.sleep(pace.PAUSE_SECONDS)
    await hub.get_hub()._beat()
    assert "Juno, Mara" in await socket.receive_from()


async def test_a_turn_whose_doorbell_was_lost_is_found_by_the_next_heartbeat(
    open_socket: OpenSocket, juno: User, mara: User, start_duel: StartDuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel: DuelGame = await database_sync_to_async(start_duel)(first=mara)
    socket, _html = await open_lobby(open_socket, juno)
    await hub.get_hub()._beat()
    lose_doorbells(monkeypatch)
    await database_sync_to_async(play_any)(duel.pk)
    await hub.get_hub()._beat()
    await next_words(socket, "Your turn:")


@pytest.fixture
def over(start_duel: StartDuel, juno: User, transactional_db: None) -> DuelGame:
    duel = start_duel(first=juno)
    while not services.engine.rules.is_over(store.load(duel.pk).state):
        play_any(duel.pk)
    return duel


async def next_words(socket: PatientSocket, words: str) -> str:
    """The next message with these words: beats come before it. Fails when nothing more comes."""
    while words not in (html := str(await socket.receive_from())):
        pass
    return html


async def test_an_invitation_whose_doorbell_was_lost_is_found_by_the_next_heartbeat(
    open_socket: OpenSocket, juno: User, mara: User, over: DuelGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket, _html = await open_lobby(open_socket, mara)
    await hub.get_hub()._beat()
    lose_doorbells(monkeypatch)
    await database_sync_to_async(services.tables.rematch)(game_id=over.pk, person=juno)
    await hub.get_hub()._beat()
    await next_words(socket, "Juno wants to play again.")


async def test_an_invitation_that_has_run_out_goes_with_the_next_heartbeat(
    open_socket: OpenSocket, juno: User, mara: User, over: DuelGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    await database_sync_to_async(services.tables.rematch)(game_id=over.pk, person=juno)
    socket, html = await open_lobby(open_socket, mara)
    assert "Juno wants to play again." in html
    await hub.get_hub()._beat()
    later = timebase.now() + HOLD_SECONDS + 1
    monkeypatch.setattr(timebase, "now", lambda: later)
    await hub.get_hub()._beat()
    html = await next_words(socket, 'id="invitations"')
    assert "Juno wants to play again." not in html


async def test_a_chair_whose_doorbell_was_lost_is_found_by_the_next_heartbeat(
    open_socket: OpenSocket, juno: User, mara: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = await database_sync_to_async(User.objects.create)(display_name="Eve", is_guest=True)
    entry = await database_sync_to_async(services.tables.create_table)(person=juno)
    await database_sync_to_async(services.tables.join_table)(game_id=entry.game_id, person=mara)
    await database_sync_to_async(services.tables.ask_for_chair)(game_id=entry.game_id, person=eve)
    socket, _html = await open_lobby(open_socket, eve)
    await hub.get_hub()._beat()
    lose_doorbells(monkeypatch)
    leave = database_sync_to_async(services.tables.act)
    await leave(game_id=entry.game_id, person=mara, action={"type": "leave"})
    await hub.get_hub()._beat()
    await next_words(socket, "A chair is free.")
    await database_sync_to_async(services.tables.join_table)(game_id=entry.game_id, person=mara)
    await hub.get_hub()._beat()
    assert "A chair is free." not in await next_words(socket, 'id="invitations"')


async def test_a_heartbeat_reads_the_tables_of_nobody_to_whom_nothing_has_happened(
    open_socket: OpenSocket, juno: User, mara: User, start_duel: StartDuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel: DuelGame = await database_sync_to_async(start_duel)(first=mara)
    for person in (juno, mara, None):
        await open_lobby(open_socket, person)
    await hub.get_hub()._beat()
    read = note_calls(monkeypatch, consumers, "own_contexts")
    await hub.get_hub()._beat()
    assert read == []
    lose_doorbells(monkeypatch)
    await database_sync_to_async(play_any)(duel.pk)
    await hub.get_hub()._beat()
    assert len(read) == 2


async def test_who_logs_out_is_shown_nothing_more(open_socket: OpenSocket, juno: User) -> None:
    socket, _html = await open_lobby(open_socket, juno)
    await database_sync_to_async(Session.objects.all().delete)()
    await hub.get_hub()._beat()
    assert await socket.receive_output() == {"type": "websocket.close", "code": 4401}


async def test_what_could_not_be_sent_is_sent_with_the_next_heartbeat(
    open_socket: OpenSocket, juno: User, start_duel: StartDuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket, _html = await open_lobby(open_socket, None)
    [consumer] = hub.get_hub().members[consumers.HOME]
    tries: list[str] = []

    async def fail(text_data: str) -> None:
        tries.append(text_data)
        raise OSError("the line is bad")

    with monkeypatch.context() as bad_line:
        bad_line.setattr(consumer, "send", fail)
        await database_sync_to_async(start_duel)(first=juno)
        await until(lambda: tries)
    await asyncio.sleep(2 * pace.PAUSE_SECONDS)
    await hub.get_hub()._beat()
    assert parts_in(await socket.receive_from()) == {"open-tables", "watched"}
