"""The schemas of a game's bodies, answers, events and messages, by names that begin with the game's."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from tabletop.api.routes import Route
from tabletop.api.shapes import Refusal
from tabletop.rules import Json

PREFIX = "#/components/schemas/"


def component_name(slug: str, name: str) -> str:
    return f"{slug}.{name}"


def components_of(slug: str, routes: Iterable[Route]) -> Iterator[tuple[str, Json]]:
    """Name and schema of every type of the routes. A type that answers use alone has all its fields always."""
    routes = list(routes)
    table = next((route.table for route in routes), None)
    events = [] if table is None else list(table.events.values())
    socket = None if table is None else table.socket
    bodies = _unique([*(route.sent for route in routes), *(socket.sent if socket else ())])
    heard = [socket.envelope, *socket.answers.values()] if socket else []
    answers = _unique([*(route.answer for route in routes), *events, Refusal, *heard])
    template = PREFIX + component_name(slug, "{name}")
    _references, schemas = msgspec.json.schema_components([*bodies, *answers], ref_template=template)
    _references, sent = msgspec.json.schema_components(bodies, ref_template=template)
    for name, schema in schemas.items():
        yield component_name(slug, name), _tidy(schema if name in sent else _with_all_fields(schema))


def _unique(kinds: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(kind for kind in kinds if kind is not None))


def _with_all_fields(schema: Json) -> Json:
    """A default is for reading. What is written has every field, but those that omit their default."""
    fields: Json = schema.get("properties", {})
    if not any("default" in field for field in fields.values()) or _is_action(schema):
        return schema
    required = {*schema.get("required", ()), *(name for name, field in fields.items() if "default" in field)}
    plain = {name: {key: value for key, value in field.items() if key != "default"} for name, field in fields.items()}
    return schema | {"properties": plain, "required": [name for name in fields if name in required]}


def _is_action(schema: Json) -> bool:
    """Actions are written as they are to be sent: without the fields that have their default."""
    return "enum" in schema["properties"].get("type", {})


def _tidy(schema: Any) -> Any:
    """Without the title, which repeats the name, and with a description on one line."""
    if not isinstance(schema, dict):
        return schema
    tidy = {key: value for key, value in schema.items() if key != "title"}
    if "description" in tidy:
        tidy["description"] = " ".join(tidy["description"].split())
    return tidy
