"""Programs play on the real site: HTTP through its threads, sockets through its server."""

import asyncio
import json
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.people import PATIENCE_SECONDS
from tests.kit.server import SiteServer

pytestmark = pytest.mark.both_shapes


class RemoteProgram:
    def __init__(self, server: SiteServer, path: str, body: dict[str, Any]) -> None:
        self.server = server
        entered = httpx.post(f"{server.url}/cambio/api/game/{path}", json=body, timeout=PATIENCE_SECONDS)
        assert entered.status_code in (200, 201), entered.text
        self.entered: Any = entered.json()
        self.base = f"{server.url}/cambio/api/game/{self.entered['gameId']}"
        bearer = {"Authorization": f"Bearer {self.entered['playerToken']}"}
        self.http = httpx.Client(headers=bearer, timeout=PATIENCE_SECONDS)

    def post(self, verb: str, **body: Any) -> Any:
        answer = self.http.post(f"{self.base}/{verb}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def listen(self) -> ClientConnection:
        address = f"{self.server.url.replace('http', 'ws', 1)}/cambio/ws/game/{self.entered['gameId']}/"
        socket = await connect(address, origin=self.server.url)  # type: ignore[arg-type]
        await socket.send(json.dumps({"type": "join_game", "token": self.entered["playerToken"]}))
        return socket


async def hear_until(socket: ClientConnection, *kinds: str) -> list[str]:
    heard: list[str] = []
    while not heard or heard[-1] not in kinds:
        heard.append(json.loads(await asyncio.wait_for(socket.recv(), timeout=PATIENCE_SECONDS))["type"])
    return heard


def test_two_programs_play_a_game_and_hear_it(server: SiteServer) -> None:
    host = RemoteProgram(server, "create", {"playerCount": 2, "creatorDisplayName": "Juno"})
    other = RemoteProgram(server, "join", {"roomCode": host.entered["roomCode"], "displayName": "Mara"})
    asyncio.run(play(host, other))
    for program in (host, other):
        scores = program.http.get(f"{program.base}/scores").json()
        assert len(scores["scores"]) == 2
        program.http.close()


async def play(host: RemoteProgram, other: RemoteProgram) -> None:
    sockets = [await program.listen() for program in (host, other)]
    for socket in sockets:
        assert await hear_until(socket, "STATE_SNAPSHOT") == ["STATE_SNAPSHOT"]
    await asyncio.to_thread(host.post, "start")
    for socket in sockets:
        assert await hear_until(socket, "INITIAL_CARDS") == ["GAME_STARTED", "INITIAL_CARDS"]
    for program in (host, other):
        await asyncio.to_thread(program.post, "view-initial")
    await asyncio.to_thread(host.post, "cambio")
    await asyncio.to_thread(other.post, "draw", source="discard")
    ended = await asyncio.to_thread(other.post, "swap", position=1)
    assert ended["state"]["phase"] == "completed"
    for socket in sockets:
        assert await hear_until(socket, "GAME_COMPLETED") == [
            "INITIAL_VIEW_CONFIRMED", "INITIAL_VIEW_CONFIRMED", "INITIAL_VIEW_ENDED", "TURN_STARTED", "CAMBIO_CALLED",
            "TURN_STARTED", "CARD_DRAWN", "CARD_SWAPPED", "GAME_COMPLETED",
        ]  # fmt: skip
        await socket.close()


def test_a_bot_answers_because_the_clock_is_running(server: SiteServer) -> None:
    host = RemoteProgram(server, "create", {"playerCount": 2, "botCount": 1, "creatorDisplayName": "Juno"})
    asyncio.run(let_bot_play(host))
    host.http.close()


async def let_bot_play(host: RemoteProgram) -> None:
    socket = await host.listen()
    await hear_until(socket, "STATE_SNAPSHOT")
    for verb in ("start", "view-initial"):
        await asyncio.to_thread(host.post, verb)
    await asyncio.to_thread(host.post, "draw", source="discard")
    await asyncio.to_thread(host.post, "swap", position=0)
    await hear_until(socket, "CARD_SWAPPED")
    # A lucky bot may call Cambio on its first turn instead of drawing.
    await hear_until(socket, "CARD_DRAWN", "CAMBIO_CALLED")
    await socket.close()
