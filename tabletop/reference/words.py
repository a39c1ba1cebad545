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
class Part:
    """A piece of a text; with an `anchor` it is the name of a shape that is described elsewhere."""

    text: str
    anchor: str = ""
    is_code: bool = False


@dataclass(frozen=True, kw_only=True)
class Field:
    name: str
    parts: tuple[Part, ...]
    is_required: bool
    default: str = ""
    """As JSON; empty where there is none to tell."""

    @property
    def type_html(self) -> str:
        """With links to the shapes. Built here: a template for each part would take a second for the page."""
        return mark_safe("".join(map(_part_html, self.parts)))  # noqa: S308 - every part is escaped

    @property
    def type_text(self) -> str:
        return "".join(f"`{part.text}`" if part.is_code else part.text for part in self.parts)


def _part_html(part: Part) -> str:
    if part.anchor:
        return format_html('<a href="#{}">{}</a>', part.anchor, part.text)
    return format_html("<code>{}</code>", part.text) if part.is_code else escape(part.text)


def fields_of(schema: Json) -> list[Field]:
    """The fields of an object's schema; those that must be there first, as msgspec lists them."""
    required = schema.get("required", ())
    return [
        Field(name=name, parts=tuple(_words(field)), is_required=name in required, default=_default(field))
        for name, field in schema.get("properties", {}).items()
    ]


def _default(field: Json) -> str:
    # A field that is null unless it is sent is simply optional.
    given = field.get("default")
    return "" if given is None else msgspec.json.encode(given).decode()


def _words(schema: Json) -> Iterator[Part]:
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(PREFIX)
        yield Part(text=name.partition(".")[2], anchor=name)
    elif "anyOf" in schema:
        yield from _joined(schema["anyOf"], " " + _("or") + " ")
    elif "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        for number, value in enumerate(values):
            if number:
                yield Part(text=" " + _("or") + " ")
            yield Part(text=msgspec.json.encode(value).decode(), is_code=True)
    elif schema.get("type") == "array":
        yield from _list(schema)
    elif isinstance(schema.get("additionalProperties"), dict):
        yield Part(text=_("object of") + " ")
        yield from _words(schema["additionalProperties"])
    else:
        yield Part(text=_plain(schema.get("type")))


def _list(schema: Json) -> Iterator[Part]:
    if "prefixItems" in schema:
        yield Part(text="[")
        yield from _joined(schema["prefixItems"], ", ")
        yield Part(text="]")
        return
    yield Part(text=_("list of") + " ")
    yield from _words(schema.get("items") or {})


def _joined(schemas: list[Json], separator: str) -> Iterator[Part]:
    for number, schema in enumerate(schemas):
        if number:
            yield Part(text=separator)
        yield from _words(schema)


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
