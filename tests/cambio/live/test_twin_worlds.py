"""Whole games twice: all that reaches one seat, byte for byte, at every step and over every way (rules 19).

Before each step the second world is dealt anew, so that it differs from the first in everything the viewer may not
know, except the cards the step is about to show. Then both take the step, and whatever the viewer, and somebody without
a seat, can receive is compared: pages, parts, polls, answers, refusals, sockets. Staff are not asked.
"""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.test import Client

from cambio import queries, rules, services
from cambio.models import GameSession
from cambio.services import engine
from tabletop.engine import Move
from tabletop.live import consumers
from tabletop.play import submit
from tabletop.rules import Json
from tabletop.tables.queries import visible_events
from tests.cambio import kit
from tests.cambio.api.program import get, post
from tests.cambio.live.presses import button, call
from tests.cambio.twin import hidden_cards, other_world
from tests.kit.frames import parts_in, watching_in

pytestmark = pytest.mark.django_db(transaction=True)

STEPS = 46
CALL_AFTER = 32
Scrubbed = list[tuple[int, str]]
"""Everything that was received, without what tells any two tables apart, and how long it was."""


def assert_alike(first: Scrubbed, second: Scrubbed) -> None:
    for (_length, one), (_other_length, other) in zip(first, second, strict=True):
        if one == other:
            continue
        place = next(at for at, pair in enumerate(zip(one + "!", other + "?", strict=False)) if pair[0] != pair[1])
        pytest.fail(f"…{one[place - 200 : place + 80]}…\n\nis not\n\n…{other[place - 200 : place + 80]}…")
    assert [length for length, _text in first] == [length for length, _text in second]


class World:
    """One of the twins. Viewer and table are the same in both but for ids, code and tokens."""

    def __init__(self, *, players: int, viewer: int) -> None:
        self.people = kit.people(players)
        host = services.create_table(person=self.people[0], player_count=players)
        self.entries = [host] + [services.join_table(game_id=host.game_id, person=person) for person in self.people[1:]]
        self.game_id, self.room_code, self.viewer = host.game_id, host.room_code, viewer
        # The same chance in both worlds: a king of the viewer shows the same place.
        GameSession.objects.filter(pk=self.game_id).update(shuffle_seed=b"t" * 32)
        kit.act(self.game_id, 0, "start")
        self.stranger = kit.guest("Stranger")
        elsewhere = services.create_table(person=self.stranger, player_count=2, bots=["easy"])
        known = {str(self.game_id): "GAME", host.room_code: "CODE"}
        known |= {entry.player_id: f"PLAYER{seat}" for seat, entry in enumerate(self.entries)}
        known |= {str(elsewhere.game_id): "ELSEWHERE", elsewhere.room_code: "CODE2"}
        self.known = known
        self.tokens = {"viewer": self.entries[viewer].token, "stranger": elsewhere.token}
        self.browser, self.other_browser = Client(), Client()
        self.browser.force_login(self.people[viewer])
        self.other_browser.force_login(self.stranger)
        self.number = 0

    def scrub(self, text: str) -> str:
        for found, name in self.known.items():
            text = text.replace(found, name)
        # Drawn from ids: the colour beside one's own name, the marks of the home page, and of people in the talk.
        text = re.sub(r"\bmarks\.[\w.]+", "MARKS", text)
        text = re.sub(r"\b((?:person|(?:un)?(?:mute|report))[-:])[0-9a-f]{12}\b", r"\1MARK", text)
        text = re.sub(r'(class="profile">\s*<span class="avatar avatar--)\d', r"\1X", text)
        return re.sub(r'(csrfmiddlewaretoken" value="|x-csrftoken": ")[^"]+', r"\1TOKEN", text)

    def scrubbed(self, *texts: str) -> Scrubbed:
        return [(len(text.encode()), self.scrub(text)) for text in texts]

    @property
    def game(self) -> rules.State:
        return kit.game_of(self.game_id)

    def take(self, seat: int, action: Json) -> Scrubbed:
        """A step. The viewer's own is sent by the page or by a program, in turn, and its answer is told."""
        if action["type"] in ("left", "arrived"):
            submit(engine, self.game_id, Move(seat=seat, action=action), now=kit.START)
            return []
        self.number += 1
        if seat != self.viewer:
            services.act(game_id=self.game_id, seat=seat, action=action, now=kit.START)
            return []
        return self._press(action) if self.number % 2 else self._call(action)

    def _press(self, action: Json) -> Scrubbed:
        answer = self.browser.post(f"/cambio/{self.game_id}/act/", button(action), headers={"HX-Request": "true"})
        assert answer.status_code == 200
        return self.scrubbed(answer.content.decode())

    def _call(self, action: Json) -> Scrubbed:
        path, body = call(action, [entry.player_id for entry in self.entries])
        answer = post(f"{self.game_id}/{path}", body, headers=self._bearer("viewer"))
        assert answer.status == 200, answer.text
        return self.scrubbed(answer.text)

    def _bearer(self, who: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[who]}"}

    def ask(self, step: int, *, nonsense: str | None) -> Scrubbed:
        """What can be asked for without changing anything; refusals and people without a seat in turn."""
        before = GameSession.objects.get(pk=self.game_id).seq
        told = self._look(self.browser, self._bearer("viewer"), whole_page=step % 4 == 0)
        told += self._press_nonsense(self.browser, nonsense) if nonsense else []
        told += self._call_nonsense(self._bearer("viewer"), *NONSENSE[step % len(NONSENSE)])
        if step % 8 == 0:
            told += self.scrubbed(self.browser.get("/").content.decode())
            for client, headers in ((self.other_browser, self._bearer("stranger")), (Client(), {})):
                told += self._look(client, headers)
                told += self._press_nonsense(client, "draw:deck")
                told += self._call_nonsense(headers, "draw", {"source": "deck"})
        assert GameSession.objects.get(pk=self.game_id).seq == before
        return told

    def _look(self, client: Client, headers: dict[str, str], *, whole_page: bool = True) -> Scrubbed:
        paths = [f"/cambio/{self.game_id}/{path}" for path in ("parts/?seq=0", *(AROUND if whole_page else ()))]
        paths += [f"/t/{self.room_code}/"] if whole_page else []
        answers = [client.get(path) for path in paths]
        told = self.scrubbed(*(f"{answer.status_code} {answer.content.decode()}" for answer in answers))
        for path in ("", "/scores"):
            seen = get(f"{self.game_id}{path}", headers=headers)
            told += self.scrubbed(f"{seen.status} {seen.text}")
        return told

    def _press_nonsense(self, client: Client, do: str) -> Scrubbed:
        answer = client.post(f"/cambio/{self.game_id}/act/", {"do": do}, headers={"HX-Request": "true"})
        return self.scrubbed(f"{answer.status_code} {answer.content.decode()}")

    def _call_nonsense(self, headers: dict[str, str], path: str, body: Json) -> Scrubbed:
        refused = post(f"{self.game_id}/{path}", body, headers=headers)
        assert refused.status >= 400, refused.text
        return self.scrubbed(f"{refused.status} {refused.text}")


