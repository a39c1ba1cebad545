"""Moves over a page's open socket: answered at once, made once, and only by the person who still is who came in."""

import json
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from tabletop.accounts.models import User
from tabletop.accounts.services import erase_person
from tabletop.live import moves, writer
from tabletop.rules import RuleViolation
from tests.kernel.conftest import STARTED, any_move, game_of, logged_moves
from tests.kit.frames import parts_in
from tests.live.conftest import seq_in
from tests.tinygame import services, store
from tests.tinygame.models import DuelGame
from tests.tinygame.pages import page

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]


def message(action: Any, *, key: str = "k1", to: str = "move/", **more: Any) -> str:
    fields = {name: [str(value)] for name, value in action.items()}
    return json.dumps({"type": "move", "to": to, "fields": fields, "key": key} | more)


@pytest.fixture
async def sockets(open_socket: OpenSocket, duel: DuelGame, people: list[User]) -> list[Any]:
    """Those of the two players, up to date."""
    opened = [(await open_socket(duel, person))[0] for person in people]
    for socket in opened:
        await socket.receive_from()
    return opened


@pytest.fixture
async def action(duel: DuelGame) -> dict[str, object]:
    """A move of the first player, who is on turn."""
    return any_move(await database_sync_to_async(game_of)(duel))


@database_sync_to_async
def post(person: User, duel: DuelGame, action: dict[str, object], *, key: str) -> int:
    """The status of the answer to this move by the other door."""
    client = Client()
    client.force_login(person)
    headers = {"HX-Request": "true", "Idempotency-Key": key}
    return client.post(f"/duel/{duel.pk}/move/", action, headers=headers).status_code


async def count_moves() -> int:
    return await logged_moves().acount()


async def test_a_move_is_answered_with_its_key_and_the_news(sockets: list[Any], action: dict[str, object]) -> None:
    await sockets[0].send_to(text_data=message(action))
    answer = await sockets[0].receive_from()
    assert answer.startswith('<div id="answer" data-key="k1"')
    assert (parts_in(answer), seq_in(answer)) == ({"table", "actions"}, STARTED + 1)
    assert await sockets[0].receive_nothing(), "the doorbell says nothing new to the page that moved"
    news = await sockets[1].receive_from()
    assert (parts_in(news), seq_in(news)) == ({"table", "actions"}, STARTED + 1)
    assert "answer" not in news
    assert await count_moves() == 1


async def test_the_same_key_again_is_answered_and_has_no_second_effect(
    sockets: list[Any], action: dict[str, object]
) -> None:
    for _time in range(2):
        await sockets[0].send_to(text_data=message(action))
        assert 'id="answer" data-key="k1"' in await sockets[0].receive_from()
    assert await count_moves() == 1


@pytest.mark.parametrize("first", ["socket", "post"])
async def test_the_same_key_by_both_doors_has_one_effect(
    sockets: list[Any], action: dict[str, object], duel: DuelGame, people: list[User], first: str
) -> None:
    if first == "post":
        assert await post(people[0], duel, action, key="k1") == 200
    await sockets[0].send_to(text_data=message(action))
    answer = await sockets[0].receive_from()
    while "answer" not in answer:
        answer = await sockets[0].receive_from()
    if first == "socket":
        assert await post(people[0], duel, action, key="k1") == 200
    assert await count_moves() == 1


async def test_the_limit_counts_the_moves_of_a_person_by_both_doors(
    sockets: list[Any], action: dict[str, object], duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "MOVE_LIMIT", moves.MoveLimit(times=2, seconds=3600))
    await sockets[0].send_to(text_data=message(action))
    await sockets[0].receive_from()
    assert await post(people[0], duel, action, key="k2") == 409, "the move is made already"
    await sockets[0].send_to(text_data=message(action, key="k3"))
    answer = await sockets[0].receive_from()
    assert 'data-key="k3"' in answer
    assert "That was quick." in answer
    assert await post(people[0], duel, action, key="k4") == 429
    assert await post(people[1], duel, action, key="k5") == 409, "somebody else's moves are counted apart"
    assert await count_moves() == 1


async def test_a_refusal_is_told_and_changes_nothing(sockets: list[Any], action: dict[str, object]) -> None:
    await sockets[1].send_to(text_data=message(action))
    answer = await sockets[1].receive_from()
    assert 'id="answer" data-key="k1"' in answer
    assert "toast" in answer
    assert await count_moves() == 0


async def test_somebody_who_looks_on_cannot_move(
    open_socket: OpenSocket, duel: DuelGame, action: dict[str, object], eve: User
) -> None:
    socket, _accepted, _code = await open_socket(duel, eve)
    await socket.receive_from()
    await socket.send_to(text_data=message(action))
    assert "You have no seat here" in await socket.receive_from()
    assert await count_moves() == 0


