"""Requests near to those that pages and programs send, to every route of the site."""

import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from urllib.parse import quote, urlencode

from django.conf import settings

from tests.access.requests import CSRF_TOKEN, PLACEHOLDER, SENT, is_for_programs, slug_of
from tests.access.routes import http_routes
from tests.access.visitors import GAMES, VISITORS, Visitor
from tests.fuzz import junk
from tests.fuzz.holdings import Holdings, TableOf
from tests.fuzz.rights import Sender
from tests.fuzz.wire import Answer, Raw, header

METHODS = ("POST",) * 6 + ("GET",) * 6 + ("HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW")
SAFE = ("GET", "HEAD", "OPTIONS")
ASKS_WHO = ("/account/login/", "/account/guest/", "/admin/login/")
"""A redirect to one of these is a refusal."""
PARAMETERS = (
    *("q", "o", "p", "e", "page", "next", "seq", "since", "after", "code", "name", "all", "_popup", "_to_field"),
    *("created_at__year", "created_at__gte", "id__in", "phase", "is_staff__exact", "password", "_changelist_filters"),
)
HEADERS = (
    *("HX-Current-URL", "HX-Request", "HX-Target", "HX-Trigger", "Idempotency-Key", "If-None-Match", "Accept"),
    *("If-Modified-Since", "Accept-Language", "Accept-Encoding", "Referer", "Origin", "Range", "Authorization"),
    *("Content-Encoding", "Host", "X-Forwarded-For", "X-Forwarded-Proto", "X-HTTP-Method-Override", "Upgrade"),
    *("X-Request-ID", "Expect", "Cookie", "User-Agent", "Forwarded", "Sec-Fetch-Site", "Last-Event-ID"),
)
CONTENT_TYPES = ("application/json", "text/plain", "multipart/form-data", "x" * 300, "text/html; charset=x")
BOUNDARY = "boundary"
SAVED_DECK: dict[str, object] = {"drawPile": ["One", "Two"], "discardPile": [], "hand": ["Three"], "handSize": 5}
PASSKEY: dict[str, object] = {
    "id": "AQ",
    "rawId": "AQ",
    "type": "public-key",
    "response": {"clientDataJSON": "e30", "attestationObject": "oA", "authenticatorData": "AA", "signature": "AA"},
    "clientExtensionResults": {},
}
PASSKEY_ROUTES = [
    *("account/passkeys/log-in/", "account/passkeys/add/", "account/passkeys/again/"),
    "account/second-factor/log-in/",
]
UPLOAD = "deckbuilder/<uuid:deck_id>/import/"
BESIDE_THE_URLCONF = ["metrics", "readyz", "healthz", "static/css/home.css", "static/nowhere.js", "static/%2e%2e/", ""]
"""Answered before Django looks an address up."""
ROUTES = (
    [route for route in http_routes() if is_for_programs(route)],
    [route for route in http_routes() if route.startswith("admin/")],
    [route for route in http_routes() if not route.startswith("admin/") and not is_for_programs(route)],
)
"""The admin has more than all others together: each kind gets a third of the requests that have no routes below."""
RARE = ((0.02, [UPLOAD]), (0.02, BESIDE_THE_URLCONF), (0.02, PASSKEY_ROUTES))


@dataclass(frozen=True, kw_only=True)
class Request:
    method: str
    route: str
    visitor: Visitor
    sender: Sender
    raw: Raw

    @property
    def may_change_all(self) -> bool:
        """Whether this is for the admin, by somebody with the right to change whatever is there."""
        return self.route.startswith("admin/") and self.visitor in ("staff", "super")

    def is_refused(self, answer: Answer) -> bool:
        """Nothing of ours is changed by another method than POST."""
        if self.method != "POST" or answer.status is None or answer.status >= 400:
            return True
        return answer.status >= 300 and answer.location in ASKS_WHO

    def __str__(self) -> str:
        return f"{self.method} /{self.route} of {self.visitor}:\n{self.raw.head + self.raw.body[:2000]!r}"


def request(chance: Random, holdings: Holdings) -> Request:
    route, method, visitor = _route(chance), chance.choice(METHODS), chance.choice(VISITORS)
    if route == UPLOAD:
        # By who owns the deck: others are refused before anybody reads the file.
        method, visitor = "POST", "seat"
    table = _table(chance, holdings, route)
    content_type, body = _body(chance, route, table) if method not in SAFE else ("", b"")
    headers = {"Host": "127.0.0.1", "Connection": "close", **_identity(chance, holdings, visitor, table)}
    headers |= {"X-Forwarded-For": f"10.{chance.randrange(250)}.{chance.randrange(250)}.{chance.randrange(250)}"}
    if body or method not in SAFE:
        headers |= {"Content-Type": content_type, "Content-Length": str(len(body))}
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2))):
        headers[chance.choice(HEADERS)] = junk.text(chance)
    is_complete = True
    if body and chance.random() < 0.02:
        headers["Content-Length"] = chance.choice(("-1", "x", "99999999999", str(len(body) + 9)))
        is_complete = False
    elif body and chance.random() < 0.05:
        del headers["Content-Length"]
        headers["Transfer-Encoding"] = "chunked"
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    path = _path(chance, holdings, route, table)
    head = "\r\n".join((f"{method} {path} HTTP/1.1", *(f"{name}: {header(text)}" for name, text in headers.items())))
    raw = Raw(head=f"{head}\r\n\r\n".encode("latin-1"), body=body, is_complete=is_complete)
    sender = _sender(holdings, route, visitor, table)
    return Request(method=method, route=route, visitor=visitor, sender=sender, raw=raw)


