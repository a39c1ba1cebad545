"""Players at tables of the running site, who write down what they are answered.

A player can take every road to the table: the interface for programs, a POST of the page, and the page's socket; at any
of the processes that serve the site.
"""

import json
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlencode

import httpx

from tests.kit.ledger import Call, Ledger, Outcome
from tests.kit.lines import Line, LineIsDead
from tests.kit.people import PATIENCE_SECONDS
from tests.kit.server import SiteServer

Road = Literal["program", "post", "socket"]
ROADS: tuple[Road, ...] = ("program", "post", "socket")
CSRF = "c" * 32
RETRY_SECONDS = 0.05
PAGE_MOVES = {"cambio": "act/", "imperial": "act/", "duel": "move/"}

# One for all: connections are kept, and nothing of one player sticks to another.
_wire = httpx.HTTPTransport(verify=False, limits=httpx.Limits(max_connections=None, max_keepalive_connections=60))


def request(method: str, url: str, *, headers: dict[str, str], content: bytes = b"") -> httpx.Response:
    """Raises httpx.TransportError."""
    timeout = httpx.Timeout(PATIENCE_SECONDS).as_dict()
    asked = httpx.Request(method, url, headers=headers, content=content, extensions={"timeout": timeout})
    answer = _wire.handle_request(asked)
    answer.read()
    answer.close()
    return answer


def any_address() -> str:
    """The site limits what one address may do; players sit at different ones."""
    one, two, three = uuid.uuid4().bytes[:3]
    return f"10.{one}.{two}.{three}"


@dataclass(frozen=True, kw_only=True)
class Deed:
    """A move as each road knows it, and what the log says of it."""

    path: str
    """Of the interface for programs, below that of the table."""
    body: dict[str, object] = field(default_factory=dict)
    fields: dict[str, object] = field(default_factory=dict)
    """Of the page's form."""
    to: str = ""
    """The page's address, where it is not that of its moves."""
    logged: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Told:
    """What a player is answered."""

    outcome: Outcome
    code: str = ""
    """Why it is refused, in small letters, to programs."""
    body: Any = None
    """To programs."""

    @property
    def is_accepted(self) -> bool:
        return self.outcome == "accepted"


