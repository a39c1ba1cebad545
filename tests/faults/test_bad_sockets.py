"""Strangers with bad manners at the real server: their sockets are closed, and those of others are not held up."""

import json
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from tabletop.live.consumers import MAX_MESSAGE_BYTES, MAX_REFUSED_MESSAGES, MESSAGES_PER_SECOND, TOO_MANY
from tabletop.live.hub import HEARTBEAT_SECONDS
from tests.faults.duels import Duel, duel_at
from tests.kit.people import PATIENCE_SECONDS, Person
from tests.kit.server import SiteServer
from tests.live.conftest import seq_in

MEGABYTE = 1024 * 1024
TIMES_AS_LONG = 20
MORE_THAN_ENOUGH = 10 * (MESSAGES_PER_SECOND + MAX_REFUSED_MESSAGES)


@pytest.fixture
def people(server: SiteServer) -> Iterator[tuple[Person, Person]]:
    with Person(server.url, "Ada") as ada, Person(server.url, "Bea") as bea:
        yield ada, bea


@pytest.fixture
def duel(server: SiteServer, people: tuple[Person, Person]) -> Iterator[Duel]:
    with duel_at(server, people) as duel:
        yield duel


@contextmanager
def one_more_socket(server: SiteServer, table: str, person: Person) -> Iterator[Connection]:
    cookie = {"Cookie": f"sessionid={person.http.cookies['sessionid']}"}
    address = f"{server.url.replace('http', 'ws', 1)}{table}live/"
    with connect(address, origin=server.url, additional_headers=cookie, ping_interval=None) as socket:  # type: ignore[arg-type] # any text
        socket.recv(timeout=PATIENCE_SECONDS)
        yield socket


@pytest.fixture
def bad(server: SiteServer, duel: Duel, people: tuple[Person, Person]) -> Iterator[Connection]:
    """Another socket of the page of one of the two."""
    with one_more_socket(server, duel.table, people[1]) as socket:
        yield socket


def send(socket: Connection, *messages: str) -> None:
    """As many of them as the server lets come."""
    with suppress(ConnectionClosed):
        for message in messages:
            socket.send(message)


def close_code(socket: Connection) -> int:
    """What the server closes it with; heartbeats do not count."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    with suppress(ConnectionClosed):
        while True:
            socket.recv(timeout=max(deadline - time.monotonic(), 0))
    assert socket.close_code is not None
    return socket.close_code


def seconds_of_a_move(duel: Duel, do: str) -> float:
    """From the press on one page until both show what came of it."""
    began_at = time.monotonic()
    answer = duel.lines[0].move({"do": do}, key=uuid.uuid4().hex)
    assert "toast" not in answer
    duel.lines[1].wait_for(f'id="beat" data-seq="{seq_in(answer)}"')
    return time.monotonic() - began_at


@pytest.fixture
def most_seconds(duel: Duel) -> float:
    """A move that takes longer was held up: it waited for a heartbeat, or many times as long as undisturbed ones."""
    # It is the other's turn: a bot on this seat has nothing to do.
    duel.play(0)
    undisturbed = [seconds_of_a_move(duel, do) for do in ("hand_to_bot", "take_back", "hand_to_bot")]
    return max(HEARTBEAT_SECONDS, TIMES_AS_LONG * max(undisturbed))


MOVE = json.dumps({"type": "move", "to": "move/", "fields": {"type": ["play"], "card": ["9"]}, "key": "k"})


@pytest.mark.parametrize("message", ["\x00garbage", '{"type": "sync"}', MOVE], ids=["garbage", "asking", "moving"])
def test_a_flood_ends_in_a_closed_socket_and_holds_nobody_up(
    duel: Duel, bad: Connection, most_seconds: float, message: str
) -> None:
    send(bad, *[message] * MORE_THAN_ENOUGH)
    assert seconds_of_a_move(duel, "take_back") < most_seconds
    send(bad, *[message] * MORE_THAN_ENOUGH)
    assert close_code(bad) == TOO_MANY
    duel.play(1)


def test_many_with_bad_manners_at_once_hold_nobody_up(server: SiteServer, duel: Duel, most_seconds: float) -> None:
    messages = ["\x00garbage", '{"type": "sync"}', MOVE] * 4
    with Person(server.url, "Eve") as watcher, ExitStack() as stack:
        crowd = [stack.enter_context(one_more_socket(server, duel.table, watcher)) for _message in messages]
        for do in ("take_back", "hand_to_bot", "take_back"):
            for socket, message in zip(crowd, messages, strict=True):
                send(socket, *[message] * MORE_THAN_ENOUGH)
            assert seconds_of_a_move(duel, do) < most_seconds
        codes = [close_code(socket) for socket in crowd]
    # Autobahn aborts a connection whose peer has not answered the code within a second, as a busy machine may let it
    # happen to one that still sends: the reset makes the peer's system drop the code unread.
    lost = [socket for socket, code in zip(crowd, codes, strict=True) if code != TOO_MANY]
    assert len(lost) < len(crowd) / 2
    assert {socket.close_code for socket in lost} <= {CloseCode.ABNORMAL_CLOSURE}
    assert all(isinstance(socket.recv_exc, ConnectionResetError) for socket in lost)
    duel.play(1)


def test_a_frame_of_a_megabyte_closes_its_socket_and_holds_nobody_up(
    duel: Duel, bad: Connection, most_seconds: float
) -> None:
    large = json.dumps({"type": "move", "to": "move/", "fields": {"card": ["9" * MEGABYTE]}, "key": "k"})
    send(bad, large)
    assert seconds_of_a_move(duel, "take_back") < most_seconds
    # Reset where it is still sending when the server closes.
    assert close_code(bad) in (CloseCode.MESSAGE_TOO_BIG, CloseCode.ABNORMAL_CLOSURE)
    duel.play(1)


def test_a_message_in_many_small_frames_closes_its_socket_before_it_is_whole(
    duel: Duel, bad: Connection, most_seconds: float
) -> None:
    codes: list[int] = []

    def parts() -> Iterator[str]:
        """Each a frame of one message, which never ends."""
        yield from ["x" * (MAX_MESSAGE_BYTES // 2)] * 64
        codes.append(close_code(bad))

    with suppress(ConnectionClosed):
        bad.send(parts())
    assert (codes or [close_code(bad)])[0] in (CloseCode.MESSAGE_TOO_BIG, CloseCode.ABNORMAL_CLOSURE)
    assert seconds_of_a_move(duel, "take_back") < most_seconds
    duel.play(1)


def test_a_move_of_another_table_is_none_of_this_one(
    server: SiteServer, duel: Duel, people: tuple[Person, Person]
) -> None:
    """A card of the other table, with its address: the socket stands for its own table alone."""
    with duel_at(server, people) as other:
        move = other.next_play(0)
        fields = {name: [str(value)] for name, value in move.items()}
        for to in (f"..{other.table.removeprefix('/duel')}move/", f"{other.table}move/"):
            duel.lines[0].send(json.dumps({"type": "move", "to": to, "fields": fields, "key": "k1"}))
            duel.lines[0].wait_for("We could not read that message.")
        assert "toast" not in other.lines[0].move(move, key="k2")
