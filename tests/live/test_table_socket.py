"""A table's socket: who gets in, what it sends, and when it closes."""

import asyncio
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.contrib.sessions.models import Session
from pytest_django import Settings

from tabletop import play
from tabletop.accounts.models import User
from tabletop.accounts.services import erase_person
from tabletop.engine import Move
from tabletop.live import announce, consumers, hub, presence
from tabletop.models import Deadline, Presence
from tests.kernel.conftest import STARTED, game_of
from tests.kit.frames import parts_in
from tests.live.conftest import PATIENCE_SECONDS, lose_doorbells, next_update, play_any, seq_in
from tests.tinygame import services
from tests.tinygame.models import DuelGame, DuelSeat
from tests.tinygame.pages import page
from tests.tinygame.plug import DuelPlug
from tests.tinygame.rules import State

pytestmark = pytest.mark.django_db(transaction=True)
StateOf = Callable[[DuelGame], State]
OpenSocket = Callable[..., Any]


async def test_on_connect_everything_is_sent(open_socket: OpenSocket, duel: DuelGame, people: list[User]) -> None:
    socket, accepted, _code = await open_socket(duel, people[0])
    assert accepted
    html = await socket.receive_from()
    assert parts_in(html) == {"score", "table", "actions", "waiting"}
    assert seq_in(html) == STARTED


async def test_after_a_move_only_changed_parts_are_sent(
    open_socket: OpenSocket, duel: DuelGame, people: list[User]
) -> None:
    socket, _accepted, _code = await open_socket(duel, people[1])
    await socket.receive_from()
    state = await play_any(duel)
    html = await socket.receive_from()
    assert parts_in(html) == {"table", "actions"}
    assert f"The {min(state.hands[0])} is led." in html
    assert seq_in(html) == STARTED + 1


async def test_every_seat_gets_its_own_parts_and_a_spectator_none_of_them(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User
) -> None:
    hands = (await database_sync_to_async(game_of)(duel)).hands
    for person, own, other in [(people[0], 0, 1), (people[1], 1, 0), (eve, None, 0)]:
        socket, _accepted, _code = await open_socket(duel, person)
        html = await socket.receive_from()
        for card in range(1, 9):
            assert (f"Play the {card}<" in html) == (own is not None and card in hands[own])
        assert not any(f"play-{card}" in html for card in hands[other])


FOREIGN = (
    *("https://evil.example", "null", ""),
    *("https://localhost", "http://localhost:8001", "http://localhost.evil.example", "http://evil.example/localhost"),
)


@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_foreign_or_missing_origin_is_refused(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], origin: str
) -> None:
    """Also another scheme or port of our own host."""
    _socket, accepted, _code = await open_socket(duel, people[0], origin=origin)
    assert not accepted


async def test_a_trusted_origin_is_let_in_and_an_unknown_host_is_not(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], settings: Settings
) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://tabletop.example"]
    assert (await open_socket(duel, people[0], origin="https://tabletop.example"))[1]
    settings.ALLOWED_HOSTS = ["tabletop.example"]
    assert not (await open_socket(duel, people[0]))[1]


async def test_an_unknown_table_is_closed_with_a_code(open_socket: OpenSocket, people: list[User]) -> None:
    for path in (f"/duel/{uuid.uuid4()}/live/", "/duel/no-such-thing/", "/nowhere/"):
        _socket, accepted, code = await open_socket(path, people[0])
        assert (accepted, code) == (False, 4404)


async def test_a_table_that_may_not_be_watched_is_closed_to_those_without_a_seat(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DuelPlug, "watchable", False)
    assert (await open_socket(duel, eve))[1:] == (False, 4404)
    assert (await open_socket(duel, people[0]))[1]


@pytest.mark.parametrize("watchable", [True, False])
async def test_a_stranger_is_refused_at_the_handshake(
    open_socket: OpenSocket, duel: DuelGame, watchable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DuelPlug, "watchable", watchable)
    assert (await open_socket(duel, None))[1:] == (False, 4401)


async def test_a_lost_doorbell_is_found_by_the_heartbeat(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 0.3)
    socket, _accepted, _code = await open_socket(duel, people[1])
    await socket.receive_from()
    lose_doorbells(monkeypatch)
    await play_any(duel)
    html = await socket.receive_from()
    while seq_in(html) == STARTED:
        html = await socket.receive_from()
    assert parts_in(html) == {"table", "actions"}
    assert seq_in(html) == STARTED + 1


async def test_the_heartbeat_carries_the_sequence(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 0.2)
    socket, _accepted, _code = await open_socket(duel, people[1])
    await socket.receive_from()
    html = await socket.receive_from()
    assert (parts_in(html), seq_in(html)) == (set(), STARTED)


def log_out(person: User) -> None:
    Session.objects.all().delete()


def change_password(person: User) -> None:
    person.set_unusable_password()
    person.save()


def delete_account(person: User) -> None:
    erase_person(user=person)


@pytest.mark.parametrize("end_it", [log_out, change_password, delete_account])
async def test_the_socket_closes_when_the_session_ends(
    open_socket: OpenSocket,
    duel: DuelGame,
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
    end_it: Callable[[User], None],
) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 0.2)
    socket, _accepted, _code = await open_socket(duel, people[0])
    await socket.receive_from()
    await database_sync_to_async(end_it)(people[0])
    closed = await socket.receive_output()
    while closed["type"] == "websocket.send":
        closed = await socket.receive_output()
    assert closed == {"type": "websocket.close", "code": 4401}