@pytest.mark.parametrize(
    "changed",
    [
        {"key": ""},
        {"key": "k" * 200},
        {"key": "ключ"},
        {"key": None},
        {"to": "../elsewhere/move/"},
        {"to": "leave/"},
        {"to": 3},
        {"fields": {"type": "play"}},
        {"fields": [1]},
        {"fields": {"type": ["play"], "card": ["one"]}},
        {"fields": {}},
        {"seq": "soon"},
        {"seq": STARTED + 1},
        {"seq": 10**30},
    ],
)
async def test_a_move_that_cannot_be_read_changes_nothing(
    sockets: list[Any], action: dict[str, object], changed: dict[str, object]
) -> None:
    told = json.loads(message(action)) | changed
    await sockets[0].send_to(text_data=json.dumps(told))
    assert "toast" in await sockets[0].receive_from()
    assert await count_moves() == 0
    await sockets[0].send_to(text_data=message(action, key="a good one"))
    assert 'data-key="a good one"' in await sockets[0].receive_from()
    assert await count_moves() == 1


def log_out(person: User) -> None:
    Session.objects.all().delete()


def change_password(person: User) -> None:
    User.objects.filter(pk=person.pk).update(password="another hash")


def suspend(person: User) -> None:
    User.objects.filter(pk=person.pk).update(is_active=False)


@pytest.mark.parametrize("end_it", [log_out, change_password, suspend])
async def test_who_is_signed_out_cannot_move_though_no_doorbell_rang(
    sockets: list[Any], action: dict[str, object], people: list[User], end_it: Callable[[User], None]
) -> None:
    await database_sync_to_async(end_it)(people[0])
    await sockets[0].send_to(text_data=message(action))
    assert await sockets[0].receive_output() == {"type": "websocket.close", "code": 4401}
    assert await count_moves() == 0


def log_out_by_the_site(client: Client, _person: User) -> None:
    client.post(reverse("account_logout"))


def new_password(_client: Client, person: User) -> None:
    person.set_password("another one")
    person.save(update_fields=["password"])


def delete_account(_client: Client, person: User) -> None:
    erase_person(user=person)


@pytest.mark.parametrize("end_it", [log_out_by_the_site, new_password, delete_account])
async def test_a_socket_closes_at_once_when_its_person_is_signed_out(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], end_it: Callable[[Client, User], None]
) -> None:
    socket, _accepted, _code = await open_socket(duel, people[0])
    other, _accepted, _code = await open_socket(duel, people[1])
    await socket.receive_from()
    await other.receive_from()
    cookies = dict(socket.scope["headers"])[b"cookie"].decode()
    client = Client()
    client.cookies.load(cookies)
    await database_sync_to_async(end_it)(client, people[0])
    closed = await socket.receive_output()
    while closed["type"] == "websocket.send":
        closed = await socket.receive_output()
    assert closed == {"type": "websocket.close", "code": 4401}
    await other.send_to(text_data='{"type": "sync"}')
    assert "beat" in await other.receive_from(), "others stay"


@pytest.mark.parametrize("trouble", [ZeroDivisionError, OperationalError])
async def test_a_failure_on_our_side_is_logged_and_not_answered(
    sockets: list[Any],
    action: dict[str, object],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    trouble: type[Exception],
) -> None:
    """The page then POSTs the same move."""

    def fail(*_given: Any) -> None:
        raise trouble

    with monkeypatch.context() as broken:
        broken.setattr(store, "save", fail)
        await sockets[0].send_to(text_data=message(action))
        assert await sockets[0].receive_nothing(timeout=0.5)
    assert trouble.__name__ in caplog.text
    await sockets[0].send_to(text_data=message(action))
    assert "answer" in await sockets[0].receive_from()
    assert await count_moves() == 1


async def test_news_that_come_while_a_move_is_refused_are_shown_with_the_refusal(
    sockets: list[Any], action: dict[str, object], duel: DuelGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def overtaken(_game_id: UUID, _move: Any) -> Any:
        services.move(game_id=duel.pk, seat=0, action=action)
        time.sleep(0.3)  # the doorbell has rung by now
        raise RuleViolation("not_your_turn", "Not your turn yet.")

    monkeypatch.setitem(page.moves, "move/", overtaken)
    await sockets[1].send_to(text_data=message(action))
    answer = await sockets[1].receive_from()
    assert "Not your turn yet." in answer
    assert (parts_in(answer), seq_in(answer)) == ({"table", "actions"}, STARTED + 1)


async def test_after_a_broken_connection_the_next_move_opens_a_new_one() -> None:
    def break_off() -> None:
        connection.ensure_connection()
        raise OperationalError("the server closed the connection unexpectedly")

    with pytest.raises(OperationalError):
        await writer.write(break_off)
    assert await writer.write(lambda: connection.connection is None)


async def test_moves_of_the_writer_are_the_services_own(sockets: list[Any], duel: DuelGame) -> None:
    """A whole duel by socket ends as its log says."""
    number = 0
    while (state := await database_sync_to_async(game_of)(duel)) and not services.engine.rules.is_over(
        (await database_sync_to_async(store.load)(duel.pk)).state
    ):
        number += 1
        socket = sockets[state.turn]
        await socket.send_to(text_data=message(any_move(state), key=f"m{number}"))
        while f'data-key="m{number}"' not in await socket.receive_from():
            pass
    assert await count_moves() == number > 3
