"""What is said reaches the pages of those it is for, at once and in few statements."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext

from tabletop.accounts.models import User
from tabletop.live import hub, talking
from tabletop.live.table_consumer import TableConsumer
from tabletop.talk.models import Mute, Remark
from tabletop.talk.speakers import mark_of
from tests.kernel.conftest import any_move, game_of
from tests.kit.clients import client_of
from tests.kit.frames import shown_in
from tests.kit.statements import hear_statements
from tests.live.conftest import until_the_doorbell_works
from tests.tinygame import rules, services
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]
HUB_TASKS = 2
"""Listener and heartbeat."""


async def say(person: User, duel: DuelGame, do: str, text: str = "") -> None:
    def post() -> int:
        return int(client_of(person).post(f"/duel/{duel.pk}/talk/", {"do": do, "text": text}).status_code)

    assert await sync_to_async(post)() == 303


async def frame_heard(socket: Any) -> str:
    while True:
        frame: str = await socket.receive_from()
        if "#heard" in frame:
            return frame


async def heard(socket: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", await frame_heard(socket))).strip()


def seq_of(duel: DuelGame) -> int:
    return DuelGame.objects.get(pk=duel.pk).seq


async def opened(open_socket: OpenSocket, duel: DuelGame, *people: User) -> list[Any]:
    sockets = [(await open_socket(duel, person))[0] for person in people]
    for socket in sockets:
        await socket.receive_from()
    await until_the_doorbell_works()
    return sockets


async def test_a_text_reaches_its_room_alone(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User
) -> None:
    juno, mara, watcher = await opened(open_socket, duel, *people, eve)
    await say(people[0], duel, "say", "Good luck everybody.")
    await say(eve, duel, "say", "Mara has two kings!")
    assert "Good luck everybody." in await heard(mara)
    assert (await heard(juno)).startswith("JYou")
    assert "two kings" in await heard(watcher)
    # Whatever comes next to the players, it is not what was said among the watchers.
    await say(people[1], duel, "word:thanks")
    assert "Thanks" in await heard(juno)


async def test_players_hear_the_watchers_from_the_end_of_the_game_on(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User
) -> None:
    juno, _mara = await opened(open_socket, duel, *people)
    await say(eve, duel, "say", "Mara has two kings!")

    def play_to_the_end() -> None:
        while not rules.is_over(state := game_of(duel)):
            services.move(game_id=duel.pk, seat=state.turn, action=any_move(state))

    await sync_to_async(play_to_the_end)()
    while f'data-seq="{await sync_to_async(seq_of)(duel)}"' not in await juno.receive_from():
        pass
    await say(eve, duel, "say", "I saw it coming.")
    assert "I saw it coming." in await heard(juno)
    (reloaded,) = await opened(open_socket, duel, people[0])
    await say(eve, duel, "say", "All the time.")
    assert "All the time." in await heard(reloaded)


async def test_who_is_heard_can_be_muted_and_reported_at_once(
    open_socket: OpenSocket, duel: DuelGame, people: list[User]
) -> None:
    juno, mara = await opened(open_socket, duel, *people)
    for do in ("say", "word:oops"):
        await say(people[0], duel, do, "Hello")
        own, frame = await frame_heard(juno), await frame_heard(mara)
        assert f'value="mute:{mark_of(duel.pk, people[0].pk)}"' in frame
        assert f'value="report:{mark_of(duel.pk, people[0].pk)}:words"' in frame
        assert "mute:" not in own


async def test_a_remark_is_rendered_once_for_all_who_are_shown_the_same(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[str] = []

    def render(template: str, context: dict[str, Any]) -> str:
        rendered.append(template)
        return render_to_string(template, context)

    monkeypatch.setattr(talking, "render_to_string", render)
    sockets = await opened(open_socket, duel, *people, *people, eve, eve)
    await say(people[0], duel, "word:oops")
    assert all(["Oops" in await heard(socket) for socket in sockets])
    assert len(rendered) == 2


async def test_a_quick_word_reaches_all_at_the_table_with_its_seat(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User
) -> None:
    juno, watcher = await opened(open_socket, duel, people[0], eve)
    await say(people[1], duel, "word:played")
    for socket in (juno, watcher):
        frame = await frame_heard(socket)
        assert 'data-colour="' in frame
        assert "Well played" in frame
        assert str(people[1].pk) not in frame


async def test_who_is_muted_is_not_heard(open_socket: OpenSocket, duel: DuelGame, people: list[User]) -> None:
    await sync_to_async(Mute.objects.create)(person=people[0], muted=people[1])
    juno, mara = await opened(open_socket, duel, *people)
    await say(people[1], duel, "word:hurry")
    await say(people[1], duel, "say", "Hurry!")
    await say(people[0], duel, "say", "Where were we?")
    assert "Where were we?" in await heard(juno)
    assert ["Hurry up, please" in await heard(mara), "Hurry!" in await heard(mara)] == [True, True]


async def test_a_text_to_all_costs_three_statements(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    juno, mara, _watcher = await opened(open_socket, duel, *people, eve)
    statements = hear_statements(monkeypatch)
    await say(people[0], duel, "say", "Good luck everybody.")
    await heard(juno)
    await heard(mara)
    about_talk = [statement for statement in statements if '"talk_' in statement]
    assert len(about_talk) == 3, about_talk
    assert await sync_to_async(Remark.objects.count)() == 1


# --- what a page missed -----------------------------------------------------------------------------------------------


def said_in(frame: str) -> tuple[int | None, list[int]]:
    """The number up to which a page is told to know what was said, and the numbers of what it missed."""
    known, missed = re.search(r'id="said" data-seq="(\d+)"', frame), re.search(r'data-missed="([^"]*)"', frame)
    return known and int(known[1]), [int(number) for number in missed[1].split()] if missed else []


async def greeted(open_socket: OpenSocket, duel: DuelGame, person: User, *, said: str = "") -> tuple[Any, str]:
    socket, _accepted, _code = await open_socket(f"/duel/{duel.pk}/live/?shows=x&said={said}", person)
    return socket, await socket.receive_from()


def number_of(text: str) -> int:
    return Remark.objects.get(text=text).pk


async def test_a_page_that_comes_back_is_told_what_others_said_meanwhile(
    open_socket: OpenSocket, duel: DuelGame, people: list[User]
) -> None:
    await say(people[1], duel, "say", "Before.")
    juno, frame = await greeted(open_socket, duel, people[0])
    # What was there when the page was opened is not new.
    before = await sync_to_async(number_of)("Before.")
    assert said_in(frame) == (before, [])
    await juno.disconnect()
    await say(people[1], duel, "say", "Are you there?")
    await say(people[1], duel, "word:hurry")
    await say(people[0], duel, "say", "By another page.")
    meanwhile = await sync_to_async(number_of)("Are you there?")
    juno, frame = await greeted(open_socket, duel, people[0], said=str(before))
    assert said_in(frame) == (meanwhile, [meanwhile])
    assert "Are you there?" not in frame
    juno, frame = await greeted(open_socket, duel, people[0], said=str(meanwhile))
    assert said_in(frame) == (None, [])
    # Nor is a page that has no talk told anything.
    juno, _accepted, _code = await open_socket(duel, people[0])
    assert said_in(await juno.receive_from()) == (None, [])
    for nonsense in ("-1", "²", "9" * 30, "x"):
        assert said_in((await greeted(open_socket, duel, people[0], said=nonsense))[1]) == (meanwhile, [])


async def test_nobody_is_told_of_what_they_may_not_read(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User
) -> None:
    await sync_to_async(Mute.objects.create)(person=people[0], muted=people[1])
    await say(people[1], duel, "say", "Slow, slow.")
    await say(eve, duel, "say", "Mara has two kings!")
    for told in ("", "0"):
        assert said_in((await greeted(open_socket, duel, people[0], said=told))[1])[0] in (None, 0)
    assert said_in((await greeted(open_socket, duel, eve, said="0"))[1]) == (None, [])
    ben = await User.objects.acreate(display_name="Ben", is_guest=True)
    kings = await sync_to_async(number_of)("Mara has two kings!")
    assert said_in((await greeted(open_socket, duel, ben, said="0"))[1]) == (kings, [kings])


def test_a_page_that_polls_is_told_what_was_said_and_once(duel: DuelGame, people: list[User]) -> None:
    juno, address = client_of(people[0]), f"/duel/{duel.pk}/"
    shows = shown_in(juno.get(address).content.decode())

    def poll(said: str) -> tuple[int | None, list[int]]:
        answer = juno.get(f"{address}parts/?seq={shows}&said={said}")
        assert (answer.status_code == 204) == (not answer.content)
        return said_in(answer.content.decode())

    assert [poll(""), poll("0")] == [(0, []), (None, [])]
    client_of(people[1]).post(f"{address}talk/", {"do": "say", "text": "Are you there?"})
    number = number_of("Are you there?")
    assert [poll("0"), poll(str(number)), poll("")] == [(number, [number]), (None, []), (number, [])]
    with CaptureQueriesContext(connection) as heard:
        poll(str(number))
    assert len([each for each in heard if '"talk_' in each["sql"]]) == 1


async def test_a_word_during_the_greeting_is_heard(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    greet = TableConsumer.send_first

    async def greet_slowly(socket: TableConsumer) -> None:
        await say(people[1], duel, "say", "Hello, Juno!")
        while len(hub.get_hub().tasks) > HUB_TASKS:
            await asyncio.sleep(0)
        await greet(socket)

    monkeypatch.setattr(TableConsumer, "send_first", greet_slowly)
    socket, _accepted, _code = await open_socket(duel, people[0])
    assert "Hello, Juno!" in await heard(socket)
