"""Sockets: who may open which, move over it, or take a seat as a program. A refusal changes nothing."""

import json
import re
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from tabletop.asgi import application
from tests.access.lines import Line, read_socket_lines
from tests.access.requests import address, slug_of
from tests.access.routes import socket_routes
from tests.access.rows import Rows, watch
from tests.access.visitors import VISITORS, Visitor, World
from tests.access.walk import taken_back
from tests.live.conftest import PatientSocket

LINES = read_socket_lines()
ORIGIN = "http://localhost"
MOVES: dict[str, dict[str, str]] = {
    "cambio/<uuid:game_id>/live/": {"do": "draw:deck"},
    "imperial/<uuid:game_id>/live/": {"type": "bid", "amount": "1"},
}
"""What the seat that is on turn may press, by the sockets that take moves."""
SEAT_IS_AWAY = re.compile(r"^tabletop_deadline: now .*'away:")
"""Its socket is closed: the table notes from when on a bot plays for it."""

pytestmark = pytest.mark.usefixtures("moves_on_this_connection")


async def open_socket(world: World, route: str, visitor: Visitor, *, origin: str = ORIGIN) -> tuple[PatientSocket, str]:
    headers = {"host": "localhost", "origin": origin}
    if visitor in world.cookies:
        headers["cookie"] = f"sessionid={world.cookies[visitor]}"
    wire = [(name.encode(), value.encode()) for name, value in headers.items()]
    socket = PatientSocket(application, address(world, route), headers=wire)
    opened, code = await socket.connect()
    return socket, "open" if opened else str(code)


async def live(world: World, route: str, visitor: Visitor) -> str:
    socket, cell = await open_socket(world, route, visitor)
    if cell == "open":
        await socket.disconnect()
    return cell


async def move(world: World, route: str, visitor: Visitor) -> str:
    """`ok` if the move is made, `no` if it is refused, and as opening has it where the socket stays shut."""
    socket, cell = await open_socket(world, route, visitor)
    if cell != "open":
        return cell
    await socket.receive_from()
    fields = {name: [value] for name, value in MOVES[route].items()}
    message = {"type": "move", "to": "act/", "fields": fields, "key": "press", "seq": None}
    await socket.send_to(text_data=json.dumps(message))
    answer = ""
    while 'data-key="press"' not in answer:
        answer = await socket.receive_from()
    await socket.disconnect()
    return "no" if "toast" in answer else "ok"


async def join(world: World, route: str, visitor: Visitor) -> str:
    """`ok` if the program hears the state of a seat."""
    socket, cell = await open_socket(world, route, visitor)
    if cell != "open":
        return cell
    token = world.token(visitor, slug_of(route)) if visitor in ("program", "other") else None
    await socket.send_to(text_data=json.dumps({"type": "join_game", "token": token}))
    told: Any = json.loads(await socket.receive_from())
    await socket.disconnect()
    return "ok" if told["type"] == "STATE_SNAPSHOT" else "no"


DEEDS = {"LIVE": live, "MOVE": move, "JOIN": join}


def walk(world: World, method: str, route: str, rows: Rows) -> Line:
    cells = []
    for visitor in VISITORS:
        with taken_back():
            changed = watch(rows)
            cell = async_to_sync(DEEDS[method])(world, route, visitor)
            if cell != "ok":
                found = [change for change in changed() if not SEAT_IS_AWAY.search(change)]
                assert not found, f"{method} {route} of {visitor} has changed {found}"
        cells.append(cell)
    return Line(method, route, tuple(cells))


def test_every_socket_has_its_line(world: World, rows: Rows) -> None:
    opened = {line.route for line in LINES if line.method == "LIVE"}
    missing = [route for route in socket_routes() if route not in opened]
    said = "\n".join(str(walk(world, "LIVE", route, rows)) for route in missing)
    assert not missing, f"Add to tests/access/matrix/sockets.txt, where that is what each should get:\n{said}"
    assert opened == {*socket_routes()}


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.method} /{line.route}")
def test_each_visitor_gets_what_the_matrix_says(world: World, rows: Rows, line: Line) -> None:
    now = walk(world, line.method, line.route, rows)
    assert now.cells == line.cells, f"The matrix says, and the site answers:\n{line}\n{now}"


@pytest.mark.parametrize("origin", ["http://evil.example", "https://localhost", "http://localhost:81", "null", ""])
def test_the_page_of_another_site_opens_no_socket(world: World, origin: str) -> None:
    async def knock(route: str) -> str:
        return (await open_socket(world, route, "seat", origin=origin))[1]

    with taken_back():
        assert "open" not in {async_to_sync(knock)(route) for route in socket_routes()}
