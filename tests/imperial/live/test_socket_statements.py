"""What a move over the socket costs the database: to make it, and to show it to those who look."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from asgiref.sync import sync_to_async

from imperial.models import Game, PlayerInfo
from tabletop.accounts.models import User
from tabletop.live.hub import get_hub
from tests.imperial import kit
from tests.imperial.pages.visits import NAMES, browser, post, put
from tests.imperial.rules.positions import STANDARD
from tests.kit.statements import hear_statements

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 8
"""BEGIN, game, player, country, history, log, mail, COMMIT: nothing is read, neither for the move nor for the pages."""
MOST_OF_A_STEP = 5
"""No player or country changes, and the rest of the plan lies there already."""
MOST_OF_AN_UNDO = 14
"""Reads the position before; the pages are read anew, because the end of the log is."""
LISTENER_AND_HEARTBEAT = 2


class Table:
    """Three people at their pages, in the middle of a maneuver; the next one is told by mail."""

    def __init__(self, heard: list[str]) -> None:
        self.heard, self.sockets, self.clients = heard, [], []  # type: ignore[var-annotated]

    async def open(self, open_socket: Callable[..., Any]) -> None:
        self.persons, self.game_id = await sync_to_async(_planned)()
        self.clients = [await sync_to_async(browser)(person) for person in self.persons]
        for person in (*self.persons, None):
            self.sockets.append((await open_socket(f"/imperial/{self.game_id}/live/", person))[0])
        self.seq = (await Game.objects.aget(pk=self.game_id)).seq
        await self._all_show()

    async def choose(self, number: int, **fields: Any) -> None:
        answer = await sync_to_async(post)(self.clients[number], self.game_id, "draft", **fields)
        assert answer.status_code == 200
        await self._silence()

    async def move(self, number: int, *, to: str = "act/", **fields: Any) -> list[str]:
        """The statements of the move and of all that follows from it. COMMIT is not among them."""
        before, key = len(self.heard), f"key-{self.seq}-of-a-move"
        pressed = {name: [value] for name, value in fields.items()}
        message = {"type": "move", "to": to, "fields": pressed, "key": key, "seq": self.seq}
        await self.sockets[number].send_to(text_data=json.dumps(message))
        self.seq += 1
        await self._all_show()
        return self.heard[before:]

    async def _all_show(self) -> None:
        for socket in self.sockets:
            while _seq_in(await socket.receive_from()) < self.seq:
                pass
        await self._silence()

    async def _silence(self) -> None:
        """Until every socket has been told of everything."""
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


@pytest.fixture
async def table(open_socket: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Table:
    table = Table(hear_statements(monkeypatch))
    await table.open(open_socket)
    return table


def _read(statements: list[str]) -> list[str]:
    return [sql for sql in statements if sql.startswith("SELECT")]


async def test_a_move_reads_nothing_and_neither_do_four_pages(table: Table) -> None:
    await table.choose(0, row=0, destination="Romania")
    told = await table.move(0, type="maneuver_step")
    assert len(told) + 1 <= MOST_OF_A_STEP
    assert not _read(told)
    told = await table.move(0, type="maneuver_batch")
    assert len(told) + 1 <= MOST
    assert not _read(told)
    await table.choose(1, spot="Taxation")
    told = await table.move(1, type="propose")
    assert len(told) + 1 <= MOST
    assert not _read(told)
    game = await sync_to_async(kit.game_of)(table.game_id)
    assert [unit.territory for unit in game.country_info["Austria"].armies] == ["Romania", "Prague"]
    assert game.country_info["Italy"].wheel_spot == "Taxation"


async def test_a_move_is_taken_back_without_loading_the_game_to_write_it(table: Table) -> None:
    await table.choose(0, row=0, destination="Romania")
    await table.move(0, type="maneuver_batch")
    told = await table.move(0, to="undo/")
    writes = [number for number, sql in enumerate(told) if not sql.startswith("SELECT")]
    assert len(told) + 1 <= MOST_OF_AN_UNDO
    assert [re.findall(r'FROM "(\w+)"', sql)[0] for sql in _read(told[: writes[-1]])] == ["game_history"]
    # And the same again.
    assert _read(await table.move(0, type="maneuver_batch")) == []


async def test_a_choice_is_told_to_the_pages_of_its_player_without_reading(table: Table) -> None:
    await table.choose(0, row=0, destination="Romania")
    before = len(table.heard)
    await table.choose(0, row=1, destination="Budapest")
    # Two for who asks, three for the table.
    assert len(_read(table.heard[before:])) == 5