AROUND = ("", "menu/", "watchers/", "talk/", "sit-in/")
"""Below the table's address: its page, and what surrounds the game there."""
WRONG_BUTTONS = ("call_cambio:x", "swap:9", "peek:0:9", "start", "start_game", "remove_bot:x")
NONSENSE: list[tuple[str, Json]] = [
    ("start", {}),
    ("draw", {"source": "deck", "expectedVersion": 1}),
    ("swap", {"position": 9}),
    ("power", {"powerType": "none", "position": 0}),
    ("power", {"targetPlayerId": "nobody", "targetPosition": 9}),
    ("draw", {"source": "sleeve"}),
]


class Ears:
    """The viewer's two sockets at one table, that of the page and that of a program, and the page's of a watcher."""

    def __init__(self, world: World, page: Any, program: Any, watcher: Any) -> None:
        self.world, self.page, self.program, self.watcher = world, page, program, watcher
        self.answer = ""

    async def press(self, action: Json, *, key: str) -> None:
        """Sends the viewer's move over the page's socket; its answer is heard with the rest."""
        *before, self.answer = await self._send(button(action), key=key)
        assert not any(map(parts_in, before)), "nothing but heartbeats comes before the answer"

    async def press_nonsense(self, do: str, *, key: str) -> Scrubbed:
        """What the viewer's page is told, refusal and all."""
        seq, _events = await sync_to_async(self._newest)()
        frames = await self._send({"do": do}, key=key)
        assert "toast" in frames[-1]
        assert (await sync_to_async(self._newest)())[0] == seq
        return self.world.scrubbed(*frames)

    async def _send(self, fields: dict[str, str], *, key: str) -> list[str]:
        """The frames up to the answer."""
        pressed = {name: [value] for name, value in fields.items()}
        told = {"type": "move", "to": "act/", "fields": pressed, "key": key, "seq": 1}
        await self.page.send_to(text_data=json.dumps(told))
        frames = [await self.page.receive_from()]
        while f'id="answer" data-key="{key}"' not in frames[-1]:
            frames.append(await self.page.receive_from())
        return frames

    async def hear(self) -> Scrubbed:
        """What the newest action brought."""
        seq, events = await sync_to_async(self._newest)()
        heard = [json.dumps(await self.program.hear()) for _event in events]
        message, self.answer = self.answer, ""
        heard += [message] if message else []
        while f'data-seq="{seq}"' not in message:
            message = await self.page.receive_from()
            if parts_in(message):
                heard.append(message)
        message = ""
        while f'data-seq="{seq}"' not in message or not parts_in(message):
            message = await self.watcher.receive_from()
            if parts_in(message):
                heard.append(message)
        return self.world.scrubbed(*heard)

    async def hear_everything_again(self) -> Scrubbed:
        await self.program.say("sync")
        heard = [json.dumps(await self.program.hear())]
        for page in (self.page, self.watcher):
            await page.send_to(text_data='{"type": "sync"}')
            message = ""
            while not parts_in(message):
                message = await page.receive_from()
            heard.append(message)
        return self.world.scrubbed(*heard)

    def _newest(self) -> tuple[int, list[Json]]:
        seq = GameSession.objects.get(pk=self.world.game_id).seq
        ((_seq, _at, events),) = queries.events_after(self.world.game_id, seq - 1)
        return seq, visible_events(events, self.world.viewer)


