"""The socket for programs (rules 14): who hears what, in which envelope."""

import json
import uuid
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from pytest_django import Settings

from cambio import consumers as cambio_consumers
from cambio import queries, rules, services
from cambio.api.messages import write_message
from tabletop import play
from tabletop.accounts.models import User
from tabletop.api.typed import NotOfItsType
from tabletop.engine import AnnouncedStep, Receipt
from tabletop.live import announce, consumers
from tabletop.live.consumers import SIGNED_OUT
from tabletop.models import Presence
from tabletop.tables.seats import Entry, seat_with_token
from tests.cambio import kit
from tests.kit.calls import note_calls
from tests.live.conftest import PatientSocket, headers_for, lose_doorbells

pytestmark = pytest.mark.django_db(transaction=True)
OpenProgram = Callable[..., Any]


class Pair:
    def __init__(self, people: list[User], entries: list[Entry]) -> None:
        self.people, self.entries = people, entries
        self.game_id = entries[0].game_id
        self.tokens = [entry.token for entry in entries]


@pytest.fixture
def pair(transactional_db: None) -> Pair:
    people = kit.people(2)
    host = services.create_table(person=people[0], player_count=3)
    return Pair(people, [host, services.join_table(game_id=host.game_id, person=people[1])])


def start(pair: Pair, top: str = "2c", **options: Any) -> None:
    services.act(game_id=pair.game_id, seat=0, action={"type": "start"})
    hands = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]
    kit.position(pair.game_id, rules.arrange(hands, [top], ["2d", "3d"], **options))


@sync_to_async
def act(pair: Pair, seat: int, kind: str, **fields: Any) -> None:
    services.act(game_id=pair.game_id, seat=seat, action={"type": kind, **fields})


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


async def test_lobby_changes_are_told_to_everybody_at_once(open_program: OpenProgram, pair: Pair) -> None:
    program = await open_program(pair.game_id)
    await program.say("join_game", token=pair.tokens[0])
    await program.hear()
    newcomer = await sync_to_async(kit.guest)("Nils")
    entry = await sync_to_async(services.join_table)(game_id=pair.game_id, person=newcomer)
    joined = await program.hear()
    assert (joined["type"], joined["version"]) == ("PLAYER_JOINED", 3)
    assert joined["data"] == {
        "playerId": entry.player_id, "displayName": "Nils", "type": "human", "turnOrder": 2, "totalPlayers": 3
    }  # fmt: skip
    await act(pair, 1, "leave")
    left = await program.hear()
    assert left["data"] == {"playerId": pair.entries[1].player_id, "hostPlayerId": pair.entries[0].player_id}


