"""The socket for programs (rules 14): whose seat it speaks for, from joining to leaving."""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session

from cambio import queries, services
from cambio.models import GameSession, Player
from tabletop.live import hub
from tabletop.live.consumers import GONE, SIGNED_OUT
from tabletop.models import Presence
from tabletop.tables import seats as table_seats
from tabletop.tables.seats import seat_with_token
from tabletop.tables.tokens import revoke_token
from tests.cambio import kit
from tests.cambio.live.pairs import Pair, act, start
from tests.live.conftest import PatientSocket, headers_for, lose_doorbells

pytestmark = pytest.mark.django_db(transaction=True)
OpenProgram = Callable[..., Any]


async def test_joining_with_the_token_brings_the_own_state(open_program: OpenProgram, pair: Pair) -> None:
    program = await open_program(pair.game_id)
    await program.say("join_game", token=pair.tokens[1])
    snapshot = await program.hear()
    assert snapshot.keys() == {"type", "gameId", "version", "timestamp", "data"}
    assert (snapshot["type"], snapshot["gameId"]) == ("STATE_SNAPSHOT", str(pair.game_id))
    assert snapshot["version"] == snapshot["data"]["version"] == 2
    assert snapshot["data"]["myPlayerId"] == pair.entries[1].player_id


async def test_joining_without_a_token_goes_by_the_session(open_program: OpenProgram, pair: Pair) -> None:
    program = await open_program(pair.game_id, pair.people[0])
    await program.say("join_game", token=None)
    assert (await program.hear())["data"]["mySeat"] == 0


@pytest.mark.parametrize("token", [None, "", "wrong", "x" * 3000])
async def test_an_unknown_caller_is_refused_and_hears_nothing(
    open_program: OpenProgram, pair: Pair, token: str | None
) -> None:
    program = await open_program(pair.game_id)
    await program.say("join_game", token=token)
    refused = await program.hear()
    assert (refused["type"], refused["data"]["code"], refused["version"]) == ("ERROR", "UNAUTHENTICATED", None)
    await program.say("sync")
    assert (await program.hear())["data"]["code"] == "UNAUTHENTICATED"
    await act(pair, 0, "start")
    assert await program.hears_nothing()


async def test_a_token_of_another_table_is_no_seat_here(open_program: OpenProgram, pair: Pair) -> None:
    stranger = await sync_to_async(kit.guest)("Olga")
    other = await sync_to_async(services.create_table)(person=stranger, player_count=2)
    program = await open_program(pair.game_id)
    await program.say("join_game", token=other.token)
    assert (await program.hear())["data"]["code"] == "PLAYER_NOT_IN_GAME"


async def test_an_unknown_table_is_closed(db: None) -> None:
    from tabletop.asgi import application

    path = f"/cambio/ws/game/{uuid.uuid4()}/"
    socket = PatientSocket(application, path, headers=await headers_for(None))
    assert await socket.connect() == (False, 4404)


async def test_who_is_signed_out_cannot_leave_by_the_socket_that_the_session_joined(
    open_program: OpenProgram, pair: Pair
) -> None:
    """Though no doorbell has rung yet; the same socket could before."""
    program = await open_program(pair.game_id, pair.people[1])
    await program.say("join_game", token=None)
    await program.hear()
    await Session.objects.all().adelete()
    await program.say("leave_game")
    assert await program.socket.receive_output() == {"type": "websocket.close", "code": SIGNED_OUT}
    assert len(await sync_to_async(queries.seats.at)(pair.game_id)) == 2


async def test_who_is_signed_out_leaves_by_the_token(open_program: OpenProgram, pair: Pair) -> None:
    program = await open_program(pair.game_id, pair.people[1])
    await program.say("join_game", token=pair.tokens[1])
    await program.hear()
    await Session.objects.all().adelete()
    await program.say("leave_game")
    await program.hear_until("PLAYER_LEFT")
    assert len(await sync_to_async(queries.seats.at)(pair.game_id)) == 1


@pytest.mark.parametrize("spelling", ["leave", "leave_game"])
async def test_leaving_over_the_socket_gives_the_seat_up_and_closes(
    open_program: OpenProgram, pair: Pair, spelling: str
) -> None:
    program = await open_program(pair.game_id)
    await program.say("join_game", token=pair.tokens[1])
    await program.hear()
    await program.say(spelling)
    output = await program.socket.receive_output()
    while output["type"] == "websocket.send":
        output = await program.socket.receive_output()
    assert output["type"] == "websocket.close"
    seats = await sync_to_async(queries.seats.names_at)(pair.game_id)
    assert list(seats.values()) == ["Juno"]


async def test_who_leaves_a_table_that_is_gone_is_told_so(open_program: OpenProgram, pair: Pair) -> None:
    program = await open_program(pair.game_id)
    await program.say("join_game", token=pair.tokens[0])
    await program.hear()
    await GameSession.objects.filter(pk=pair.game_id).adelete()
    await program.say("leave")
    assert await closing_code(program) == GONE


