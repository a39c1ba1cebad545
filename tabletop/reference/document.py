"""The OpenAPI document of the interface for programs, made from the routes that the games register."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
from django.conf import settings
from django.utils import translation

from tabletop.api.routes import Address, Route, addresses
from tabletop.api.shapes import Refusal
from tabletop.api.sockets import ProgramSocket
from tabletop.body_limits import MAX_PROGRAM_BYTES
from tabletop.error_codes import CODES, Text
from tabletop.games import Game, all_games
from tabletop.models import LONGEST_KEY
from tabletop.reference.components import component_name, components_of
from tabletop.rules import Json

JSON = "application/json"
TEXT = {"type": "string"}
SITE_REFUSALS = {"500": "server_error", "503": "unavailable"}
"""What the site itself may answer at any address, by status."""


@dataclass(frozen=True, kw_only=True)
class GameAddresses:
    """A game that programs can play, and where."""

    slug: str
    title: Text
    addresses: tuple[Address, ...]

    @property
    def routes(self) -> list[Route]:
        return [address.route for address in self.addresses]

    @property
    def socket(self) -> ProgramSocket | None:
        table = self.routes[0].table
        return None if table is None else table.socket


def games_for_programs(slugs: Iterable[str] | None = None) -> tuple[GameAddresses, ...]:
    """The registered games with addresses for programs, of all or of those with these slugs."""
    chosen = [game for game in all_games() if slugs is None or game.slug in set(slugs)]
    found = (GameAddresses(slug=game.slug, title=game.title, addresses=_addresses_of(game)) for game in chosen)
    return tuple(game for game in found if game.addresses)


def _addresses_of(game: Game) -> tuple[Address, ...]:
    patterns = import_module(game.urls).urlpatterns if game.urls else []
    return tuple(addresses(patterns, f"/{game.slug}/"))


@cache
def document_text() -> bytes:
    """The document of all games as it is served."""
    return msgspec.json.encode(build_document(games_for_programs()))


def readable_document(games: Iterable[GameAddresses]) -> str:
    """The document of these games as tests keep it: an address or a schema a line, so that changes can be read."""
    return _lines(build_document(games), depth=3) + "\n"


def _lines(value: Any, *, depth: int, indent: str = "") -> str:
    if depth == 0 or not isinstance(value, dict) or not value:
        return msgspec.json.encode(value).decode()
    inner = indent + "  "
    members = (f'{inner}"{name}": {_lines(member, depth=depth - 1, indent=inner)}' for name, member in value.items())
    return "{\n" + ",\n".join(members) + f"\n{indent}}}"


def build_document(games: Iterable[GameAddresses]) -> Json:
    """In English: the document is for programs, and one for all languages."""
    games = list(games)
    with translation.override("en"):
        return {
            "openapi": "3.1.0",
            "info": {
                "title": "Tabletop",
                "version": "1",
                "description": "Every table can be played over HTTP with JSON. docs/api.md has the first steps.",
            },
            "servers": [{"url": "/"}],
            "tags": [{"name": game.slug, "description": str(game.title)} for game in games],
            "paths": _paths(games),
            "components": {
                "schemas": {name: schema for game in games for name, schema in components_of(game.slug, game.routes)},
                "parameters": _PARAMETERS,
                "headers": _HEADERS,
                "responses": {
                    **{code: _site_refusal(code) for code in SITE_REFUSALS.values()},
                    **{name: response for game in games for name, response in _shared_refusals(game).items()},
                },
                "securitySchemes": _SECURITY_SCHEMES,
            },
            "x-events": {game.slug: _events(game) for game in games},
            "x-sockets": {game.slug: _socket(game.slug, socket) for game in games if (socket := game.socket)},
        }


_PARAMETERS: Json = {
    "id": {
        "name": "id",
        "in": "path",
        "required": True,
        "schema": {"type": "string", "format": "uuid"},
        "description": "The id of the table.",
    },
    "idempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "schema": {"type": "string", "maxLength": LONGEST_KEY},
        "description": "An action that is sent again with its key happens once. A key belongs to one seat.",
    },
}
_HEADERS: Json = {
    "allow": {"schema": TEXT, "description": "The method this address takes."},
    "retryAfter": {"schema": {"type": "integer"}, "description": "Seconds to wait."},
}
_HEADERS_BY_STATUS = {
    405: {"Allow": {"$ref": "#/components/headers/allow"}},
    429: {"Retry-After": {"$ref": "#/components/headers/retryAfter"}},
}
_SECURITY_SCHEMES: Json = {
    "seatToken": {"type": "http", "scheme": "bearer", "description": "The `playerToken` of a seat."},
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": settings.SESSION_COOKIE_NAME,
        "description": "The session of a person.",
    },
    "csrfToken": {
        "type": "apiKey",
        "in": "header",
        "name": "X-CSRFToken",
        "description": "Asked for with a session, never with the token of a seat.",
    },
}


def _paths(games: Iterable[GameAddresses]) -> Json:
    paths: Json = {}
    for game in games:
        for address in game.addresses:
            paths.setdefault(address.path, {})[address.route.method.lower()] = _operation(game.slug, address)
    return paths


def _operation(slug: str, address: Address) -> Json:
    route = address.route
    names = (["id"] if "{id}" in address.path else []) + (["idempotencyKey"] if route.takes_key else [])
    operation: Json = {
        "operationId": f"{slug}.{address.name}",
        "tags": [slug],
        "summary": str(route.summary),
        "security": _security(route),
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in names],
    }
    if route.sent is not None:
        has_required = any(field.required for field in msgspec.structs.fields(route.sent))
        operation["requestBody"] = {
            "required": has_required,
            "description": f"At most {MAX_PROGRAM_BYTES} bytes. Unknown fields are ignored.",
            "content": {JSON: {"schema": _reference(slug, route.sent)}},
        }
    return operation | {"responses": _responses(slug, route)}


def _security(route: Route) -> list[Json]:
    session: Json = {"session": [], "csrfToken": []} if route.method == "POST" else {"session": []}
    return [{} if route.access == "anybody" else {"seatToken": []}, session]


def _responses(slug: str, route: Route) -> Json:
    answers: Json = {
        str(route.status): {
            "description": _described(route.answer),
            "content": {JSON: {"schema": _reference(slug, route.answer)}},
        }
    }
    for status, codes in route.refusals.items():
        shared = {"$ref": f"#/components/responses/{_move_refusal(slug, status)}"}
        answers[str(status)] = shared if route.is_move else _refusal(slug, status, codes)
    return answers | {status: {"$ref": f"#/components/responses/{code}"} for status, code in SITE_REFUSALS.items()}


def _refusal(slug: str, status: int, codes: Iterable[str]) -> Json:
    codes = list(codes)
    schema = {"allOf": [_reference(slug, Refusal), {"properties": {"code": {"enum": codes}}}]}
    response: Json = {"description": ", ".join(codes), "content": {JSON: {"schema": schema}}}
    return response | ({"headers": _HEADERS_BY_STATUS[status]} if status in _HEADERS_BY_STATUS else {})


def _move_refusal(slug: str, status: int) -> str:
    return f"{slug}.move.{status}"


def _shared_refusals(game: GameAddresses) -> Json:
    """The refusals of a game's moves, which all moves have in common."""
    moves = [route for route in game.routes if route.is_move]
    return {
        _move_refusal(game.slug, status): _refusal(game.slug, status, codes)
        for route in moves[:1]
        for status, codes in route.refusals.items()
    }


