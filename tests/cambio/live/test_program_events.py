"""Rules 14.2, row by row: which events a table tells, to whom, and what is in them."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from cambio import rules, services
from cambio.rules.cards import DECK
from cambio.services import engine
from tabletop.engine import Move
from tabletop.play import settle, submit
from tests.cambio import kit

pytestmark = pytest.mark.django_db(transaction=True)

CARD = {"rank", "suit", "pointValue"}
EVERYBODY, ACTIVATOR = "everybody", "activator"
ROWS: dict[str, tuple[str, set[str]]] = {
    "GAME_STARTED": (EVERYBODY, {"phase", "initialViewEndsAt", "drawPileCount", "discardTop", "turnOrder"}),
    "INITIAL_CARDS": ("each their own", {"cards"}),
    "INITIAL_VIEW_CONFIRMED": (EVERYBODY, {"playerId"}),
    "INITIAL_VIEW_ENDED": (EVERYBODY, {"phase"}),
    "TURN_STARTED": (EVERYBODY, {"playerId", "phase"}),
    "CARD_DRAWN": ("two variants", {"playerId", "source"}),
    "CARD_SWAPPED": (EVERYBODY, {"playerId", "position", "discardedCard", "incomingFrom"}),
    "CARD_DISCARDED": (EVERYBODY, {"playerId", "card", "powerType"}),
    "DECK_RESHUFFLED": (EVERYBODY, {"drawPileCount", "discardTop"}),
    "POWER_AVAILABLE": (ACTIVATOR, {"powerType", "positions", "targetPlayerIds"}),
    "POWER_USED": (EVERYBODY, {"playerId", "powerType"}),
    "CARD_REVEALED": (ACTIVATOR, {"ownerId", "position", "card", "expiresAt"}),
    "CARD_HIDDEN": (ACTIVATOR, {"ownerId", "position"}),
    "SWAP_COMPLETED": (EVERYBODY, {"playerId", "position", "targetPlayerId", "targetPosition"}),
    "POWER_SKIPPED": (EVERYBODY, {"playerId", "powerType"}),
    "POWER_CANCELLED": (EVERYBODY, {"playerId", "powerType"}),
    "CAMBIO_CALLED": (EVERYBODY, {"callerId", "phase", "remainingTurns"}),
    "TURN_FORFEITED": (EVERYBODY, {"playerId", "reason", "card"}),
    "GAME_COMPLETED": (EVERYBODY, {"scores", "winnerId", "winnerIds"}),
    "PLAYER_DISCONNECTED": (EVERYBODY, {"playerId"}),
    "PLAYER_RECONNECTED": (EVERYBODY, {"playerId"}),
}
SCORE = {
    *("playerId", "displayName", "baseScore", "finalScore", "isCambioCaller", "penaltyApplied", "isWinner", "cards")
}
HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"], ["9d", "10d", "Jd", "Qd"]]
TOP = ["Qc", "9c", "8c", "7h"]
STORY: list[tuple[int, dict[str, Any]]] = [
    (0, {"type": "draw", "source": "deck"}),
    (0, {"type": "discard"}),
    (0, {"type": "use_power", "position": 0, "targetSeat": 2, "targetPosition": 1}),
    (1, {"type": "draw", "source": "deck"}),
    (1, {"type": "discard"}),
    (1, {"type": "use_power", "targetSeat": 0, "targetPosition": 1}),
    (1, {"type": "dismiss_reveal"}),
    (2, {"type": "draw", "source": "deck"}),
    (2, {"type": "discard"}),
    (2, {"type": "skip_power"}),
    (0, {"type": "draw", "source": "deck"}),
    (0, {"type": "discard"}),
    (0, {"type": "left"}),
    (0, {"type": "arrived"}),
    (1, {"type": "draw", "source": "discard"}),
    (1, {"type": "swap", "position": 3}),
    # The deck is empty by now.
    (2, {"type": "draw", "source": "deck"}),
    (2, {"type": "swap", "position": 0}),
    (0, {"type": "call_cambio"}),
    # A final turn is given up with a card in the hand; the last one ends the game.
    (1, {"type": "draw", "source": "deck"}),
    (1, {"type": "left"}),
    (2, {"type": "draw", "source": "discard"}),
    (2, {"type": "swap", "position": 0}),
]


def play(game_id: Any) -> None:
    submit(engine, game_id, Move(seat=0, action={"type": "start"}), now=kit.START)
    for seat in (2, 0):
        submit(engine, game_id, Move(seat=seat, action={"type": "confirm_initial_view"}), now=kit.START + 5)
    settle(engine, game_id, now=kit.START + 10)
    named = {*TOP, *(card for hand in HANDS for card in hand)}
    kit.position(game_id, rules.arrange(HANDS, TOP, [card for card in DECK if card not in named]))
    for seat, action in STORY:
        submit(engine, game_id, Move(seat=seat, action=action), now=kit.START + 11)


async def test_every_event_has_its_audience_and_its_fields(open_program: Callable[..., Any]) -> None:
    people = await sync_to_async(kit.people)(3)
    host = await sync_to_async(services.create_table)(person=people[0], player_count=3)
    join = sync_to_async(services.join_table)
    entries = [host, *[await join(game_id=host.game_id, person=person) for person in people[1:]]]
    programs = [await open_program(host.game_id) for _person in people]
    for program, entry in zip(programs, entries, strict=True):
        await program.say("join_game", token=entry.token)
        await program.hear()
    await sync_to_async(play)(host.game_id)
    heard = [await program.hear_until("GAME_COMPLETED") for program in programs]
    check_fields(heard)
    check_audiences(heard, [entry.player_id for entry in entries])
    check_order(heard[0])


def check_fields(heard: list[list[Any]]) -> None:
    told = {message["type"] for messages in heard for message in messages}
    assert told == set(ROWS)
    for message in (message for messages in heard for message in messages):
        data = message["data"]
        assert data.keys() - ({"card"} if message["type"] == "CARD_DRAWN" else set()) == ROWS[message["type"]][1]
        for name in ("card", "discardTop", "discardedCard"):
            assert data.get(name) is None or data[name].keys() == CARD, message
    for line in heard[0][-1]["data"]["scores"]:
        assert line.keys() == SCORE
        assert [card.keys() for card in line["cards"]] == [CARD] * 4


def check_audiences(heard: list[list[Any]], player_ids: list[str]) -> None:
    confirmed = [message["data"] for message in heard[1] if message["type"] == "INITIAL_VIEW_CONFIRMED"]
    assert confirmed == [{"playerId": player_ids[2]}, {"playerId": player_ids[0]}]
    public = [[message for message in messages if ROWS[message["type"]][0] == EVERYBODY] for messages in heard]
    assert public[0] == public[1] == public[2]
    for kind in (kind for kind, (audience, _fields) in ROWS.items() if audience == ACTIVATOR):
        hearers = [[message["type"] for message in messages].count(kind) for messages in heard]
        # Everybody opened a power, Juno two; only Mara looked at a card.
        assert hearers == ([2, 1, 1] if kind == "POWER_AVAILABLE" else [0, 1, 0]), kind
    for seat, messages in enumerate(heard):
        (cards,) = [message["data"]["cards"] for message in messages if message["type"] == "INITIAL_CARDS"]
        assert [card["position"] for card in cards] == [2, 3]
        for message in (message for message in messages if message["type"] == "CARD_DRAWN"):
            mine, source = message["data"]["playerId"] == player_ids[seat], message["data"]["source"]
            assert ("card" in message["data"]) == (mine or source == "discard")


def check_order(messages: list[Any]) -> None:
    """Effect first, then TURN_STARTED; at the end no turn starts. Every message has the version of its action."""
    versions = [message["version"] for message in messages]
    assert versions == sorted(versions)
    assert set(versions) == set(range(versions[0], versions[-1] + 1))
    for version in set(versions):
        kinds = [message["type"] for message in messages if message["version"] == version]
        assert "TURN_STARTED" not in kinds[:-1], kinds
    assert [message["type"] for message in messages][-2:] == ["CARD_SWAPPED", "GAME_COMPLETED"]


async def test_everybody_hears_that_a_table_is_given_up(open_program: Callable[..., Any]) -> None:
    people = await sync_to_async(kit.people)(2)
    game_id = await sync_to_async(kit.dealt)(people)
    programs = [await open_program(game_id, person) for person in people]
    for program in programs:
        await program.say("join_game", token=None)
        await program.hear()
    for seat in (0, 1):
        await sync_to_async(submit)(engine, game_id, Move(seat=seat, action={"type": "left"}), now=kit.START)
    await sync_to_async(settle)(engine, game_id, now=kit.START + 300)
    for program in programs:
        assert (await program.hear_until("GAME_ABANDONED"))[-1]["data"] == {}
        await program.say("sync")
        assert (await program.hear_until("STATE_SNAPSHOT"))[-1]["data"]["abandoned"] is True


async def test_everybody_hears_that_the_staff_close_a_table_and_why(open_program: Callable[..., Any]) -> None:
    people = await sync_to_async(kit.people)(2)
    game_id = await sync_to_async(kit.dealt)(people)
    programs = [await open_program(game_id, person) for person in people]
    for program in programs:
        await program.say("join_game", token=None)
        await program.hear()
    await sync_to_async(services.tables.abandon)(game_id=game_id, reason="upkeep")
    for program in programs:
        assert (await program.hear_until("GAME_ABANDONED"))[-1]["data"] == {"reason": "upkeep"}
        await program.say("sync")
        assert (await program.hear_until("STATE_SNAPSHOT"))[-1]["data"]["abandonReason"] == "upkeep"


def forget_and_finish(game_id: Any, person: Any) -> None:
    person.display_name = "Somebody"
    services.forget_person(person)
    for seat in (0, 1):
        submit(engine, game_id, Move(seat=seat, action={"type": "confirm_initial_view"}), now=kit.START + 5)
    for seat, action in (
        (0, {"type": "call_cambio"}),
        (1, {"type": "draw", "source": "discard"}),
        (1, {"type": "swap", "position": 0}),
    ):
        submit(engine, game_id, Move(seat=seat, action=action), now=kit.START + 11)


async def test_scores_do_not_tell_the_name_of_a_person_who_was_forgotten(open_program: Callable[..., Any]) -> None:
    people = await sync_to_async(kit.people)(2)
    game_id = await sync_to_async(kit.dealt)(people)
    program = await open_program(game_id, people[1])
    await program.say("join_game", token=None)
    await program.hear()
    await sync_to_async(forget_and_finish)(game_id, people[0])
    scores = (await program.hear_until("GAME_COMPLETED"))[-1]["data"]["scores"]
    assert {line["displayName"] for line in scores} == {"Somebody", people[1].display_name}