async def test_people_with_one_name_are_told_apart_in_snapshot_events_and_scores(
    open_program: OpenProgram, pair: Pair
) -> None:
    program = await open_program(pair.game_id)
    await program.say("join_game", token=pair.tokens[0])
    await program.hear()
    namesake = await sync_to_async(kit.guest)("Mara")
    await sync_to_async(services.join_table)(game_id=pair.game_id, person=namesake)
    assert (await program.hear())["data"]["displayName"] == "Mara (2)"
    await act(pair, 0, "start")
    last = rules.arrange(
        [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"], ["5d", "6d", "7d", "8d"]],
        ["2c"],
        ["2d", "3d"],
        phase="final_round",
        caller=0,
        turn=2,
        final_turns_taken=(1,),
    )
    await sync_to_async(kit.position)(pair.game_id, last)
    await act(pair, 2, "draw", source="deck")
    await act(pair, 2, "discard")
    scores = (await program.hear_until("GAME_COMPLETED"))[-1]["data"]["scores"]
    assert [line["displayName"] for line in scores] == ["Juno", "Mara", "Mara (2)"]
    await program.say("sync")
    state = (await program.hear())["data"]
    assert [player["displayName"] for player in state["players"]] == ["Juno", "Mara", "Mara (2)"]


async def test_private_events_reach_their_seat_alone(open_program: OpenProgram, pair: Pair) -> None:
    await sync_to_async(start)(pair, "Kc")
    programs = [await open_program(pair.game_id) for _seat in range(2)]
    for program, token in zip(programs, pair.tokens, strict=True):
        await program.say("join_game", token=token)
        await program.hear()
    await act(pair, 0, "draw", source="deck")
    await act(pair, 0, "discard")
    await act(pair, 0, "dismiss_reveal")
    own, other = [await program.hear_until("TURN_STARTED") for program in programs]
    assert [message["type"] for message in own] == [
        "CARD_DRAWN", "CARD_DISCARDED", "POWER_AVAILABLE", "POWER_USED", "CARD_REVEALED", "CARD_HIDDEN", "TURN_STARTED"
    ]  # fmt: skip
    assert [message["type"] for message in other] == ["CARD_DRAWN", "CARD_DISCARDED", "POWER_USED", "TURN_STARTED"]
    king = {"rank": "K", "suit": "clubs", "pointValue": 0}
    assert own[0]["data"]["card"] == king
    assert "card" not in other[0]["data"]
    assert own[4]["data"]["ownerId"] == pair.entries[0].player_id
    versions = [message["version"] for message in own]
    assert versions == [4, 5, 5, 5, 5, 6, 6]
    used = other[2]["data"]
    assert used == {"playerId": pair.entries[0].player_id, "powerType": "look_own"}


async def test_all_sockets_of_a_seat_hear_its_private_events(open_program: OpenProgram, pair: Pair) -> None:
    await sync_to_async(start)(pair)
    programs = [await open_program(pair.game_id) for _socket in range(2)]
    for program in programs:
        await program.say("join_game", token=pair.tokens[0])
        await program.hear()
    await act(pair, 0, "draw", source="deck")
    assert ["card" in (await program.hear())["data"] for program in programs] == [True, True]


async def test_sync_brings_a_fresh_state_and_a_heartbeat_is_echoed(open_program: OpenProgram, pair: Pair) -> None:
    program = await open_program(pair.game_id)
    await program.say("join_game", token=pair.tokens[0])
    await program.hear()
    await program.say("heartbeat")
    assert (await program.hear())["type"] == "HEARTBEAT_ACK"
    await program.say("sync")
    assert (await program.hear())["type"] == "STATE_SNAPSHOT"


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


async def test_a_seat_is_present_while_a_socket_of_it_is_joined(open_program: OpenProgram, pair: Pair) -> None:
    program = await open_program(pair.game_id)
    assert await Presence.objects.acount() == 0
    await program.say("join_game", token=pair.tokens[1])
    await program.hear()
    assert [row.seat async for row in Presence.objects.all()] == ["1"]
    await program.socket.disconnect()
    assert await Presence.objects.acount() == 0


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "3", '{"type": 3}', '{"type": "join_game", "token": 5}', "x" * 5000),
        '{"type": "heartbeat", "data": ' + "[" * 1500 + "]" * 1500 + "}",
    ],
)
async def test_what_makes_no_sense_is_refused_and_forgotten(open_program: OpenProgram, pair: Pair, text: str) -> None:
    program = await open_program(pair.game_id)
    await program.socket.send_input({"type": "websocket.receive", "text": text})
    assert (await program.hear())["data"]["code"] == "VALIDATION_ERROR"
    await program.say("join_game", token=pair.tokens[0])
    assert (await program.hear())["type"] == "STATE_SNAPSHOT"


async def test_a_message_of_no_known_type_is_refused(open_program: OpenProgram, pair: Pair) -> None:
    program = await open_program(pair.game_id)
    await program.say("draw", source="deck")
    assert (await program.hear())["data"]["code"] == "UNAUTHENTICATED"
    await program.say("join_game", token=pair.tokens[0])
    await program.hear()
    await program.say("draw", source="deck")
    assert (await program.hear())["data"]["code"] == "VALIDATION_ERROR"