def delete_game(duel: DuelGame) -> None:
    duel.delete()


def take_the_seat_away(duel: DuelGame) -> None:
    DuelSeat.objects.filter(game=duel, place=0).update(user=None)
    play.submit(services.engine, duel.pk, Move(seat=1, action=presence.LEFT))


@pytest.mark.parametrize("take_away", [delete_game, take_the_seat_away])
async def test_the_socket_closes_when_the_table_is_no_longer_for_this_person(
    open_socket: OpenSocket,
    duel: DuelGame,
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
    take_away: Callable[[DuelGame], None],
) -> None:
    monkeypatch.setattr(DuelPlug, "watchable", False)
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 0.2)
    socket, _accepted, _code = await open_socket(duel, people[0])
    await socket.receive_from()
    await database_sync_to_async(take_away)(duel)
    closed = await socket.receive_output()
    while closed["type"] == "websocket.send":
        closed = await socket.receive_output()
    assert closed == {"type": "websocket.close", "code": consumers.GONE}


async def test_moves_at_once_show_each_socket_the_last_position(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User, state_of: StateOf
) -> None:
    sockets = [(await open_socket(duel, person))[0] for person in (*people, eve)]
    for socket in sockets:
        await socket.receive_from()
    for _turn in range(6):
        await play_any(duel)
    for socket in sockets:
        seen = [STARTED]
        while seen[-1] < STARTED + 6:
            seen.append(seq_in(await next_update(socket)))
        assert seen == sorted(set(seen)), "a socket never goes back"
    await asyncio.sleep(0.1)
    assert await sockets[0].receive_nothing()


async def test_a_reload_is_no_event_and_a_seat_is_counted_over_its_sockets(
    open_socket: OpenSocket, duel: DuelGame, people: list[User]
) -> None:
    first, _accepted, _code = await open_socket(duel, people[0])
    await first.receive_from()
    second, _accepted, _code = await open_socket(duel, people[0])
    await second.receive_from()
    assert await Presence.objects.acount() == 1
    await first.disconnect()
    assert await Presence.objects.acount() == 1
    await second.disconnect()
    assert await Presence.objects.acount() == 0
    assert await Deadline.objects.filter(task="away:0").acount() == 1


async def test_a_spectator_who_sits_down_is_present(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = await User.objects.acreate(display_name="Eve", is_guest=True)
    socket, _accepted, _code = await open_socket(duel, eve)
    await socket.receive_from()
    assert await Presence.objects.acount() == 0
    await DuelSeat.objects.filter(game=duel, place=1).aupdate(user=eve)
    await play_any(duel)
    assert "Play the" in await socket.receive_from()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await Presence.objects.filter(seat="1").aexists():
            await asyncio.sleep(0.01)
    assert await Presence.objects.acount() == 1


@pytest.mark.production_only  # the layer of a site with one process carries nothing
async def test_moves_are_announced_once(open_socket: OpenSocket, duel: DuelGame, people: list[User]) -> None:
    socket, _accepted, _code = await open_socket(duel, people[0])
    await socket.receive_from()
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(announce.GROUP, channel)

    async def rung() -> dict[str, Any]:
        """The next doorbell of a move: the fixture has rung others, and those of the deal may come late."""
        while True:
            message = await layer.receive(channel)
            if f"duel:{duel.pk}" in message["topics"] and message["seq"] > STARTED:
                return dict(message)

    await play_any(duel)
    heard = await asyncio.wait_for(rung(), timeout=PATIENCE_SECONDS)
    everybody = {f"person:{person.pk}" for person in people}
    assert (set(heard["topics"]), heard["seq"]) == ({f"duel:{duel.pk}", *everybody}, STARTED + 1)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(rung(), timeout=0.2)


async def test_a_page_that_shows_how_the_table_stands_is_not_drawn_again(
    open_socket: OpenSocket, duel: DuelGame, people: list[User]
) -> None:
    loaded = await database_sync_to_async(page.read)(duel.pk)
    # The second person's first socket is an arrival, which changes the page.
    await (await open_socket(duel, people[0]))[0].receive_from()
    path = f"/duel/{duel.pk}/live/?shows={page.mark(loaded, 0)}"
    socket, _accepted, _code = await open_socket(path, people[0])
    html = await socket.receive_from()
    assert (parts_in(html), seq_in(html)) == (set(), STARTED)
    await play_any(duel)
    assert parts_in(await socket.receive_from()) == {"table", "actions"}
    late, _accepted, _code = await open_socket(path, people[0])
    assert parts_in(await late.receive_from()) == {"score", "table", "actions", "waiting"}


@pytest.mark.parametrize("shows", ["shows=", "shows=0&shows=1", "shows=%00", "other=1"])
async def test_a_mark_that_nobody_gave_shows_nothing(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], shows: str
) -> None:
    socket, _accepted, _code = await open_socket(f"/duel/{duel.pk}/live/?{shows}", people[0])
    assert parts_in(await socket.receive_from()) == {"score", "table", "actions", "waiting"}


async def test_a_socket_reads_its_table_at_the_door_and_once_it_hears_of_changes(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], reads: list[uuid.UUID]
) -> None:
    socket, _accepted, _code = await open_socket(duel, people[0])
    assert parts_in(await socket.receive_from())
    assert reads == [duel.pk] * 2
