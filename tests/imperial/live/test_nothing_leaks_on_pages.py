"""Twin worlds in the browser: tables that differ only in what a viewer may not know give the same bytes (rules 14).

Pages, polled parts, the map in words, looks back, answers, refusals and sockets; for other seats, for those who look on
and for those who have not even a name.
"""

import json
import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.test import Client
from msgspec.structs import replace

from imperial import rules
from imperial.models import Game, PlayerInfo
from imperial.rules.state import State
from tests.imperial.kit import NAMES, START, any_state, begun, game_of, guest, people, position
from tests.imperial.pages.visits import browser, post
from tests.imperial.rules.contract import other_world
from tests.kit.frames import parts_in
from tests.kit.roads import Answer, both_roads

pytestmark = pytest.mark.django_db(transaction=True)

Scrubbed = list[tuple[int, str]]
"""Everything that was received: how long it was, and what it says without that which tells any two tables apart."""
REFUSED: list[tuple[str, dict[str, str]]] = [
    ("act", {"type": "bid", "amount": "1000000"}),
    ("act", {"type": "vote", "choice": "3"}),
    ("act", {"type": "buy", "turn": "0"}),
    ("draft", {"row": "99", "destination": "Vienna"}),
]


@pytest.fixture(autouse=True)
def _frozen() -> Any:
    with time_machine.travel(START, tick=False):
        yield


class World:
    """One of the twins."""

    def __init__(self, players: int) -> None:
        self.people = dict(zip(NAMES, people(players), strict=False))
        self.people["Tess"] = guest("Tess")
        self.game_id = begun(list(self.people.values())[:players])
        self.row = Game.objects.get(pk=self.game_id)

    def put(self, state: State) -> None:
        position(self.game_id, state)

    def scrub(self, text: str) -> str:
        text = text.replace(str(self.game_id), "GAME").replace(self.row.room_code, "CODE")
        # The colour beside one's own name is drawn from the account's id, the marks of the home page from its tables'.
        text = re.sub(r"\bmarks\.[\w.]+", "MARKS", text)
        text = re.sub(r'(class="profile">\s*<span class="avatar avatar--)\d', r"\1X", text)
        return re.sub(r'(csrfmiddlewaretoken" value="|x-csrftoken": "|data-key=")[^"]+', r"\1TOKEN", text)

    def scrubbed(self, *texts: str) -> Scrubbed:
        return [(len(text.encode()), self.scrub(text)) for text in texts]

    def look(self, name: str | None) -> Scrubbed:
        """All that this person can ask for, and all that is refused."""
        client = Client() if name is None else browser(self.people[name])
        game = game_of(self.game_id)
        latest = game.turn_id - 1
        paths = ["", "parts/?seq=-1", "places/", "chart/", *(f"turn/{number}/" for number in (latest - 1, latest))]
        answers: list[Answer] = [client.get(f"/imperial/{self.game_id}/{path}") for path in paths]
        assert [answers[place].status_code for place in (0, -1)] == ([200, 302] if name is None else [200, 200])
        seq = Game.objects.get(pk=self.game_id).seq
        for verb, fields in REFUSED if name == game.undo else [*REFUSED, ("undo", {})]:
            answers.append(post(client, self.game_id, verb, **fields))
        assert Game.objects.get(pk=self.game_id).seq == seq
        answers.append(client.get("/"))
        return self.scrubbed(*(f"{answer.status_code} {answer.content.decode()}" for answer in answers))

    def post(self, name: str, verb: str, **fields: str) -> Scrubbed:
        answer = post(browser(self.people[name]), self.game_id, verb, **fields)
        assert answer.status_code == 200, answer.content.decode()
        return self.scrubbed(answer.content.decode())


Twins = tuple[World, World]


def assert_alike(first: Scrubbed, second: Scrubbed) -> None:
    for (_length, one), (_other_length, other) in zip(first, second, strict=True):
        if one != other:
            place = next(at for at, pair in enumerate(zip(one + "!", other + "?", strict=False)) if pair[0] != pair[1])
            pytest.fail(f"…{one[place - 200 : place + 80]}…\n\nis not\n\n…{other[place - 200 : place + 80]}…")
    assert [length for length, _text in first] == [length for length, _text in second]


def compare(worlds: Twins, *viewers: str) -> None:
    for viewer in (*viewers, "Tess", None):
        assert_alike(*(world.look(viewer) for world in worlds))


def undecided_vote() -> tuple[State, str]:
    """A vote in which one player's voice does not decide, whichever side gets it."""
    setup = rules.load_setup()

    def stays_open(state: State) -> bool:
        if state.mode != "vote" or len(rules.players_to_act(state)) < 3:
            return False
        name = rules.players_to_act(state)[-1]
        votes = (rules.Vote(choice=1), rules.Vote(choice=2))
        after = [rules.apply(state, name, vote, setup=setup, shuffle=list, now=0)[0].mode for vote in votes]
        return after == ["vote", "vote"]

    state = any_state(6, stays_open)
    return state, rules.players_to_act(state)[-1]


def has_plans(state: State) -> bool:
    return state.mode == "peace-vote" and bool(state.current_maneuver and state.current_maneuver.remaining_army_plans)


KINDS: dict[str, Callable[[State], object]] = {
    "bids": lambda state: state.mode == "bid" and sum(info.bid is not None for info in state.player_info.values()) > 1,
    "votes": lambda state: (
        state.voting is not None and state.voting.proposal_1.voters and state.voting.proposal_2.voters
    ),
    "plans": has_plans,
}


