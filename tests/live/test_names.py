"""A person who deletes the account is forgotten at once: on open pages, and by every process that keeps the table."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async

from tabletop import kept_games
from tabletop.accounts.models import User
from tabletop.accounts.names import DELETED_PLAYER
from tabletop.accounts.services import erase_person
from tabletop.engine import Engine, Loaded, Receipt
from tabletop.kept_games import keep_game, outdate_games, take_game
from tabletop.live import announce, hub, loading
from tabletop.play import read
from tests.kernel.conftest import STARTED
from tests.kit.frames import parts_in
from tests.live.conftest import lose_doorbells, play_any, seq_in
from tests.live.test_updates import show
from tests.tinygame import pages, store
from tests.tinygame.models import DuelGame, DuelSeat
from tests.tinygame.services import engine, tables

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]


@pytest.fixture(autouse=True)
def shown_name(monkeypatch: pytest.MonkeyPatch) -> None:
    show(monkeypatch, led=lambda loaded: loaded.sitters[0].display_name)


def kept(duel: DuelGame) -> Loaded[Any] | None:
    return kept_games._games.get(f"duel:{duel.pk}")


@database_sync_to_async
def rename(duel: DuelGame) -> None:
    DuelSeat.objects.filter(game=duel, place=0).update(display_name="Somebody")


async def ring_like_another_process(duel: DuelGame) -> None:
    topics = [f"duel:{duel.pk}{announce.NAMES}"]
    await announce._publish({"type": "doorbell", "topics": topics, "seq": 0, "process": "another", "step": None})


async def test_a_forgotten_name_leaves_the_open_pages_of_the_others_at_once(
    open_socket: OpenSocket, duel: DuelGame, people: list[User]
) -> None:
    others, _accepted, _code = await open_socket(duel, people[1])
    assert "Juno" in await others.receive_from()
    await database_sync_to_async(erase_person)(user=people[0])
    html = await others.receive_from()
    assert DELETED_PLAYER in html
    assert "Juno" not in html
    assert (parts_in(html), seq_in(html)) == ({"score", "table"}, STARTED), (
        "no move was made, and nothing else has changed"
    )


async def test_another_process_forgets_what_it_keeps_and_draws_its_pages_anew(
    open_socket: OpenSocket, duel: DuelGame, people: list[User]
) -> None:
    socket, _accepted, _code = await open_socket(duel, people[1])
    await socket.receive_from()
    await play_any(duel)
    await socket.receive_from()
    assert kept(duel) is not None
    await rename(duel)
    await ring_like_another_process(duel)
    assert "Somebody" in await socket.receive_from()
    assert kept(duel) is None
    await play_any(duel)
    assert "Juno" not in await socket.receive_from()
    now = kept(duel)
    assert now is not None
    assert now.names[now.sitters[0].seat_id] == "Somebody"


async def test_another_name_is_read_once_however_many_pages_show_it(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], reads: list[UUID]
) -> None:
    sockets = [(await open_socket(duel, people[number % 2]))[0] for number in range(4)]
    for socket in sockets:
        await socket.receive_from()
    reads.clear()
    await rename(duel)
    await ring_like_another_process(duel)
    for socket in sockets:
        assert "Somebody" in await socket.receive_from()
    assert reads == [duel.pk]


async def test_what_was_read_while_the_name_changed_is_read_again(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    socket, _accepted, _code = await open_socket(duel, people[1])
    await socket.receive_from()
    snapshots, before = hub.get_hub().snapshots, await database_sync_to_async(store.load)(duel.pk)
    loads = iter([before])
    loop = asyncio.get_running_loop()

    def slow(engine: Engine, game_id: UUID, **options: Any) -> Loaded[Any]:
        """The first one has read the old name, and comes back after the doorbell has rung for the new one."""
        found = next(loads, None)
        if found is None:
            return read(engine, game_id, **options)
        asyncio.run_coroutine_threadsafe(ring(), loop).result()
        return found

    async def ring() -> None:
        hub.get_hub().ring((f"duel:{duel.pk}{announce.NAMES}",), 0)

    await rename(duel)
    monkeypatch.setattr(loading, "read", slow)
    snapshot = await snapshots.fresh(pages.page, duel.pk)
    assert snapshot.loaded.sitters[0].display_name == "Somebody"
    assert snapshots.kept[f"duel:{duel.pk}"].loaded.sitters[0].display_name == "Somebody"


async def test_a_move_made_on_the_state_with_the_old_name_does_not_bring_it_back(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    socket, _accepted, _code = await open_socket(duel, people[1])
    await socket.receive_from()
    snapshots, topic = hub.get_hub().snapshots, f"duel:{duel.pk}"
    before = await database_sync_to_async(store.load)(duel.pk)
    await rename(duel)
    await ring_like_another_process(duel)
    assert "Somebody" in await socket.receive_from()
    lose_doorbells(monkeypatch)
    await play_any(duel)
    receipt = announce.latest_change(topic)
    assert isinstance(receipt, Receipt)
    # As if the process had taken the state before it heard of the name.
    monkeypatch.setitem(announce._watched, topic, replace(receipt, before=before, loaded=older(receipt.loaded, before)))
    followed = await snapshots.at_least(STARTED + 1, pages.page, duel.pk)
    assert (followed.seq, followed.loaded.sitters[0].display_name) == (STARTED + 1, "Somebody")


def older(loaded: Loaded[Any], before: Loaded[Any]) -> Loaded[Any]:
    return replace(loaded, sitters=before.sitters)


@pytest.fixture
def watched(duel: DuelGame) -> Any:
    announce.watch(f"duel:{duel.pk}")
    yield duel
    announce.unwatch(f"duel:{duel.pk}")
    kept_games.forget_game(f"duel:{duel.pk}")


@pytest.mark.parametrize("whose", ["table", "person"])
def test_what_was_read_before_the_name_changed_is_not_kept(watched: DuelGame, people: list[User], whose: str) -> None:
    """Nor what was read before a person changed something."""
    before = store.load(watched.pk)
    keep_game(engine, before)
    outdate_games(f"duel:{watched.pk}" if whose == "table" else str(people[1].pk))
    assert take_game(engine, watched.pk) is None
    keep_game(engine, before)
    assert kept(watched) is None
    keep_game(engine, store.load(watched.pk))
    assert kept(watched) is not None


def test_old_news_of_names_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    outdate_games("duel:one")
    monkeypatch.setattr(kept_games, "LONGEST_SECONDS", -1.0)
    outdate_games("duel:two")
    assert kept_games._outdated == {}


def test_the_tables_and_the_lists_of_those_who_sit_there_are_announced(
    duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[tuple[str, ...]] = []
    monkeypatch.setattr(announce, "announce", lambda *, topics, **_more: rung.append(topics))
    tables.forget_person(people[0])
    told = [topics for topics in rung if not topics[0].startswith(announce.SIGNED_IN)]
    assert told == [(f"duel:{duel.pk}:names", *(f"person:{person.pk}" for person in people))]
    assert store.load(duel.pk).row.seq == STARTED


def test_a_page_with_another_name_or_of_another_seat_or_release_does_not_pass_for_this_one(
    duel: DuelGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The socket would believe that it shows what it does not."""
    before = store.load(duel.pk)
    marks = {pages.page.mark(before, seat) for seat in (0, 1, None)}
    DuelSeat.objects.filter(game=duel, place=0).update(display_name="Somebody")
    marks |= {pages.page.mark(store.load(duel.pk), seat) for seat in (0, 1, None)}
    monkeypatch.setattr("tabletop.live.pages.release", lambda: "another")
    marks |= {pages.page.mark(store.load(duel.pk), seat) for seat in (0, 1, None)}
    assert len(marks) == 9