def _site_refusal(code: str) -> Json:
    properties = {"code": {"const": code}, "message": TEXT, "details": {"type": "object"}}
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"description": str(CODES[code].sentence), "content": {JSON: {"schema": schema}}}


def _described(kind: type[msgspec.Struct]) -> str:
    """The first line of the docstring, of the type or of the one it extends."""
    documented = (base.__dict__.get("__doc__") for base in kind.__mro__)
    return next(text for text in documented if text).partition("\n")[0]


def _reference(slug: str, kind: type[msgspec.Struct]) -> Json:
    return {"$ref": f"#/components/schemas/{component_name(slug, kind.__name__)}"}


def _events(game: GameAddresses) -> list[Json]:
    """The events programs hear; `audience` is `seat` for those that one seat alone hears."""
    table = game.routes[0].table
    if table is None:
        return []
    return [
        {
            "type": name,
            "audience": "seat" if name in table.private_events else "all",
            "schema": _reference(game.slug, shape),
        }
        for name, shape in table.events.items()
    ]


def _socket(slug: str, socket: ProgramSocket) -> Json:
    """What programs send and hear on a socket; besides the `answers` they hear the events."""
    return {
        "path": socket.path,
        "sent": [{"type": kind.__struct_config__.tag, "schema": _reference(slug, kind)} for kind in socket.sent],
        "envelope": _reference(slug, socket.envelope),
        "answers": [
            {"type": name, "schema": {} if kind is Any else _reference(slug, kind)}
            for name, kind in socket.answers.items()
        ],
    }