@both_roads
@pytest.mark.parametrize("kind", KINDS)
def test_positions_that_a_viewer_cannot_tell_apart_look_the_same(kind: str) -> None:
    worlds = World(6), World(6)
    state = any_state(6, KINDS[kind])
    viewer, twin = next((name, twin) for name in NAMES if (twin := other_world(state, name)) is not None)
    for world, put in zip(worlds, (state, twin), strict=True):
        # The position before is one to look back at, and holds secrets too.
        world.put(replace(put, turn_id=2))
        world.put(replace(put, turn_id=3))
    compare(worlds, viewer)


@both_roads
def test_nobody_learns_the_private_info_of_a_seat_nor_that_there_is_any() -> None:
    worlds = World(3), World(3)
    state = any_state(3, lambda state: state.mode == "continue-man" and len(rules.players_to_act(state)) == 1, after=30)
    (planner,) = rules.players_to_act(state)
    for world in worlds:
        world.put(replace(state, turn_id=2))
    worlds[0].post(planner, "draft", inHand="0")
    PlayerInfo.objects.filter(game=worlds[0].game_id).update(email="first@example.com")
    PlayerInfo.objects.filter(game=worlds[1].game_id).update(email="another@example.org")
    compare(worlds, next(name for name in NAMES if name != planner))


class Ears:
    """The sockets of some people at one table."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sockets: dict[str, Any] = {}

    async def open(self, open_socket: Callable[..., Any], *names: str) -> Scrubbed:
        for name in names:
            socket, accepted, _code = await open_socket(
                f"/imperial/{self.world.game_id}/live/", self.world.people[name]
            )
            assert accepted
            self.sockets[name] = socket
        return await self.hear()

    async def hear(self) -> Scrubbed:
        """Everything up to the newest action, for each of them."""
        seq = (await sync_to_async(Game.objects.get)(pk=self.world.game_id)).seq
        heard = []
        for socket in self.sockets.values():
            message = ""
            while f'data-seq="{seq}"' not in message:
                message = await socket.receive_from()
                if parts_in(message):
                    heard.append(message)
        return self.world.scrubbed(*heard)

    async def hear_everything_again(self) -> Scrubbed:
        for socket in self.sockets.values():
            await socket.send_to(text_data='{"type": "sync"}')
        return await self.hear()


class Mover:
    """Somebody's open page at one table, whose moves go by its socket."""

    def __init__(self, world: World, socket: Any) -> None:
        self.world, self.socket, self.number = world, socket, 0

    async def move(self, fields: dict[str, str]) -> Scrubbed:
        self.number += 1
        key = f"key-{self.number}"
        pressed = {name: [value] for name, value in fields.items()}
        await self.socket.send_to(text_data=json.dumps({"type": "move", "to": "act/", "fields": pressed, "key": key}))
        answer = ""
        while f'data-key="{key}"' not in answer:
            answer = await self.socket.receive_from()
        assert "toast" not in answer, answer
        return self.world.scrubbed(answer)


async def walk(
    worlds: Twins,
    open_socket: Callable[..., Any],
    listeners: list[str],
    steps: list[tuple[str, list[dict[str, str]]]],
    *,
    by: str,
) -> None:
    """Each step is somebody's, with what that person sends in each of the worlds; nothing at all stands for waiting."""
    ears = [Ears(world) for world in worlds]
    movers = {}
    if by == "socket":
        for world, name in product(worlds, {name for name, _bodies in steps}):
            address = f"/imperial/{world.game_id}/live/"
            movers[world, name] = Mover(world, (await open_socket(address, world.people[name]))[0])
    assert_alike(*[await ear.open(open_socket, *listeners) for ear in ears])
    for name, bodies in steps:
        answers = []
        for world, fields in zip(worlds, bodies, strict=True):
            if fields:
                verb = "act" if "type" in fields else "draft"
                if verb == "act" and movers:
                    answers.append(await movers[world, name].move(fields))
                else:
                    answers.append(await sync_to_async(world.post)(name, verb, **fields))
        if name in listeners:
            assert_alike(*answers)
        if verb == "draft":
            continue  # nobody hears of it; what they should not have heard would come before the next step
        assert_alike(*[await ear.hear() for ear in ears])
    await sync_to_async(compare)(worlds, listeners[0])
    assert_alike(*[await ear.hear_everything_again() for ear in ears])


@pytest.mark.parametrize("by", ["post", "socket"])
async def test_sealed_bids_sound_the_same(open_socket: Callable[..., Any], by: str) -> None:
    worlds = await sync_to_async(World)(3), await sync_to_async(World)(3)
    bid = {"type": "bid"}
    steps = [
        ("Juno", [bid | {"amount": "4"}, bid | {"amount": "11.50"}]),
        ("Mara", [bid | {"amount": "5"}, bid | {"amount": "5"}]),
    ]
    await walk(worlds, open_socket, ["Mara", "Nils", "Tess"], steps, by=by)
    amounts = [(await sync_to_async(game_of)(world.game_id)).player_info["Juno"].bid for world in worlds]
    assert amounts == [400, 1150]


@pytest.mark.parametrize("by", ["post", "socket"])
async def test_secret_votes_sound_the_same(open_socket: Callable[..., Any], by: str) -> None:
    state, voter = await sync_to_async(undecided_vote)()
    worlds = await sync_to_async(World)(6), await sync_to_async(World)(6)
    for world in worlds:
        await sync_to_async(world.put)(replace(state, turn_id=2))
    others = [name for name in rules.players_to_act(state) if name != voter][:2]
    steps: list[tuple[str, list[dict[str, str]]]] = [
        (voter, [{"choice": "1"}, {}]),
        (voter, [{"type": "vote", "choice": "1"}, {"type": "vote", "choice": "2"}]),
    ]
    await walk(worlds, open_socket, [*others, "Tess"], steps, by=by)
