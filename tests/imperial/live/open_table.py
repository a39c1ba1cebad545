"""A running table of Imperial with open pages, of which a test counts what each move and each choice brings about."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async

from imperial.models import Game, PlayerInfo
from imperial.pages.table import page
from tabletop.accounts.models import User
from tabletop.live.hub import get_hub
from tests.imperial import kit
from tests.imperial.pages.visits import NAMES, browser, put
from tests.imperial.rules.positions import STANDARD
from tests.kit.roads import press_button
from tests.live.conftest import PATIENCE_SECONDS

LISTENER_AND_HEARTBEAT = 2


class Table:
    """Three people at their pages and a spectator, in the middle of a maneuver; the next one is told by mail."""

    def __init__(self, noted: list[Any]) -> None:
        """What a test counts is added to `noted` as it happens."""
        self.noted, self.sockets, self.clients = noted, [], []  # type: ignore[var-annotated]

    async def open(self, open_socket: Callable[..., Any]) -> None:
        self.persons, self.game_id = await sync_to_async(_planned)()
        self.clients = [await sync_to_async(browser)(person) for person in self.persons]
        eve = await User.objects.acreate(display_name="Eve", is_guest=True)
        for person in (*self.persons, eve):
            self.sockets.append((await open_socket(f"/imperial/{self.game_id}/live/", person))[0])
        self.seq = (await Game.objects.aget(pk=self.game_id)).seq
        await self._all_show()

    async def choose(self, number: int, **fields: Any) -> list[Any]:
        """What was noted of the choice and of all that follows from it."""
        before = len(self.noted)
        client = self.clients[number]
        answer = await sync_to_async(press_button)(client, page, self.game_id, "draft/", fields, seq=self.seq)
        assert answer.status_code == 200
        # The doorbell rings a moment after the answer; before that there is nothing to wait for.
        await self.sockets[number].receive_from(timeout=PATIENCE_SECONDS)
        await self._silence()
        return self.noted[before:]

    async def move(self, number: int, *, to: str = "act/", **fields: Any) -> list[Any]:
        """What was noted of the move and of all that follows from it."""
        before, key = len(self.noted), f"key-{self.seq}-of-a-move"
        pressed = {name: [value] for name, value in fields.items()}
        message = {"type": "move", "to": to, "fields": pressed, "key": key, "seq": self.seq}
        await self.sockets[number].send_to(text_data=json.dumps(message))
        self.seq += 1
        await self._all_show()
        return self.noted[before:]

    async def _all_show(self) -> None:
        for socket in self.sockets:
            while _seq_in(await socket.receive_from()) < self.seq:
                pass
        await self._silence()

    async def _silence(self) -> None:
        """Until every socket has been told of everything."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(get_hub().tasks) > LISTENER_AND_HEARTBEAT:
                await asyncio.sleep(0.01)


def _seq_in(frame: str) -> int:
    found = re.search(r'<div id="beat" data-seq="(\d+)"', frame)
    return -1 if found is None else int(found[1])


def _planned() -> tuple[list[User], UUID]:
    persons = [kit.member(name) for name in NAMES]
    game_id = kit.begun(persons)
    bonds = {country: {NAMES[number % 3]: [5]} for number, country in enumerate(STANDARD.countries)}
    put(game_id, bonds=bonds, armies={"Austria": ["Vienna", "Prague"]})
    # Everything has been explained.
    PlayerInfo.objects.filter(game=game_id).update(hints=[])
    kit.act(game_id, "Juno", "propose", wheel_spot="R-Maneuver")
    return persons, game_id
