"""Twin worlds: two games that differ only in what a player may not know send that player the same bytes (rules 14)."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from imperial import rules
from imperial.models import PlayerInfo
from imperial.rules.state import State
from tabletop.rules import Json
from tests.imperial.api.program import Program, get, post
from tests.imperial.kit import NAMES, any_state, guest, position

pytestmark = pytest.mark.django_db


class World:
    """A table of programs in which the last one watches what the others do."""

    def __init__(self, players: int, state: State | None = None) -> None:
        host = Program.create(playerCount=players)
        self.programs = [host, *(Program.join(host, name) for name in NAMES[1:players])]
        self.by_name = {program.name: program for program in self.programs}
        host.post("start")
        if state is not None:
            position(host.id, state)

    def hear(self, viewer: str) -> list[str]:
        """Everything a player can ask for, refusals included."""
        program = self.by_name[viewer]
        answers = [program.get(path) for path in ("", "options", "history")]
        refused: list[tuple[str, Json]] = [
            *(("bid", {"amount": 10**9}), ("bid", {"amount": "much"}), ("vote", {"choice": 3}), ("agree", {})),
            *(("buy", {"country": "Austria", "stock": 99}), ("undo", {}), ("start", {}), ("pause", {})),
            *(("bid", {"amount": 0, "expectedVersion": 1}), ("maneuver_step", {"destination": "Paris"})),
            *(("dictator_peace", {"accept": True}), ("peace_vote", {"choice": "accept"})),
        ]
        answers += [program.post(path, body) for path, body in refused]
        return [f"{answer.status} {self.scrub(answer.text)}" for answer in answers]

    def watched(self) -> str:
        """What somebody without a seat sees."""
        client = Client()
        client.force_login(guest("Zora"))
        return self.scrub(get(self.programs[0].game_id, client=client).text)

    def scrub(self, text: str) -> str:
        """Ids, codes, tokens and the time differ between any two tables; everything else must not."""
        known = {self.programs[0].game_id: "GAME", self.programs[0].entered.json["roomCode"]: "CODE"}
        known |= {program.player_id: f"PLAYER {program.name}" for program in self.programs}
        known |= {program.token: f"TOKEN {program.name}" for program in self.programs}
        for found, name in known.items():
            text = text.replace(found, name)
        text = re.sub(r'"shuffleFingerprint":"[0-9a-f]{64}"', '"shuffleFingerprint":"PRINT"', text)
        return re.sub(r'"now":[0-9.]+', '"now":0', text)


def compare(worlds: tuple[World, World], viewers: list[str]) -> None:
    for viewer in viewers:
        first, second = (world.hear(viewer) for world in worlds)
        assert first == second, viewer
    assert worlds[0].watched() == worlds[1].watched()


def test_bids_stay_sealed_until_the_last_one_is_in() -> None:
    worlds = World(3), World(3)
    for world, amount in zip(worlds, (4, 11.5), strict=True):
        assert world.by_name["Juno"].post("bid", {"amount": amount}).status == 200
    compare(worlds, ["Mara", "Nils"])
    own = [world.by_name["Juno"].state["playerInfo"]["Juno"]["bid"] for world in worlds]
    assert own == [4, 11.5]
    # The answer to the own bid tells no more.
    answers = [world.scrub(world.by_name["Mara"].post("bid", {"amount": 5}).text) for world in worlds]
    assert answers[0] == answers[1]
    compare(worlds, ["Nils"])
    # After the last one everybody sees all of them.
    closed = [world.by_name["Nils"].post("bid", {"amount": 2}).json["state"]["playerInfo"] for world in worlds]
    assert [state["Juno"]["bid"] for state in closed] == [4, 11.5]


def undecided_vote() -> tuple[State, str]:
    """A vote in which one player's voice does not decide, whichever side gets it."""
    setup = rules.load_setup()

    def stays_open(state: State) -> bool:
        if state.mode != "vote":
            return False
        name = rules.players_to_act(state)[-1]
        votes = (rules.Vote(choice=1), rules.Vote(choice=2))
        after = [rules.apply(state, name, vote, setup=setup, shuffle=list, now=0)[0].mode for vote in votes]
        return after == ["vote", "vote"]

    state = any_state(6, stays_open)
    return state, rules.players_to_act(state)[-1]