def next_step(game: rules.State, chance: random.Random, *, step: int, viewer: int) -> tuple[int, Json]:
    """Powers are used, and sometimes somebody drops out; the call comes late."""
    others = [seat for seat in range(len(game.players)) if seat != viewer]
    gone = [seat for seat in others if not game.players[seat].is_connected]
    if gone:
        return gone[0], {"type": "arrived"}
    if game.phase == "playing" and chance.random() < 0.06:
        return chance.choice(others), {"type": "left"}
    seat = chance.choice(rules.players_to_act(game))
    menu = [rules.action_to_json(action) for action in rules.legal_actions(game, seat, now=kit.START)]
    if step >= CALL_AFTER and {"type": "call_cambio"} in menu:
        return seat, {"type": "call_cambio"}
    liked = [action for action in menu if action["type"] in ("discard", "use_power", "draw", "dismiss_reveal")]
    return seat, chance.choice(liked if liked and chance.random() < 0.8 else menu)


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> Any:
    # A second in which a socket may say so much does not pass here.
    monkeypatch.setattr(consumers, "MESSAGES_PER_SECOND", 1000)
    with time_machine.travel(kit.START, tick=False):
        yield


@pytest.mark.parametrize(("players", "viewer"), [(2, 0), (4, 1)])
async def test_a_whole_game_tells_a_seat_the_same_in_twin_worlds(
    open_program: Callable[..., Any], open_socket: Callable[..., Any], frozen: None, players: int, viewer: int
) -> None:
    worlds = [await sync_to_async(World)(players=players, viewer=viewer) for _twin in range(2)]
    ears = [await listen(open_program, open_socket, world) for world in worlds]
    chance, met, different, pressed = random.Random(players), set(), 0, 0
    refused_by_socket = set()
    for step in range(STEPS):
        before = await sync_to_async(lambda: worlds[0].game)()
        if rules.is_over(before):
            break
        seat, action = next_step(before, chance, step=step, viewer=viewer)
        # The viewer's own moves go over the socket, by POST and by a program, in turn.
        by_socket = seat == viewer and step % 3 == 0 and action["type"] not in ("left", "arrived")
        first = await take(worlds[0], ears[0], seat, action, key=f"step {step}", by_socket=by_socket)
        after = await sync_to_async(lambda: worlds[0].game)()
        shown = set(hidden_cards(before, viewer)) - set(hidden_cards(after, viewer))
        twin = other_world(before, viewer, keep=shown)
        met |= {action["type"], after.phase, *(rules.view(after, viewer, now=kit.START)["stage"] or "",)}
        await sync_to_async(kit.position)(worlds[1].game_id, twin or before)
        second = await take(worlds[1], ears[1], seat, action, key=f"step {step}", by_socket=by_socket)
        pressed += by_socket
        assert_alike(first, second)
        assert_alike(*[await ear.hear() for ear in ears])
        # Refused by POST and over the socket, in turn.
        rounds, number = divmod(step, len(WRONG_BUTTONS))
        nonsense = WRONG_BUTTONS[number]
        if rounds % 2:
            refused_by_socket.add(nonsense)
            assert_alike(*[await ear.press_nonsense(nonsense, key=f"nonsense {step}") for ear in ears])
        by_post = None if rounds % 2 else nonsense
        assert_alike(*[await sync_to_async(world.ask)(step, nonsense=by_post) for world in worlds])
        different += (await sync_to_async(lambda: worlds[1].game)()).deck != after.deck
    assert_alike(*[await ear.hear_everything_again() for ear in ears])
    assert (different > STEPS // 2, pressed > 3) == (True, True)
    assert refused_by_socket == {*WRONG_BUTTONS}
    assert met >= {"draw", "swap", "discard", "use_power", "dismiss_reveal", "call_cambio", "left", "completed"}


async def take(world: World, ear: Ears, seat: int, action: Json, *, key: str, by_socket: bool) -> Scrubbed:
    if not by_socket:
        return await sync_to_async(world.take)(seat, action)
    await ear.press(action, key=key)
    return []


async def listen(open_program: Callable[..., Any], open_socket: Callable[..., Any], world: World) -> Ears:
    page, accepted, _code = await open_socket(f"/cambio/{world.game_id}/live/", world.people[world.viewer])
    assert accepted
    await page.receive_from()
    program = await open_program(world.game_id)
    await program.say("join_game", token=world.tokens["viewer"])
    await program.hear()
    watcher, accepted, _code = await open_socket(f"/cambio/{world.game_id}/live/", world.stranger)
    assert accepted
    await watcher.receive_from()
    # Whenever that comes, it is the same in both worlds.
    while watching_in(await page.receive_from()) != 1:
        pass
    return Ears(world, page, program, watcher)
