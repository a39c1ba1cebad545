"""The socket for programs (rules 14): who hears what, in which envelope."""

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from asgiref.sync import sync_to_async
from pytest_django import Settings

from cambio import queries, rules, services
from cambio.api.messages import write_message
from tabletop import play
from tabletop.api.typed import NotOfItsType
from tabletop.engine import AnnouncedStep, Receipt
from tabletop.live import announce, consumers
from tests.cambio import kit
from tests.cambio.live.pairs import Pair, act, start
from tests.kit.calls import note_calls
from tests.live.conftest import lose_doorbells

pytestmark = pytest.mark.django_db(transaction=True)
OpenProgram = Callable[..., Any]


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