def test_votes_stay_secret_until_they_decide() -> None:
    state, voter = undecided_vote()
    worlds = World(6, state), World(6, state)
    for world, choice in zip(worlds, (1, 2), strict=True):
        assert world.by_name[voter].post("vote", {"choice": choice}).status == 200
    compare(worlds, [name for name in NAMES if name != voter][:2])
    own = [world.by_name[voter].state["voting"]["myVote"] for world in worlds]
    assert own == [1, 2]


def with_draft(state: State, plans: tuple[tuple[str, str, str], ...]) -> State:
    assert state.current_maneuver is not None
    return replace(state, current_maneuver=replace(state.current_maneuver, remaining_army_plans=plans))


def test_the_rest_of_a_plan_is_the_business_of_who_made_it() -> None:
    state = any_state(6, lambda state: state.mode == "peace-vote")
    assert state.current_maneuver is not None
    planner = state.current_maneuver.player
    worlds = (
        World(6, with_draft(state, (("Paris", "Dijon", ""),))),
        World(6, with_draft(state, (("Paris", "Brest", ""), ("Dijon", "Paris", "")))),
    )
    voter = next(name for name in rules.players_to_act(state) if name != planner)
    compare(worlds, [name for name in NAMES if name not in (planner, voter)][:1])
    # Asked last, because the question itself is a vote.
    compare(worlds, [voter])


def test_nobody_learns_an_address() -> None:
    worlds = World(3), World(3)
    for number, world in enumerate(worlds):
        PlayerInfo.objects.filter(pk=world.by_name["Juno"].player_id).update(email=f"juno{number}@example.com")
    compare(worlds, ["Mara", "Nils"])
    own = [world.by_name["Juno"].state["playerInfo"]["Juno"]["email"] for world in worlds]
    assert own == ["juno0@example.com", "juno1@example.com"]


@pytest.mark.parametrize("sends", [post, get], ids=["post", "get"])
def test_a_stranger_hears_nothing_of_any_table(sends: Callable[..., Any]) -> None:
    world = World(2)
    path = f"{world.programs[0].game_id}/undo" if sends is post else world.programs[0].game_id
    answer = sends(path)
    assert answer.refusal == (401, "unauthenticated")
    assert answer.json["details"] == {}


FIELDS_OF_IDS = {"playerId", "hostPlayerId", "myPlayerId", "offeredPlayerIds"}


def fields_with(found: str, data: Any, field: str = "") -> Iterator[str]:
    """Where in an answer this text stands, as a key, as a value or within one."""
    if isinstance(data, dict):
        for key, value in data.items():
            if found in key:
                yield f"a key of {field}"
            yield from fields_with(found, value, key)
    elif isinstance(data, list):
        for item in data:
            yield from fields_with(found, item, field)
    elif isinstance(data, str) and found in data:
        yield field


def test_seat_ids_stand_in_the_fields_of_ids_alone() -> None:
    world, chance = World(3), random.Random(2)
    host = world.programs[0]
    answers = [program.entered for program in world.programs]
    position(host.id, replace(any_state(3, lambda state: state.mode == "proposal"), turn_id=2))
    for _move in range(40):
        program = world.by_name[chance.choice(host.state["playersToAct"])]
        menu = program.get("options")
        action = chance.choice(menu.json["options"]["legalActions"])
        moved = program.post(action.pop("type"), action)
        assert moved.status == 200, moved.text
        answers += [menu, moved]
    answers += [answer for program in world.programs for answer in (program.get(), program.get("history"))]
    answers += [host.post("bid", {"amount": 1, "expectedVersion": 1}), host.post("hand_to_bot"), host.post("take_back")]
    answers += [host.post("offer_seat")]
    fields = {
        field
        for program in world.programs
        for answer in answers
        for field in fields_with(program.player_id, answer.json)
    }
    assert fields == FIELDS_OF_IDS
    told = [event for answer in answers for event in answer.json.get("events", [])]
    assert {"seat_taken_over", "seat_taken_back"} <= {event["type"] for event in told}
