"""People at real tables: each has a session, a page that was loaded, and the page's open socket."""

import asyncio
import json
import random
import re
import time
from collections.abc import Iterable, Sequence
from typing import Any, Self
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.process import Server

SEATS = 4
PATIENCE_SECONDS = 60.0
QUIET_SECONDS = 0.5
"""A socket without a frame for this long has shown everything."""
POST, SOCKET = "POST", "socket"


class MoveRefused(Exception):
    """The server did not take a move; the words are its answer."""


class Person:
    """A browser with a session at one server."""

    def __init__(self, server: Server, address: str) -> None:
        self.server = server
        headers = {"X-Forwarded-For": address, "Accept-Language": "en"}
        self.http = httpx.AsyncClient(base_url=server.url, headers=headers, timeout=PATIENCE_SECONDS, verify=False)

    @classmethod
    async def guest(cls, server: Server, address: str, *, name: str) -> Self:
        """Somebody who has given a name."""
        person = cls(server, address)
        await person.read("/")
        fields = {"name": name, "csrfmiddlewaretoken": person.http.cookies["csrftoken"]}
        answer = await person.http.post("/account/guest/", data=fields)
        assert answer.status_code == 302, answer.text
        return person

    async def read(self, path: str) -> httpx.Response:
        return (await self.http.get(path)).raise_for_status()

    async def press(self, path: str, fields: dict[str, Any], *, seq: int) -> httpx.Response:
        """Sends a form as htmx and live.js do."""
        headers = {
            "X-CSRFToken": self.http.cookies["csrftoken"],
            "HX-Request": "true",
            "HX-Current-URL": f"{self.server.url}{path}",
            "Idempotency-Key": str(uuid4()),
            "X-Table-Seq": str(seq),
        }
        answer = await self.http.post(path, data=fields, headers=headers)
        if answer.status_code != 200:
            raise MoveRefused(f"{answer.status_code}: {answer.text[:300]}")
        return answer

    async def call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Speaks JSON as a program does: GET without a body."""
        token = self.http.cookies.get("csrftoken") or ""
        headers = {"X-CSRFToken": token, "Origin": self.server.url}
        answer = await (self.http.get(path) if body is None else self.http.post(path, json=body, headers=headers))
        if answer.is_error:
            raise MoveRefused(f"{answer.status_code}: {answer.text[:300]}")
        return answer.json()

    async def open_socket(self, path: str) -> ClientConnection:
        return await open_socket(self.server, path, session=self.http.cookies["sessionid"])


async def open_socket(server: Server, path: str, *, session: str | None = None) -> ClientConnection:
    """Opens a page's socket as a browser does, and reads the first frame."""
    socket = await connect(
        server.url.replace("http", "ws", 1) + path,
        origin=server.url,  # type: ignore[arg-type] # any text will do
        additional_headers={"Cookie": f"sessionid={session}"} if session else {},
        max_queue=None,
        ping_interval=None,
        open_timeout=PATIENCE_SECONDS,
    )
    await socket.recv()
    return socket


class LiveTable:
    """The sockets of a table, and what they have been told. The sockets of the seats come first."""

    seq_of_frame = re.compile(r'id="beat" data-seq="(\d+)"')

    def __init__(self) -> None:
        self.sockets: list[ClientConnection] = []
        self.seq = 0
        self.turn, self.made = 0, 0
        self.delays: list[float] = []
        """Seconds of each move from the press until the last socket had it."""
        self.sizes: list[int] = []
        """Bytes of each frame that brought a move."""

    async def play(self, road: str = POST) -> None:
        """Makes the next move; returns when all sockets have it."""
        raise NotImplementedError

    async def finish(self, started: float, heard: Iterable[float]) -> None:
        self.delays.append(max(heard) - started)
        self.made += 1

    async def heard(self, socket: ClientConnection, seq: int) -> float:
        """The moment this socket has brought the page to `seq`."""
        while True:
            frame = str(await asyncio.wait_for(socket.recv(), timeout=PATIENCE_SECONDS))
            found = self.seq_of_frame.search(frame)
            if found and int(found.group(1)) >= seq:
                self.sizes.append(len(frame.encode()))
                return time.monotonic()

    async def all_heard(self, seq: int, sockets: Iterable[ClientConnection] | None = None) -> list[float]:
        self.seq = seq
        return await asyncio.gather(*(self.heard(socket, seq) for socket in sockets or self.sockets))

    async def settle(self) -> None:
        """Reads all sockets until they are quiet: coming in is news for the others."""
        await asyncio.gather(*map(self._read_until_quiet, self.sockets))

    async def _read_until_quiet(self, socket: ClientConnection) -> None:
        while True:
            try:
                frame = str(await asyncio.wait_for(socket.recv(), timeout=QUIET_SECONDS))
            except TimeoutError:
                return
            if found := self.seq_of_frame.search(frame):
                self.seq = max(self.seq, int(found.group(1)))

    async def close(self) -> None:
        await asyncio.gather(*(socket.close() for socket in self.sockets))