def test_what_no_type_declares_does_not_leave_by_the_socket(settings: Settings) -> None:
    data, more = {"playerId": "juno", "phase": "playing"}, {"hand": ["Ah"]}
    envelope: Any = {"game_id": "table", "version": 4, "timestamp": 5.0}
    with pytest.raises(NotOfItsType, match="hand"):
        write_message("TURN_STARTED", data | more, **envelope)
    settings.STRICT_ANSWERS = False
    told = json.loads(write_message("TURN_STARTED", data | more, **envelope))
    assert told == {"type": "TURN_STARTED", "gameId": "table", "version": 4, "timestamp": 5.0, "data": data}


async def test_too_many_messages_are_refused_and_in_the_end_the_socket_is_closed(
    open_program: OpenProgram, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All in one second, however long a busy machine needs for them.
    monkeypatch.setattr(consumers, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    program = await open_program(pair.game_id)
    number = consumers.MESSAGES_PER_SECOND + consumers.MAX_REFUSED_MESSAGES + 1
    for _number in range(number):
        await program.say("heartbeat")
    outputs = [await program.socket.receive_output() for _number in range(number)]
    assert outputs[-1] == {"type": "websocket.close", "code": 4429}
    assert json.loads(outputs[-2]["text"])["data"]["code"] == "TOO_MANY"


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

    monkeypatch.setattr(cambio_consumers, "seat_with_token", found_while_somebody_leaves)
    program = await open_program(pair.game_id)
    await program.say("join_game", token=third.token)
    assert (await program.hear())["data"]["mySeat"] == 1
    await act(pair, 0, "start")
    heard = await program.hear_until("INITIAL_CARDS")
    state = await sync_to_async(kit.game_of)(pair.game_id)
    shown = [card["card"]["rank"] + card["card"]["suit"][0] for card in heard[-1]["data"]["cards"]]
    assert shown == list(state.players[1].hand[2:])
    assert [row.seat async for row in Presence.objects.all()] == ["1"]


async def test_a_heartbeat_carries_back_what_was_sent(open_program: OpenProgram, pair: Pair) -> None:
    program = await open_program(pair.game_id)
    await program.say("heartbeat", data={"at": 5})
    assert (await program.hear())["data"] == {"at": 5}


def announce_as_elsewhere(*, topics: tuple[str, ...], seq: int, change: Receipt, step: AnnouncedStep | None) -> None:
    """As if another process had made the move: its step comes as the doorbell carries it."""
    told = msgspec.json.encode(AnnouncedStep.of(change, {}, version="2"))
    announce.announce(topics=topics, seq=seq, change=msgspec.json.decode(told, type=AnnouncedStep))


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_a_move_is_told_without_reading_the_log_and_one_that_was_missed_from_it(
    open_program: OpenProgram, pair: Pair, monkeypatch: pytest.MonkeyPatch, elsewhere: bool
) -> None:
    if elsewhere:
        monkeypatch.setattr(play, "announce", announce_as_elsewhere)
    await sync_to_async(start)(pair)
    program = await open_program(pair.game_id)
    await program.say("join_game", token=pair.tokens[1])
    before = (await program.hear())["version"]
    read = note_calls(monkeypatch, queries, "events_after")
    await act(pair, 0, "draw", source="deck")
    drawn = await program.hear()
    assert (drawn["type"], drawn["version"]) == ("CARD_DRAWN", before + 1)
    assert drawn["data"].keys() == {"playerId", "source"}, "the card is for the other seat alone"
    assert read == []
    with monkeypatch.context() as silence:
        lose_doorbells(silence)
        await act(pair, 0, "swap", position=0)
    await act(pair, 1, "draw", source="deck")
    heard = await program.hear_until("CARD_DRAWN")
    assert [message["type"] for message in heard] == ["CARD_SWAPPED", "TURN_STARTED", "CARD_DRAWN"]
    assert [message["version"] - before for message in heard] == [2, 2, 3]
    assert heard[-1]["data"]["card"]["rank"], "one's own card"
    assert len(read) == 1