def pages(holdings: Holdings) -> Iterator[Raw]:
    """Every page once, as a browser asks for it that may see it."""
    for route in http_routes():
        table = next(one for one in holdings.tables if one.slug == slug_of(route) or slug_of(route) not in GAMES)
        path = route
        for name, given in _known(holdings, table).items():
            path = re.sub(rf"<(?:\w+:)?{name}>", given, path)
        path = PLACEHOLDER.sub("1", path)
        cookie = holdings.cookies["super" if route.startswith("admin/") else "seat"]
        identity = f"Cookie: {settings.SESSION_COOKIE_NAME}={cookie}"
        head = f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{identity}\r\n\r\n"
        yield Raw(head=head.encode(), body=b"")


def _route(chance: Random) -> str:
    drawn = chance.random()
    for share, routes in RARE:
        if drawn < share:
            return chance.choice(routes)
        drawn -= share
    return chance.choice(chance.choice(ROUTES))


def _table(chance: Random, holdings: Holdings, route: str) -> TableOf:
    tables = [table for table in holdings.tables if table.slug == slug_of(route)]
    return chance.choice(tables or holdings.tables)


def _known(holdings: Holdings, table: TableOf) -> Mapping[str, str]:
    """What stands for the placeholders of routes."""
    return {
        "game_id": table.game_id,
        "deck_id": holdings.deck_id,
        "token": holdings.share_token,
        "code": table.room_code,
        "number": "1",
        "app_label": "cambio",
        "object_id": table.game_id,
    }


def _path(chance: Random, holdings: Holdings, route: str, table: TableOf) -> str:
    known = _known(holdings, table)

    def fill(found: re.Match[str]) -> str:
        if chance.random() < 0.15:
            return quote(junk.text(chance).encode("utf-8", "surrogatepass"), safe="%/")
        return known.get(found.group(1)) or str(chance.choice((1, 2, uuid.UUID(int=0), "nowhere")))

    path = "/" + PLACEHOLDER.sub(fill, route)
    if chance.random() < 0.3:
        fields = [(chance.choice(PARAMETERS), junk.text(chance)) for _ in range(chance.randrange(1, 4))]
        path += "?" + (urlencode(fields, errors="surrogatepass") if chance.random() < 0.9 else "%ff%00&&==;%")
    return path


def _sender(holdings: Holdings, route: str, visitor: Visitor, table: TableOf) -> Sender:
    proved = _table_of_token(holdings, visitor, table)
    placeholders = PLACEHOLDER.findall(route)
    named = {"game_id": table.game_id, "deck_id": holdings.deck_id}
    return Sender(
        person=None if proved else holdings.people.get(visitor),
        token_of=proved.game_id if proved else None,
        named=next((named[name] for name in placeholders if name in named), None),
    )


def _table_of_token(holdings: Holdings, visitor: Visitor, table: TableOf) -> TableOf | None:
    """Where a program has its seat."""
    elsewhere = (one for one in holdings.tables if one.slug == table.slug and one.state == "elsewhere")
    return table if visitor == "program" else next(elsewhere) if visitor == "other" else None


def _identity(chance: Random, holdings: Holdings, visitor: Visitor, table: TableOf) -> Mapping[str, str]:
    if proved := _table_of_token(holdings, visitor, table):
        return {"Authorization": f"Bearer {proved.token}"}
    cookies = {}
    if visitor in holdings.cookies:
        cookies[settings.SESSION_COOKIE_NAME] = holdings.cookies[visitor]
    headers = {}
    if chance.random() < 0.9:
        cookies[settings.CSRF_COOKIE_NAME] = CSRF_TOKEN
        headers["X-CSRFToken"] = CSRF_TOKEN
    if cookies:
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return headers


def _body(chance: Random, route: str, table: TableOf) -> tuple[str, bytes]:
    sent = dict(SENT[route].body) if route in SENT else {}
    sent = {name: table.room_code if given == "{code}" else given for name, given in sent.items()}
    if is_for_programs(route) and chance.random() < 0.9:
        return "application/json", junk.json_text(chance, sent)
    if chance.random() < 0.1:
        return chance.choice(CONTENT_TYPES), bytes(chance.randrange(256) for _ in range(chance.choice((0, 10, 3000))))
    fields = junk.mutated(chance, sent)
    if route in PASSKEY_ROUTES:
        fields["credential"] = junk.json_text(chance, PASSKEY).decode("latin-1")
    if route == UPLOAD or chance.random() < 0.15:
        return f"multipart/form-data; boundary={BOUNDARY}", _multipart(chance, fields)
    if chance.random() < 0.02:
        fields |= {f"field{number}": number for number in range(1500)}
    form = [(name, str(given)) for name, given in fields.items()]
    return "application/x-www-form-urlencoded", urlencode(form, errors="surrogatepass").encode()


def _multipart(chance: Random, fields: Mapping[str, object]) -> bytes:
    parts = [f'name="{name}"\r\n\r\n{given}' for name, given in fields.items()]
    file = junk.json_text(chance, SAVED_DECK).decode("latin-1") * chance.choice((1, 1, 1, 5000))
    parts.append(f'name="file"; filename="{junk.text(chance)}"\r\nContent-Type: application/json\r\n\r\n{file}')
    lines = "".join(f"--{BOUNDARY}\r\nContent-Disposition: form-data; {part}\r\n" for part in parts)
    end = f"--{BOUNDARY}--\r\n" if chance.random() < 0.8 else ""
    return (lines + end).encode("utf-8", "surrogatepass")
