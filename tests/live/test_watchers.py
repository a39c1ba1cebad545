"""How many look on: counted once each, shown to all at the table, and limited."""

import asyncio
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.admission import WatchRoomFull
from tabletop.live import hub, watchers
from tabletop.live.presence import GRACE_SECONDS, POLLING, STALE_SECONDS
from tabletop.live.watch_rooms import WatchRooms
from tabletop.live.watchers import MOST_WATCHERS, Onlooker
from tabletop.models import Watcher
from tests.kit.clients import client_of
from tests.kit.frames import shown_in, watching_in
from tests.kit.statements import hear_statements
from tests.live.conftest import play_any
from tests.tinygame.models import DuelGame
from tests.tinygame.services import tables

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]
ELSEWHERE = uuid.uuid4()


async def told(socket: Any) -> int:
    """The next number that comes."""
    while True:
        number = watching_in(await socket.receive_from())
        if number is not None:
            return number


def watch_elsewhere(duel: DuelGame, number: int, *, process: uuid.UUID = ELSEWHERE, seen_at: float = 0) -> None:
    """People who look on by another process."""
    people = [User(display_name=f"Guest {place}", is_guest=True) for place in range(number)]
    User.objects.bulk_create(people)
    Watcher.objects.bulk_create(
        Watcher(game_slug="duel", game_id=duel.pk, person=person, process=process, seen_at=seen_at or timebase.now())
        for person in people
    )


@pytest.fixture
def ben(db: None) -> User:
    return User.objects.create(display_name="Ben", is_guest=True)


async def test_players_and_watchers_see_how_many_watch(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User, ben: User
) -> None:
    player, _accepted, _code = await open_socket(duel, people[0])
    assert watching_in(await player.receive_from()) == 0
    first, _accepted, _code = await open_socket(duel, eve)
    assert (watching_in(await first.receive_from()), await told(player)) == (1, 1)
    second, _accepted, _code = await open_socket(duel, ben)
    assert (watching_in(await second.receive_from()), await told(first), await told(player)) == (2, 2, 2)


async def test_somebody_with_two_pages_is_counted_once(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User
) -> None:
    for _page in range(2):
        socket, _accepted, _code = await open_socket(duel, eve)
        assert watching_in(await socket.receive_from()) == 1
    await sync_to_async(watchers.enter)(
        Onlooker("duel", duel.pk, eve.pk), process=ELSEWHERE, now=timebase.now(), is_limited=True
    )
    player, _accepted, _code = await open_socket(duel, people[0])
    assert watching_in(await player.receive_from()) == 1


async def test_those_of_other_processes_are_found_by_the_heartbeat(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User
) -> None:
    player, _accepted, _code = await open_socket(duel, people[0])
    await player.receive_from()
    await sync_to_async(watch_elsewhere)(duel, 3)
    await hub.get_hub()._beat()
    assert await told(player) == 3


async def test_what_a_killed_process_left_counts_no_more_and_is_deleted(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User
) -> None:
    await sync_to_async(watch_elsewhere)(duel, 1, seen_at=timebase.now() - STALE_SECONDS - 1)
    await sync_to_async(watch_elsewhere)(duel, 1)
    player, _accepted, _code = await open_socket(duel, people[0])
    assert watching_in(await player.receive_from()) == 1
    await sync_to_async(watchers.sweep)(now=timebase.now())
    assert await Watcher.objects.acount() == 1