async def test_a_seat_is_present_while_a_socket_of_it_is_joined(open_program: OpenProgram, pair: Pair) -> None:
    program = await open_program(pair.game_id)
    assert await Presence.objects.acount() == 0
    await program.say("join_game", token=pair.tokens[1])
    await program.hear()
    assert [row.seat async for row in Presence.objects.all()] == ["1"]
    await program.socket.disconnect()
    assert await Presence.objects.acount() == 0


async def test_a_socket_whose_seat_moves_up_while_it_joins_hears_for_its_new_seat(
    open_program: OpenProgram, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    newcomers = [await sync_to_async(kit.guest)(name) for name in ("Nils", "Olga")]
    third = await sync_to_async(services.join_table)(game_id=pair.game_id, person=newcomers[0])
    find = seat_with_token
    left: list[bool] = []

    def found_while_somebody_leaves(seats: Any, token: str) -> Any:
        own = find(seats, token)
        if not left:
            left.append(True)
            services.act(game_id=pair.game_id, seat=1, action={"type": "leave"})
            services.join_table(game_id=pair.game_id, person=newcomers[1])
        return own

    monkeypatch.setattr(table_seats, "seat_with_token", found_while_somebody_leaves)
    program = await open_program(pair.game_id)
    await program.say("join_game", token=third.token)
    assert (await program.hear())["data"]["mySeat"] == 1
    await act(pair, 0, "start")
    heard = await program.hear_until("INITIAL_CARDS")
    state = await sync_to_async(kit.game_of)(pair.game_id)
    shown = [card["card"]["rank"] + card["card"]["suit"][0] for card in heard[-1]["data"]["cards"]]
    assert shown == list(state.players[1].hand[2:])
    assert [row.seat async for row in Presence.objects.all()] == ["1"]


async def closing_code(program: Any) -> int:
    """What is told before, such as that the seat has arrived, is passed over."""
    output = await program.socket.receive_output()
    while output["type"] != "websocket.close":
        output = await program.socket.receive_output()
    return int(output["code"])


async def test_the_socket_of_a_revoked_token_is_closed_at_once(open_program: OpenProgram, pair: Pair) -> None:
    revoked, other = await open_program(pair.game_id), await open_program(pair.game_id)
    for program, token in ((revoked, pair.tokens[0]), (other, pair.tokens[1])):
        await program.say("join_game", token=token)
        await program.hear()
    await sync_to_async(revoke_token)(Player(pk=pair.entries[0].player_id))
    assert await closing_code(revoked) == SIGNED_OUT
    await other.say("heartbeat")
    assert (await other.hear_until("HEARTBEAT_ACK"))[-1]["type"] == "HEARTBEAT_ACK"


async def test_the_heartbeat_closes_the_socket_of_a_token_that_was_revoked_unheard(
    open_program: OpenProgram, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 0.1)
    program = await open_program(pair.game_id)
    await program.say("join_game", token=pair.tokens[0])
    await program.hear()
    await Player.objects.filter(pk=pair.entries[0].player_id).aupdate(token_hash=None)
    assert await closing_code(program) == SIGNED_OUT


async def joined_and_offered(open_program: OpenProgram, pair: Pair, *, by_token: bool) -> Any:
    """The socket of a program in a seat that its person has just offered to others."""
    await sync_to_async(start)(pair)
    program = await open_program(pair.game_id, None if by_token else pair.people[1])
    await program.say("join_game", token=pair.tokens[1] if by_token else None)
    await program.hear()
    await act(pair, 1, "offer_seat")
    return program


@pytest.mark.parametrize("by_token", [True, False], ids=["token", "session"])
async def test_the_socket_of_somebody_whose_seat_another_person_takes_is_closed_before_it_hears_more(
    open_program: OpenProgram, pair: Pair, by_token: bool
) -> None:
    program = await joined_and_offered(open_program, pair, by_token=by_token)
    await program.hear_until("SEAT_OFFERED")
    eve = await sync_to_async(kit.guest)("Eve")
    await sync_to_async(services.tables.take_seat)(game_id=pair.game_id, person=eve)
    told: list[Any] = []
    output = await program.socket.receive_output()
    while output["type"] != "websocket.close":
        told.append(json.loads(output["text"])["type"])
        output = await program.socket.receive_output()
    assert int(output["code"]) in (GONE, SIGNED_OUT)
    assert "SEAT_TAKEN" not in told


@pytest.mark.parametrize("by_token", [True, False], ids=["token", "session"])
async def test_who_lost_the_seat_to_another_person_cannot_leave_it_by_a_socket_that_has_not_heard_of_it(
    open_program: OpenProgram, pair: Pair, by_token: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = await joined_and_offered(open_program, pair, by_token=by_token)
    await program.hear_until("SEAT_TAKEN_OVER")
    lose_doorbells(monkeypatch)
    eve = await sync_to_async(kit.guest)("Eve")
    await sync_to_async(services.tables.take_seat)(game_id=pair.game_id, person=eve)
    await program.say("leave_game")
    assert (await program.hear())["data"]["code"] == "PLAYER_NOT_IN_GAME"
    log = services.engine.store.actions.objects.filter(game=pair.game_id)
    assert (await log.alatest("seq")).payload["type"] == "take_seat"
