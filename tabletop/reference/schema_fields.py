"""Schemas in words, for the page and for docs/api.md: what a field holds, as a reader of JSON would say it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tabletop.reference.components import PREFIX
from tabletop.rules import Json


@dataclass(frozen=True, kw_only=True)
class TextPiece:
    """A piece of a text; with an `anchor` it is the name of a shape that is described elsewhere."""

    text: str
    anchor: str = ""
    is_code: bool = False


@dataclass(frozen=True, kw_only=True)
class Field:
    name: str
    pieces: tuple[TextPiece, ...]
    is_required: bool
    default: str = ""
    """As JSON; empty where there is none to tell."""

    @property
    def type_html(self) -> str:
        """With links to the shapes. Built here: a template for each piece would take a second for the page."""
        return mark_safe("".join(map(_piece_html, self.pieces)))  # noqa: S308 - every piece is escaped

    @property
    def type_text(self) -> str:
        return "".join(f"`{piece.text}`" if piece.is_code else piece.text for piece in self.pieces)


def _piece_html(piece: TextPiece) -> str:
    if piece.anchor:
        return format_html('<a href="#{}">{}</a>', piece.anchor, piece.text)
    return format_html("<code>{}</code>", piece.text) if piece.is_code else escape(piece.text)


def fields_of(schema: Json) -> list[Field]:
    """The fields of an object's schema; those that must be there first, as msgspec lists them."""
    required = schema.get("required", ())
    return [
        Field(name=name, pieces=tuple(_pieces(field)), is_required=name in required, default=_default(field))
        for name, field in schema.get("properties", {}).items()
    ]


def _default(field: Json) -> str:
    # A field that is null unless it is sent is simply optional.
    given = field.get("default")
    return "" if given is None else msgspec.json.encode(given).decode()


def _pieces(schema: Json) -> Iterator[TextPiece]:
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(PREFIX)
        yield TextPiece(text=name.partition(".")[2], anchor=name)
    elif "anyOf" in schema:
        yield from _joined(schema["anyOf"], " " + _("or") + " ")
    elif "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        for number, value in enumerate(values):
            if number:
                yield TextPiece(text=" " + _("or") + " ")
            yield TextPiece(text=msgspec.json.encode(value).decode(), is_code=True)
    elif schema.get("type") == "array":
        yield from _list(schema)
    elif isinstance(schema.get("additionalProperties"), dict):
        yield TextPiece(text=_("object of") + " ")
        yield from _pieces(schema["additionalProperties"])
    else:
        yield TextPiece(text=_plain(schema.get("type")))


def _list(schema: Json) -> Iterator[TextPiece]:
    if "prefixItems" in schema:
        yield TextPiece(text="[")
        yield from _joined(schema["prefixItems"], ", ")
        yield TextPiece(text="]")
        return
    yield TextPiece(text=_("list of") + " ")
    yield from _pieces(schema.get("items") or {})


def _joined(schemas: list[Json], separator: str) -> Iterator[TextPiece]:
    for number, schema in enumerate(schemas):
        if number:
            yield TextPiece(text=separator)
        yield from _pieces(schema)


def _plain(kind: Any) -> str:
    words = {
        "string": _("text"),
        "integer": _("integer"),
        "number": _("number"),
        "boolean": _("boolean"),
        "null": _("null"),
        "object": _("object"),
    }
    return words.get(kind) or _("anything")


def example(schema: Json, schemas: Json) -> Any:
    """A value to begin with: the fields that must be there, with the plainest value of their type."""
    if "$ref" in schema:
        return example(schemas[schema["$ref"].removeprefix(PREFIX)], schemas)
    if "default" in schema:
        return schema["default"]
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        fields = schema.get("properties", {})
        return {name: example(fields[name], schemas) for name in schema.get("required", ())}
    plain = {"string": "", "integer": 0, "number": 0, "boolean": False, "array": []}
    return plain.get(schema.get("type", ""))
