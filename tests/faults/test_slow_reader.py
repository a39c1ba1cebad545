"""A browser that stops reading its socket: the real server drops it, and the others at the table notice nothing."""

import re
import select
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Self

import pytest

from tabletop.live.consumers import MESSAGES_PER_SECOND
from tabletop.live.frames import MAX_WAITING_BYTES
from tests.kit.lines import Line
from tests.kit.people import PATIENCE_SECONDS, Person
from tests.kit.server import SiteServer

SYNC = b'{"type": "sync"}'
LARGEST_MESSAGE_BYTES = 64 * 1024
MOST_ASKED = 200
"""Without a limit some megabytes would be waiting by then."""
DROPPED = re.compile(r'"event": "dropped a connection: (\d+) bytes were waiting unread", "level": "info"')


class SlowReader:
    """A page's socket of which nothing is read after the handshake."""

    def __init__(self, person: Person, path: str) -> None:
        site = person.http.base_url
        self.line = socket.socket()
        # So that the system holds little of what nobody reads.
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.line.connect((site.host, site.port))
        headers = {
            "Host": f"{site.host}:{site.port}",
            "Origin": f"{site.scheme}://{site.host}:{site.port}",
            "Cookie": f"sessionid={person.http.cookies['sessionid']}",
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        self.line.sendall("\r\n".join(lines).encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += self.line.recv(1)
        assert answer.startswith(b"HTTP/1.1 101 "), answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.line.close()

    @property
    def is_dropped(self) -> bool:
        """Whether the server has reset the connection."""
        poll = select.poll()
        poll.register(self.line, 0)
        return bool(poll.poll(0))

    def ask_until_dropped(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Asks for everything as often as a page may."""
        for _time in range(MOST_ASKED):
            with suppress(ConnectionError):
                self.line.sendall(bytes((0x81, 0x80 | len(SYNC))) + bytes(4) + SYNC)
            meanwhile()
            time.sleep(1.1 / MESSAGES_PER_SECOND)
            if self.is_dropped:
                return
        pytest.fail("a page that reads nothing keeps its connection")


@pytest.fixture
def people(server: SiteServer) -> Iterator[tuple[Person, Person]]:
    with Person(server.url, "Ada") as ada, Person(server.url, "Bea") as bea:
        yield ada, bea


def call(person: Person, path: str, body: dict[str, Any]) -> Any:
    token, origin = person.http.cookies["csrftoken"], str(person.http.base_url).rstrip("/")
    headers = {"X-CSRFToken": token, "Origin": origin}
    answer = person.http.post(f"/imperial/api/game/{path}", json=body, headers=headers)
    assert answer.is_success, answer.text
    return answer.json()


def begin_imperial(host: Person, guest: Person) -> str:
    """The id of a table whose game has begun; its pages are the largest."""
    game_id = str(call(host, "create", {"playerCount": 2, "creatorDisplayName": host.name})["gameId"])
    call(guest, f"{game_id}/join", {"displayName": guest.name})
    assert host.post(f"/imperial/{game_id}/act/", {"do": "start"}).status_code == 200
    return game_id


def move(people: Sequence[Person], game_id: str) -> int:
    """Somebody makes a legal move; returns its sequence number."""
    for person in people:
        options = person.http.get(f"/imperial/api/game/{game_id}/options").json()["options"]
        if actions := options["legalActions"]:
            return int(call(person, f"{game_id}/{actions[0]['type']}", actions[0])["version"]) - 1
    raise AssertionError("nobody can move")


def bytes_unread(server: SiteServer) -> int:
    """Of the last connection that was dropped, as the log tells."""
    return int(DROPPED.findall(server.log.read_text())[-1])


def seats_present(server: SiteServer, game_id: str) -> int:
    asked = f"from tabletop.models import Presence; print(Presence.objects.filter(game_id='{game_id}').count())"
    return int(server.site.manage("shell", "--no-imports", "-c", asked))


def test_a_table_that_is_not_read_is_dropped_and_keeps_nobody_waiting(
    server: SiteServer, people: tuple[Person, Person]
) -> None:
    """Its updates are prepared frames."""
    ada, bea = people
    game_id = begin_imperial(ada, bea)
    with Line(ada, f"/imperial/{game_id}/") as line, SlowReader(bea, f"/imperial/{game_id}/live/") as slow:

        def move_is_shown() -> None:
            line.wait_for(f'id="beat" data-seq="{move(people, game_id)}"')

        slow.ask_until_dropped(meanwhile=move_is_shown)
        move_is_shown()
        assert MAX_WAITING_BYTES < bytes_unread(server) < MAX_WAITING_BYTES + LARGEST_MESSAGE_BYTES
        deadline = time.monotonic() + PATIENCE_SECONDS
        while seats_present(server, game_id) != 1:
            assert time.monotonic() < deadline, "a dropped page counts as present"


def test_a_home_page_that_is_not_read_is_dropped(server: SiteServer, people: tuple[Person, Person]) -> None:
    """What it asks for is sent as any message, not as a prepared frame."""
    ada, bea = people
    for _table in range(20):
        ada.start_duel(bea)
    with SlowReader(ada, "/lobby/live/") as slow:
        slow.ask_until_dropped()
    assert MAX_WAITING_BYTES < bytes_unread(server) < MAX_WAITING_BYTES + LARGEST_MESSAGE_BYTES