class SiteTable(LiveTable):
    """Four people at a table of the site, the seats spread over the given servers."""

    slug = ""

    def __init__(self, people: Sequence[Person], game_id: str) -> None:
        super().__init__()
        self.people, self.game_id, self.path = people, game_id, f"/{self.slug}/{game_id}/"

    @classmethod
    async def open(cls, servers: Sequence[Server], number: int) -> Self:
        """Takes all seats, loads the pages, opens their sockets and starts the game."""
        addresses = [f"10.{number // 250}.{number % 250}.{seat + 1}" for seat in range(SEATS)]
        people = [Person(servers[(number + seat) % len(servers)], address) for seat, address in enumerate(addresses)]
        body: dict[str, Any] = {"playerCount": SEATS, "creatorDisplayName": "Ada"}
        created = await people[0].call(f"/{cls.slug}/api/game/create", body)
        table = cls(people, created["gameId"])
        for seat, person in enumerate(people[1:], start=1):
            await person.call(f"/{cls.slug}/api/game/{table.game_id}/join", {"displayName": f"Bea {seat}"})
        for person in people:
            await person.read(table.path)
            table.sockets.append(await person.open_socket(f"{table.path}live/"))
        await table.settle()
        await table.start()
        await table.settle()
        return table

    async def start(self) -> None:
        await self.press(0, {"do": "start"})

    async def press(self, seat: int, fields: dict[str, Any]) -> int:
        """Presses a button of the page; returns the sequence number of the answer."""
        answer = await self.people[seat].press(f"{self.path}act/", fields, seq=self.seq)
        found = self.seq_of_frame.search(answer.text)
        assert found, answer.text
        return int(found.group(1))

    async def close(self) -> None:
        await super().close()
        await asyncio.gather(*(person.http.aclose() for person in self.people))


class CambioTable(SiteTable):
    """Everybody draws from the deck and swaps the card for the second of the hand."""

    slug = "cambio"

    async def start(self) -> None:
        await super().start()
        for seat in range(SEATS):
            await self.press(seat, {"do": "confirm_initial_view"})

    async def play(self, road: str = POST) -> None:
        fields = {"do": "swap:1" if self.made % 2 else "draw:deck"}
        started = time.monotonic()
        if road == POST:
            heard = await self.all_heard(await self.press(self.turn, fields))
        else:
            heard = await self._play_over_socket(fields)
        await self.finish(started, heard)
        if self.made % 2 == 0:
            self.turn = (self.turn + 1) % SEATS

    async def _play_over_socket(self, fields: dict[str, Any]) -> list[float]:
        own = self.sockets[self.turn]
        key, before = str(uuid4()), self.seq
        lists = {name: [value] for name, value in fields.items()}
        message = {"type": "move", "to": "act/", "fields": lists, "key": key, "seq": before}
        await own.send(json.dumps(message))
        answered, seq, size = False, before, 0
        while not answered or seq <= before:
            frame = str(await asyncio.wait_for(own.recv(), timeout=PATIENCE_SECONDS))
            size += len(frame.encode())
            answered = answered or f'data-key="{key}"' in frame
            if found := self.seq_of_frame.search(frame):
                seq = max(seq, int(found.group(1)))
            if 'class="toast' in frame:
                raise MoveRefused(_text_of(frame))
        self.sizes.append(size)
        arrived = time.monotonic()
        others = [socket for socket in self.sockets if socket is not own]
        return [arrived, *await self.all_heard(seq, others)]


def _text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


class ImperialTable(SiteTable):
    """Everybody does something legal, as a program would; nobody taxes, so that the game does not end."""

    slug = "imperial"

    def __init__(self, people: Sequence[Person], game_id: str) -> None:
        super().__init__(people, game_id)
        self.chance = random.Random(4)
        self.prepared: tuple[int, dict[str, Any]] | None = None

    @property
    def api(self) -> str:
        return f"/imperial/api/game/{self.game_id}"

    async def prepare(self) -> None:
        """Chooses the next move, so that `play` costs the server nothing but the move."""
        for seat in self.chance.sample(range(SEATS), SEATS):
            options = await self.people[seat].call(f"{self.api}/options")
            menu = [move for move in options["options"]["legalActions"] if move.get("wheel_spot") != "Taxation"]
            if menu:
                self.prepared = seat, self.chance.choice(menu)
                return
        raise MoveRefused("Nobody can move.")

    async def play(self, road: str = POST) -> None:
        if self.prepared is None:
            await self.prepare()
        assert self.prepared
        (seat, move), self.prepared = self.prepared, None
        started = time.monotonic()
        await self.people[seat].call(f"{self.api}/{move['type']}", move)
        await self.finish(started, await self.all_heard(self.seq + 1))