@dataclass(kw_only=True)
class Player:
    slug: str
    servers: list[SiteServer]
    game_id: str
    player_id: str
    token: str
    session: str
    version: int
    """Of the table as the player came."""
    ledger: Ledger
    address: str = field(default_factory=any_address)

    @property
    def url(self) -> str:
        return self.servers[0].url

    @property
    def table(self) -> str:
        return f"/{self.slug}/{self.game_id}/"

    def do(self, deed: Deed, *, by: Road = "program", at: int = 0, key: str = "", version: int | None = None) -> Told:
        """Makes the move once; writes down what it was answered, or that it was not."""
        key, began = key or uuid.uuid4().hex, time.monotonic()
        told = self._try(deed, by=by, at=at, key=key, version=version)
        self.note(deed, key, told, began)
        return told

    def insist(self, deed: Deed, *, at: int, is_over: Callable[[], bool]) -> Told:
        """Sends the move with one key to one process after the other until it is answered, or all is over."""
        key, began = uuid.uuid4().hex, time.monotonic()
        while True:
            told = self._try(deed, by="program", at=at, key=key)
            if told.outcome != "unknown" or is_over():
                self.note(deed, key, told, began)
                return told
            at = (at + 1) % len(self.servers)
            time.sleep(RETRY_SECONDS)

    def _try(self, deed: Deed, *, by: Road, at: int, key: str, version: int | None = None) -> Told:
        try:
            if by == "program":
                return self.send(deed.path, deed.body, at=at, key=key, version=version)
            return (self._press if by == "post" else self._move_on_line)(deed, at=at, key=key)
        except (httpx.TransportError, LineIsDead) as trouble:
            return Told("unknown", repr(trouble))

    def note(self, deed: Deed, key: str, told: Told, began: float) -> None:
        call = Call(
            slug=self.slug,
            game_id=self.game_id,
            player_id=self.player_id,
            key=key,
            outcome=told.outcome,
            began=began,
            ended=time.monotonic(),
            logged=deed.logged,
        )
        self.ledger.note(call)

    def send(
        self, path: str, body: dict[str, object], *, at: int = 0, key: str = "", version: int | None = None
    ) -> Told:
        """As a program. Raises httpx.TransportError."""
        headers = self._headers | {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        content = json.dumps(body if version is None else body | {"expectedVersion": version}).encode()
        url = f"{self.servers[at].url}/{self.slug}/api/game/{self.game_id}/{path}"
        return as_told(request("POST", url, headers=headers, content=content))

    def look(self, *, at: int = 0, path: str = "") -> Any:
        """How the table stands for this seat. Raises httpx.TransportError and Unavailable."""
        url = f"{self.servers[at].url}/{self.slug}/api/game/{self.game_id}{path}"
        answer = request("GET", url, headers=self._headers)
        check_available(answer)
        assert answer.is_success, answer.text
        return answer.json()

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}

    def _press(self, deed: Deed, *, at: int, key: str) -> Told:
        """As the page does where it has no socket."""
        headers = {
            "Cookie": f"sessionid={self.session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "X-Forwarded-For": self.address,
            "HX-Request": "true",
            "Idempotency-Key": key,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        url = f"{self.servers[at].url}{self.table}{deed.to or PAGE_MOVES[self.slug]}"
        answer = request("POST", url, headers=headers, content=urlencode(deed.fields).encode())
        assert answer.status_code in (200, 409) or answer.status_code >= 500, answer.text
        return Told({200: "accepted", 409: "refused"}.get(answer.status_code, "unknown"))  # type: ignore[arg-type]

    def _move_on_line(self, deed: Deed, *, at: int, key: str) -> Told:
        """Over a socket of the page that is opened for it."""
        with Line(self, self.table, url=self.servers[at].url) as line:
            answer = line.move(deed.fields, key=key, to=deed.to or PAGE_MOVES[self.slug])
        return Told("refused" if "toast" in answer else "accepted")


class Unavailable(Exception):
    """The site cannot answer now."""


def check_available(answer: httpx.Response) -> None:
    """Raises Unavailable."""
    if answer.status_code >= 500:
        raise Unavailable(answer.status_code)


def as_told(answer: httpx.Response) -> Told:
    """Without a clear yes or no of the site it may have happened or not."""
    if answer.status_code >= 500:
        return Told("unknown", str(answer.status_code))
    body = answer.json()
    return Told("accepted", body=body) if answer.is_success else Told("refused", str(body["code"]).lower(), body)


def open_table(
    servers: list[SiteServer],
    slug: str,
    ledger: Ledger,
    *,
    seats: int = 2,
    at: int = 0,
    key: str = "",
    **options: object,
) -> Player:
    """The host of a new table."""
    body = {"playerCount": seats, "creatorDisplayName": "Ada", **options}
    return _seated(servers, slug, ledger, _ask_to_enter(servers[at], slug, "create", body, key=key))


def join(host: Player, name: str = "Bea", *, at: int = 0, key: str = "") -> Player | str:
    """A newcomer at the table, or the code with which it refuses."""
    told = _ask_to_enter(host.servers[at], host.slug, f"{host.game_id}/join", {"displayName": name}, key=key)
    check_available(told)
    return _seated(host.servers, host.slug, host.ledger, told) if told.status_code == 200 else as_told(told).code


def _ask_to_enter(
    server: SiteServer, slug: str, path: str, body: dict[str, object], *, key: str = ""
) -> httpx.Response:
    headers = {"Content-Type": "application/json", "X-Forwarded-For": any_address()}
    headers |= {"Idempotency-Key": key} if key else {}
    url = f"{server.url}/{slug}/api/game/{path}"
    return request("POST", url, headers=headers, content=json.dumps(body).encode())


def _seated(servers: list[SiteServer], slug: str, ledger: Ledger, answer: httpx.Response) -> Player:
    check_available(answer)
    assert answer.is_success, answer.text
    entered, cookies = answer.json(), httpx.Cookies()
    answer.request = httpx.Request("POST", servers[0].url)
    cookies.extract_cookies(answer)
    player = Player(
        slug=slug,
        servers=servers,
        game_id=entered["gameId"],
        player_id=entered["playerId"],
        token=entered["playerToken"],
        session=cookies["sessionid"],
        version=entered["version"],
        ledger=ledger,
    )
    ledger.tables.add((slug, player.game_id))
    return player
