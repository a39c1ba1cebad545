"""Frames near to those that pages and programs send, over every socket of the site."""

import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from urllib.parse import urlencode

from django.conf import settings
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from tests.access.requests import PLACEHOLDER, slug_of
from tests.access.routes import socket_routes
from tests.access.visitors import VISITORS, Visitor
from tests.fuzz import junk
from tests.fuzz.holdings import Holdings
from tests.fuzz.rights import Sender
from tests.fuzz.wire import header
from tests.kit.people import get

ROUTES = socket_routes()
ROUTES_DRAWN = ROUTES + [route for route in ROUTES if "game_id" in route] * 2
VISITORS_DRAWN = VISITORS + ("seat", "opponent") * 6
"""Most can do nothing: those who may move at a table come more often."""
FRAMES_A_SOCKET = 10
LIMIT_SECONDS = 30
POLL_SECONDS = 0.02
UNSENDABLE = re.compile(r"[^\t -~\x80-\xff]")
"""What the client does not let through; requests bring it to the server byte by byte."""
OPEN_SOCKETS = re.compile(r"^tabletop_sockets_open{(.*)} (.*)$", re.MULTILINE)
MESSAGES: Sequence[dict[str, object]] = (
    {"type": "move", "to": "act/", "fields": {"do": ["draw:deck"]}, "key": "press", "seq": None},
    {"type": "move", "to": "act/", "fields": {"type": ["bid"], "amount": ["1"]}, "key": "bid", "seq": None},
    {"type": "move", "to": "leave/", "fields": {}, "key": "press", "seq": 1},
    {"type": "join_game", "token": None},
    {"type": "heartbeat", "data": {"any": "thing"}},
    {"type": "sync"},
    {"type": "leave"},
    {"type": "leave_game"},
    {"type": "nonsense", "seq": 1},
)
HEADERS = ("Accept-Language", "User-Agent", "Authorization", "X-Forwarded-For", "X-Forwarded-Proto", "Sec-Fetch-Site")
QUERIES = ("shows", "seq", "token", "since")
LAST: Sequence[dict[str, object]] = (
    {"type": "move", "to": "act/", "fields": {}, "key": "last", "seq": None},
    {"type": "heartbeat", "data": {"frame": "last"}},
)
"""What a page's socket and a program's answer when they have answered all before; neither is a move."""
LAST_ANSWER = re.compile(r'data-key="last"|"frame": ?"last"')
ACCEPTED = re.compile(r'id="answer"(?!.*class="toast)', re.DOTALL)
LEFT_THE_TABLE = (1000, 4404)
"""What a socket is closed with whose seat has left by it."""


@dataclass(frozen=True, kw_only=True)
class Session:
    route: str
    visitor: Visitor
    path: str
    headers: Mapping[str, str]
    frames: list[str | bytes]
    sender: Sender
    """With the token, if it is among the frames."""

    def __str__(self) -> str:
        return f"{self.route} of {self.visitor}: {self.frames!r:.3000}"


@dataclass(frozen=True, kw_only=True)
class Outcome:
    code: int | None = None
    """What the server closed the socket or refused the handshake with; None if it stayed open until we closed it."""
    accepted: int | None = None
    """How many moves were answered as made; None if answers may have been lost."""
    sent: int = 0
    """How many frames went out before the server closed the socket."""


