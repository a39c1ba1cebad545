"""Updates of a table's socket: languages, growing lists, changes without a move, changes of seat."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.core.exceptions import PermissionDenied
from django.utils.translation import get_language
from msgspec.structs import replace

from tabletop import play
from tabletop.accounts.models import User
from tabletop.engine import Engine, Loaded, Move
from tabletop.live import hub, presence
from tabletop.live.consumers import GONE
from tabletop.live.parts import Line
from tabletop.live.table_consumer import TableConsumer
from tabletop.models import Deadline, Presence
from tabletop.rules import Seat
from tests.kernel.conftest import STARTED
from tests.kit.frames import parts_in
from tests.live.conftest import lose_doorbells, next_update, play_any, seq_in
from tests.tinygame import pages, services
from tests.tinygame.models import DuelGame, DuelSeat

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]


class NamedLine(Line, frozen=True):
    name: str


def show(monkeypatch: pytest.MonkeyPatch, **more: Callable[[Loaded[Any]], object]) -> None:
    """Lets the view of the page contain more than the rules say."""

    def view(loaded: Loaded[Any], seat: Seat | None, now: float) -> pages.DuelView:
        return replace(pages.view(loaded, seat, now), **{name: value(loaded) for name, value in more.items()})

    monkeypatch.setitem(pages.page.__dict__, "view", view)


async def test_each_socket_is_sent_its_own_language(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "German")]
    show(monkeypatch, led=lambda loaded: f"{get_language()} {loaded.row.seq - STARTED}")
    # The same seat on two devices, so that both sockets share a snapshot.
    sockets = {language: (await open_socket(duel, people[0], language=language))[0] for language in ("de", "en")}
    for language, socket in sockets.items():
        assert f"The {language} 0 is led." in await socket.receive_from()
    await play_any(duel)
    for language, socket in sockets.items():
        assert f"The {language} 1 is led." in await socket.receive_from()
        await socket.send_to(text_data='{"type": "sync"}')
        assert f"The {language} 1 is led." in await socket.receive_from()
    lose_doorbells(monkeypatch)
    await play_any(duel)
    await hub.get_hub()._beat()
    for language, socket in sockets.items():
        assert f"The {language} 2 is led." in await socket.receive_from()


async def test_a_list_that_grows_is_sent_its_new_lines_alone(
    open_socket: OpenSocket, duel: DuelGame, eve: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(pages.page.__dict__, "parts", (*pages.page.parts, pages.LOG))
    show(monkeypatch, lines=lambda loaded: tuple(Line(seq=seq) for seq in range(loaded.row.seq, STARTED, -1)))
    await play_any(duel)
    socket, _accepted, _code = await open_socket(duel, eve)
    assert f'<ol id="log"><li id="line-{STARTED + 1}">' in await socket.receive_from()
    await play_any(duel)
    added = await socket.receive_from()
    assert f'<ol id="log" hx-swap-oob="afterbegin"><li id="line-{STARTED + 2}">' in added
    assert f"line-{STARTED + 1}" not in added
    assert parts_in(added) == {"score", "table", "actions"}
    await socket.send_to(text_data='{"type": "sync"}')
    everything = await socket.receive_from()
    assert everything.index(f"line-{STARTED + 2}") < everything.index(f"line-{STARTED + 1}")


async def test_a_list_of_which_a_line_reads_differently_now_is_sent_as_a_whole(
    open_socket: OpenSocket, duel: DuelGame, eve: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example because of a name in it that is forgotten."""
    monkeypatch.setitem(pages.page.__dict__, "parts", (*pages.page.parts, pages.LOG))
    show(monkeypatch, lines=lambda loaded: (NamedLine(seq=0, name=str(loaded.row.seq)),))
    socket, _accepted, _code = await open_socket(duel, eve)
    assert 'id="log"' in await socket.receive_from()
    await play_any(duel)
    assert '<ol id="log"><li' in await socket.receive_from()


async def test_a_change_without_a_move_is_sent_where_it_is_asked_for(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    socket, _accepted, _code = await open_socket(duel, people[0])
    await socket.receive_from()
    [consumer] = hub.get_hub().members[f"duel:{duel.pk}"]
    assert isinstance(consumer, TableConsumer)
    kept = hub.get_hub().snapshots
    show(monkeypatch, led=lambda loaded: "draft")
    await consumer._show(kept.fresh(pages.page, duel.pk))
    await consumer._show(kept.fresh(pages.page, duel.pk), same_position=True)
    html = await socket.receive_from()
    assert (parts_in(html), seq_in(html)) == ({"table"}, STARTED)
    assert "The draft is led." in html


def take_seat_away(duel: DuelGame) -> None:
    DuelSeat.objects.filter(game=duel, place=0).update(user=None)
    play.submit(services.engine, duel.pk, Move(seat=1, action=presence.LEFT))


async def test_a_player_who_loses_the_seat_is_shown_what_a_spectator_sees_and_is_away(
    open_socket: OpenSocket, duel: DuelGame, people: list[User]
) -> None:
    socket, _accepted, _code = await open_socket(duel, people[0])
    assert "Play the" in await socket.receive_from()
    assert await Presence.objects.filter(seat="0").acount() == 1
    await database_sync_to_async(take_seat_away)(duel)
    assert "Play the" not in await socket.receive_from()
    await socket.send_to(text_data='{"type": "sync"}')
    await socket.receive_from()
    assert await Presence.objects.acount() == 0
    assert await Deadline.objects.filter(task="away:0").acount() == 1


async def test_only_the_first_page_of_a_seat_is_an_arrival(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    arrive, seats = presence.arrive, []

    def noting(engine: Engine, game_id: UUID, seat: Seat, **more: Any) -> None:
        seats.append(seat)
        arrive(engine, game_id, seat, **more)

    monkeypatch.setattr(presence, "arrive", noting)
    for person in (people[0], people[0], people[1]):
        socket, _accepted, _code = await open_socket(duel, person)
        await socket.receive_from()
    assert seats == [0, 1]


async def test_a_watcher_who_may_no_longer_watch_gets_nothing_of_what_others_are_sent(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    zoe = await User.objects.acreate(display_name="Zoe", is_guest=True)
    sockets = [(await open_socket(duel, person))[0] for person in (eve, zoe, people[1])]
    for socket in sockets:
        await socket.receive_from()
    await play_any(duel)
    for socket in sockets:
        assert seq_in(await next_update(socket)) == STARTED + 1
    gate = pages.page.seat_for

    def closed_to_eve(loaded: Loaded[Any], person: UUID | None) -> Seat | None:
        if person == eve.pk:
            raise PermissionDenied
        return gate(loaded, person)

    monkeypatch.setitem(pages.page.__dict__, "seat_for", closed_to_eve)
    await play_any(duel)
    assert await sockets[0].receive_output() == {"type": "websocket.close", "code": GONE}
    for socket in sockets[1:]:
        assert seq_in(await socket.receive_from()) == STARTED + 2
