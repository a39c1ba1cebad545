"""The OpenAPI document as the page and docs/api.md tell it: games, their addresses, shapes, events and codes."""

from dataclasses import dataclass
from typing import Any

import msgspec

from tabletop.error_codes import Text
from tabletop.reference.components import PREFIX
from tabletop.reference.document import JSON, GameAddresses, build_document
from tabletop.reference.schema_fields import Field, example, fields_of
from tabletop.rules import Json

OF_ALL = {"expectedVersion"}
"""Fields that every body may carry; told once."""


@dataclass(frozen=True, kw_only=True)
class Operation:
    method: str
    path: str
    anchor: str
    summary: Text
    access: str
    takes_key: bool
    fields: tuple[Field, ...]
    example: str
    """A body to begin with, as JSON; empty for a GET."""
    status: str
    answer: str
    """The name of the shape."""
    refusals: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def answer_anchor(self) -> str:
        return f"{self.anchor.partition('.')[0]}.{self.answer}"


@dataclass(frozen=True, kw_only=True)
class ShapeOutline:
    name: str
    anchor: str
    description: str
    """In English, from the type."""
    fields: tuple[Field, ...]


@dataclass(frozen=True, kw_only=True)
class EventOutline:
    name: str
    anchor: str
    is_private: bool
    fields: tuple[Field, ...]


@dataclass(frozen=True, kw_only=True)
class SocketOutline:
    path: str
    sent: tuple[ShapeOutline, ...]
    envelope: str
    """The name of the shape."""
    envelope_anchor: str
    answers: tuple[Field, ...]
    """What the data of messages holds that are no events."""


@dataclass(frozen=True, kw_only=True)
class GameOutline:
    slug: str
    title: Text
    operations: tuple[Operation, ...]
    shapes: tuple[ShapeOutline, ...]
    """Answers and what they hold, without bodies, events and what is sent on a socket."""
    events: tuple[EventOutline, ...]
    socket: SocketOutline | None
    codes: tuple[tuple[int, tuple[str, ...]], ...]


def outline(games: tuple[GameAddresses, ...]) -> tuple[GameOutline, ...]:
    """In the reader's language, but for the descriptions of shapes."""
    document = build_document(games)
    return tuple(_game(game, document) for game in games)


def _game(game: GameAddresses, document: Json) -> GameOutline:
    schemas = document["components"]["schemas"]
    announced_events = document["x-events"][game.slug]
    elsewhere = {_name(event["schema"]) for event in announced_events}
    elsewhere |= {f"{game.slug}.{route.sent.__name__}" for route in game.routes if route.sent}
    socket = document["x-sockets"].get(game.slug)
    elsewhere |= {_name(message["schema"]) for message in socket["sent"]} if socket else set()
    return GameOutline(
        slug=game.slug,
        title=game.title,
        operations=tuple(_operations(game, document)),
        shapes=tuple(
            ShapeOutline(
                name=name.partition(".")[2],
                anchor=name,
                description=schema.get("description", ""),
                fields=tuple(fields_of(schema)),
            )
            for name, schema in sorted(schemas.items())
            if name.startswith(f"{game.slug}.") and name not in elsewhere
        ),
        events=tuple(
            EventOutline(
                name=event["type"],
                is_private=event["audience"] == "seat",
                anchor=_name(event["schema"]),
                fields=_event_fields(event, schemas),
            )
            for event in announced_events
        ),
        socket=None if socket is None else _socket(socket, schemas),
        codes=_codes(game),
    )


def _operations(game: GameAddresses, document: Json) -> list[Operation]:
    schemas = document["components"]["schemas"]
    found = []
    for address in game.addresses:
        route, operation = address.route, document["paths"][address.path][address.route.method.lower()]
        body: Any = operation["requestBody"]["content"][JSON]["schema"] if "requestBody" in operation else None
        fields = fields_of(schemas[_name(body)]) if body else []
        found.append(
            Operation(
                method=route.method,
                path=address.path,
                anchor=operation["operationId"],
                summary=route.summary,
                access=route.access,
                takes_key=route.takes_key,
                fields=tuple(field for field in fields if field.name not in OF_ALL),
                example=msgspec.json.encode(example(body, schemas)).decode() if body else "",
                status=str(route.status),
                answer=route.answer.__name__,
                refusals=tuple((str(status), codes) for status, codes in route.refusals.items()),
            )
        )
    return found


def _socket(socket: Json, schemas: Json) -> SocketOutline:
    answers = {answer["type"]: answer["schema"] for answer in socket["answers"]}
    return SocketOutline(
        path=socket["path"],
        sent=tuple(
            ShapeOutline(
                name=message["type"],
                anchor=_name(message["schema"]),
                description=schemas[_name(message["schema"])]["description"],
                fields=_event_fields(message, schemas),
            )
            for message in socket["sent"]
        ),
        envelope=_name(socket["envelope"]).partition(".")[2],
        envelope_anchor=_name(socket["envelope"]),
        answers=tuple(fields_of({"properties": answers, "required": list(answers)})),
    )


def _codes(game: GameAddresses) -> tuple[tuple[int, tuple[str, ...]], ...]:
    by_status: dict[int, set[str]] = {}
    for route in game.routes:
        for status, codes in route.refusals.items():
            by_status.setdefault(status, set()).update(codes)
    return tuple((status, tuple(sorted(by_status[status]))) for status in sorted(by_status))


def _name(reference: Json) -> str:
    return str(reference["$ref"]).removeprefix(PREFIX)


def _event_fields(event: Json, schemas: Json) -> tuple[Field, ...]:
    """Without the field that only repeats the name of the event."""
    tag = f'`"{event["type"]}"`'
    fields = fields_of(schemas[_name(event["schema"])])
    return tuple(field for field in fields if (field.name, field.type_text) != ("type", tag))