def session(chance: Random, holdings: Holdings) -> Session:
    route, visitor = chance.choice(ROUTES_DRAWN), chance.choice(VISITORS_DRAWN)
    tables = [table for table in holdings.tables if table.slug == slug_of(route)] or holdings.tables
    table = chance.choice(tables + [one for one in tables if one.state == "running"] * 3)
    known = {"game_id": table.game_id, "token": holdings.share_token}
    path = PLACEHOLDER.sub(lambda found: known.get(found.group(1), "nowhere"), route)
    if chance.random() < 0.3:
        path += "?" + urlencode({chance.choice(QUERIES): junk.text(chance)}, errors="surrogatepass")
    # With the last one there are as many as a socket takes in a second.
    frames = [_frame(chance, table.token) for _ in range(FRAMES_A_SOCKET - 1)]
    is_at_table, is_for_programs = "game_id" in route, "/ws/" in route
    return Session(
        route=route,
        visitor=visitor,
        path=path,
        headers=_headers(chance, holdings.cookies.get(visitor)),
        frames=[*frames, json.dumps(LAST[is_for_programs])],
        sender=Sender(
            person=holdings.people.get(visitor),
            token_of=table.game_id if is_for_programs and table.token in repr(frames) else None,
            named=table.game_id if is_at_table else None,
        ),
    )


def _headers(chance: Random, cookie: str | None) -> dict[str, str]:
    headers = {"X-Forwarded-For": "10.1.2.3"}
    if cookie:
        headers["Cookie"] = f"{settings.SESSION_COOKIE_NAME}={cookie}"
    if chance.random() < 0.2:
        headers[chance.choice(HEADERS)] = UNSENDABLE.sub("?", header(junk.text(chance)))
    return headers


def _frame(chance: Random, token: str) -> str | bytes:
    if chance.random() < 0.1:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(200)))
    if chance.random() < 0.02:
        return "x" * 100_000
    message = dict(chance.choice(MESSAGES))
    if message["type"] == "join_game" and chance.random() < 0.5:
        message["token"] = token
    if chance.random() < 0.3:
        return json.dumps(message)
    if chance.random() < 0.15:
        return junk.json_text(chance, message).decode("utf-8", "replace")
    return json.dumps(junk.mutated(chance, message)).encode("utf-8", "replace").decode()


def send(port: int, given: Session) -> Outcome:
    try:
        with connect(
            f"ws://127.0.0.1:{port}/{given.path}",
            origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type] # any text
            additional_headers=given.headers,
            open_timeout=LIMIT_SECONDS,
            close_timeout=LIMIT_SECONDS,
            ping_interval=None,
            # What comes while frames are sent is kept without end, else the server could not go on.
            max_queue=None,
        ) as socket:
            return _talk(socket, given)
    except InvalidStatus as refused:
        return Outcome(code=refused.response.status_code, accepted=0)
    except InvalidHandshake:
        return Outcome(accepted=0)


def _talk(socket: Connection, given: Session) -> Outcome:
    accepted = sent = 0
    try:
        for frame in given.frames:
            socket.send(frame)
            sent += 1
    except ConnectionClosed:
        # What was answered before can still be read.
        pass
    try:
        if given.sender.named is None:
            assert socket.ping(ack_on_close=True).wait(LIMIT_SECONDS), f"held up: {given}"
            return Outcome(accepted=0, sent=sent)
        while not LAST_ANSWER.search(answer := str(socket.recv(LIMIT_SECONDS))):
            accepted += bool(ACCEPTED.search(answer))
    except TimeoutError:
        raise AssertionError(f"held up: {given}") from None
    except ConnectionClosed:
        code = socket.close_code
        return Outcome(code=code, accepted=accepted + 1 if code in LEFT_THE_TABLE else None, sent=sent)
    return Outcome(accepted=accepted, sent=sent)


def open_sockets(port: int) -> list[str]:
    """Of which games and pages."""
    counted = OPEN_SOCKETS.findall(get(f"http://127.0.0.1:{port}/metrics").text)
    return [labels for labels, number in counted if float(number)]


def wait_until_done(port: int, given: Session) -> None:
    """What a socket was sent may be worked on for a moment after it is closed; a server counts it until then."""
    give_up_at = time.monotonic() + LIMIT_SECONDS
    while waited_for := open_sockets(port):
        assert time.monotonic() < give_up_at, f"closed, and still there: {waited_for}, after {given}"
        time.sleep(POLL_SECONDS)