async def test_who_leaves_is_counted_until_a_reload_would_be_done(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, _accepted, _code = await open_socket(duel, people[0])
    await player.receive_from()
    watcher, _accepted, _code = await open_socket(duel, eve)
    assert await told(player) == 1
    await watcher.disconnect()
    await hub.get_hub()._beat()
    assert await Watcher.objects.acount() == 1
    later = timebase.now() + GRACE_SECONDS + 0.1
    monkeypatch.setattr(timebase, "now", lambda: later)
    await hub.get_hub()._beat()
    assert await told(player) == 0
    assert await Watcher.objects.acount() == 0


async def test_the_last_page_of_a_process_leaves_nobody_counted(
    open_socket: OpenSocket, duel: DuelGame, eve: User
) -> None:
    watcher, _accepted, _code = await open_socket(duel, eve)
    await watcher.receive_from()
    assert await Watcher.objects.acount() == 1
    await watcher.disconnect()
    assert await Watcher.objects.acount() == 0


async def test_who_sits_down_looks_on_no_more(
    open_socket: OpenSocket, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = await sync_to_async(tables.create_table)(person=people[0])
    host, _accepted, _code = await open_socket(f"/duel/{entry.game_id}/live/", people[0])
    await host.receive_from()
    other, _accepted, _code = await open_socket(f"/duel/{entry.game_id}/live/", people[1])
    assert (watching_in(await other.receive_from()), await told(host)) == (1, 1)
    await sync_to_async(tables.join_table)(game_id=entry.game_id, person=people[1])
    await other.receive_from()
    later = timebase.now() + GRACE_SECONDS + 0.1
    monkeypatch.setattr(timebase, "now", lambda: later)
    await hub.get_hub()._beat()
    assert await told(host) == 0


async def test_a_move_reads_nothing_of_those_who_look_on(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for person in (*people, eve):
        socket, _accepted, _code = await open_socket(duel, person)
        await socket.receive_from()
    heard = hear_statements(monkeypatch)
    await play_any(duel)
    assert heard
    assert not [sql for sql in heard if "watcher" in sql]


# --- the limit --------------------------------------------------------------------------------------------------------


async def test_a_full_room_is_told_by_the_socket_and_nothing_changes(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User
) -> None:
    await sync_to_async(watch_elsewhere)(duel, MOST_WATCHERS)
    socket, accepted, _code = await open_socket(duel, eve)
    assert accepted
    assert "50 people watch this game already, and there is no room for more." in await socket.receive_from()
    assert await socket.receive_output() == {"type": "websocket.close", "code": 4409}
    assert not await Watcher.objects.filter(person=eve).aexists()
    assert (await open_socket(duel, people[0]))[1]


async def test_who_is_in_may_come_back_to_a_full_room(open_socket: OpenSocket, duel: DuelGame, eve: User) -> None:
    await sync_to_async(watch_elsewhere)(duel, MOST_WATCHERS - 1)
    for _visit in range(2):
        socket, accepted, _code = await open_socket(duel, eve)
        assert (accepted, watching_in(await socket.receive_from())) == (True, MOST_WATCHERS)


def test_a_page_that_polls_is_counted_and_told_of_a_full_room(duel: DuelGame, people: list[User], eve: User) -> None:
    address, player = f"/duel/{duel.pk}/", client_of(people[0])
    shows = shown_in(player.get(address).content.decode())
    assert player.get(f"{address}parts/?seq={shows}").status_code == 204
    watcher = client_of(eve)
    page = watcher.get(address).content.decode()
    assert watching_in(page) == 1
    assert watcher.get(f"{address}parts/?seq={shown_in(page)}").status_code == 204
    assert Watcher.objects.get().process == POLLING
    news = player.get(f"{address}parts/?seq={shows}").content.decode()
    assert watching_in(news) == 1
    assert player.get(f"{address}parts/?seq={shown_in(news)}").status_code == 204
    Watcher.objects.all().delete()
    watch_elsewhere(duel, MOST_WATCHERS)
    assert watcher.get(f"{address}parts/").status_code == 409
    assert not Watcher.objects.filter(person=eve).exists()
    assert client_of(people[0]).get(f"{address}parts/").status_code == 200


def test_a_stranger_is_nobody_who_looks_on(duel: DuelGame) -> None:
    assert Client().get(f"/duel/{duel.pk}/parts/").status_code == 401
    assert not Watcher.objects.exists()


def test_who_looks_on_stays_though_one_too_many_do(duel: DuelGame, eve: User) -> None:
    """Rules 3.7: who looks on already may always come back, as when somebody gave a seat up in a full room."""
    watchers.enter(Onlooker("duel", duel.pk, eve.pk), process=ELSEWHERE, now=timebase.now(), is_limited=True)
    watch_elsewhere(duel, MOST_WATCHERS)
    watcher, address = client_of(eve), f"/duel/{duel.pk}/"
    assert watching_in(watcher.get(address).content.decode()) == MOST_WATCHERS + 1
    assert watcher.get(f"{address}parts/").status_code == 200
    assert watcher.get(f"{address}talk/").status_code == 200
    assert "Watch this game" in watcher.get(f"/t/{duel.room_code}/").content.decode()
    assert len(watchers.people_at("duel", duel.pk, now=timebase.now())) == MOST_WATCHERS + 1


def test_a_newcomer_who_is_refused_is_counted_at_no_moment(duel: DuelGame, eve: User) -> None:
    watch_elsewhere(duel, MOST_WATCHERS)
    with CaptureQueriesContext(connection) as heard, pytest.raises(WatchRoomFull):
        watchers.enter(Onlooker("duel", duel.pk, eve.pk), process=ELSEWHERE, now=timebase.now(), is_limited=True)
    assert [each["sql"].partition(" ")[0] for each in heard] == ["SELECT"]


def test_a_poll_of_who_looks_on_costs_no_statement_more(duel: DuelGame, eve: User) -> None:
    watcher, address = client_of(eve), f"/duel/{duel.pk}/parts/"
    watcher.get(address)
    with CaptureQueriesContext(connection) as heard:
        watcher.get(address)
    assert len([each for each in heard if "watcher" in each["sql"]]) == 3


# --- what one process knows of its own --------------------------------------------------------------------------------


async def test_two_sockets_at_once_are_both_refused_by_a_full_room(duel: DuelGame, eve: User) -> None:
    await sync_to_async(watch_elsewhere)(duel, MOST_WATCHERS)
    rooms, who = WatchRooms(uuid.uuid4()), Onlooker("duel", duel.pk, eve.pk)
    came = (rooms.enter(who, is_limited=True) for _socket in range(2))
    assert [type(told) for told in await asyncio.gather(*came, return_exceptions=True)] == [WatchRoomFull] * 2


async def test_who_is_refused_while_the_last_page_leaves_is_refused_as_ever(duel: DuelGame, eve: User) -> None:
    await sync_to_async(watch_elsewhere)(duel, MOST_WATCHERS)
    rooms = WatchRooms(uuid.uuid4())
    entering = asyncio.create_task(rooms.enter(Onlooker("duel", duel.pk, eve.pk), is_limited=True))
    await asyncio.sleep(0)
    await rooms.close()
    with pytest.raises(WatchRoomFull):
        await entering


def test_a_heartbeat_neither_lets_in_nor_turns_away_who_is_entering(duel: DuelGame, eve: User, ben: User) -> None:
    now, here = timebase.now(), {Onlooker("duel", duel.pk, person.pk) for person in (eve, ben)}
    watchers.enter(Onlooker("duel", duel.pk, eve.pk), process=ELSEWHERE, now=now - 1, is_limited=True)
    watchers.reconcile(set(), entering=here, process=ELSEWHERE, now=now)
    assert [row.person for row in Watcher.objects.all()] == [eve]


async def test_the_last_page_of_a_process_leaves_nobody_counted_wherever_it_is(
    open_socket: OpenSocket, duel: DuelGame, eve: User, ben: User
) -> None:
    home, _accepted, _code = await open_socket("/lobby/live/", ben)
    await home.receive_from()
    watcher, _accepted, _code = await open_socket(duel, eve)
    await watcher.receive_from()
    await watcher.disconnect()
    await home.disconnect()
    assert await Watcher.objects.acount() == 0
