"""The parts of docs/api.md that are made from the types: addresses, bodies, events, codes. `bin/docs` writes them."""

import inspect
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import django
import msgspec
from django.conf import settings

from tabletop.rules import Sentence
from tests.docs.papers import ROOT

DOCUMENT = ROOT / "docs/api.md"
BLOCK = re.compile(r"(<!-- made: (?P<name>[\w.]+) -->\n).*?(?=<!-- end -->)", re.S)


def made_document(text: str) -> str:
    """The document with every block between `<!-- made: name -->` and `<!-- end -->` made anew."""
    return BLOCK.sub(lambda block: block[1] + "\n" + "\n".join(BLOCKS[block["name"]]()) + "\n\n", text)


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


PLAIN = {
    str: "text",
    int: "integer",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Any: "anything",
    Sentence: "words with their values",
}


def type_text(kind: Any) -> str:
    """A type as a reader of JSON would say it."""
    origin, arguments = get_origin(kind), get_args(kind)
    is_list = origin is list or (origin is tuple and arguments[1:] == (...,))
    if kind in PLAIN:
        text = PLAIN[kind]
    elif origin is Annotated or is_list:
        text = ("list of " if is_list else "") + type_text(arguments[0])
    elif origin is Literal:
        text = " or ".join(f"`{msgspec.json.encode(value).decode()}`" for value in arguments)
    elif origin in (Union, UnionType):
        text = " or ".join(type_text(argument) for argument in arguments if argument is not msgspec.UnsetType)
    elif origin is tuple:
        text = f"[{', '.join(map(type_text, arguments))}]"
    elif origin is dict:
        text = f"object of {type_text(arguments[1])}"
    else:
        fields = (f"{field.encode_name}: {type_text(field.type)}" for field in msgspec.structs.fields(kind))
        text = "{" + ", ".join(fields) + "}"
    return text


def fields_text(
    kind: type[msgspec.Struct],
    *,
    without: frozenset[str] = frozenset(),
    word: Callable[[str, str], str] = lambda _name, text: text,
) -> str:
    """The fields of a struct in one cell; those that may be left out say what they are then."""
    told = []
    for field in msgspec.structs.fields(kind):
        if field.name in without:
            continue
        text = f"`{field.encode_name}`: {word(field.encode_name, type_text(field.type))}"
        if not field.required:
            is_plain = field.default not in (msgspec.NODEFAULT, msgspec.UNSET, None)
            text += f" ({msgspec.json.encode(field.default).decode()})" if is_plain else " (optional)"
        told.append(text)
    return "; ".join(told) or "-"


def asked_with(view: Callable[..., Any]) -> tuple[str, Any]:
    """Method and body of an address, as `tabletop.api.requests.endpoint` was told."""
    layer: Any = view
    while layer is not None:
        told = inspect.getclosurevars(layer).nonlocals
        if {"method", "kind"} <= told.keys():
            return told["method"], told["kind"]
        layer = getattr(layer, "__wrapped__", None)
    raise TypeError(f"{view} is no address for programs")


def addresses(prefix: str, patterns: Iterable[Any], moves: Iterable[type[msgspec.Struct]]) -> Iterator[str]:
    from tabletop.api.bodies import Body

    by_name = {move.__struct_config__.tag: move for move in moves}
    shared = frozenset(field.name for field in msgspec.structs.fields(Body))

    def rows() -> Iterator[tuple[str, ...]]:
        for pattern in patterns:
            method, kind = asked_with(pattern.callback)
            kind = by_name[pattern.default_args["kind"]] if get_origin(kind) is dict else kind
            address = prefix + str(pattern.pattern).replace("<str:game_id>", "{id}")
            yield method, f"`{address}`", fields_text(kind, without=shared)

    yield from table(("method", "address", "body"), rows())


def cambio_word(name: str, text: str) -> str:
    """As Cambio's wire writes it: players by id, cards as objects."""
    from cambio.api.wire import _CARD_FIELDS

    if re.search(r"(player|owner|caller|winner)Ids?$", name, re.I) or (name == "turnOrder" and "list" in text):
        return text.replace("integer", "text")
    text = re.sub(r"\btext\b", "card", text) if name in _CARD_FIELDS else text
    return text.replace("playerId: integer", "playerId: text").replace("cards: list of text", "cards: list of card")


def events(
    *bases: type[msgspec.Struct],
    never: set[str],
    private: type[msgspec.Struct] | None = None,
    spelling: Callable[[str], str] = str,
    word: Callable[[str, str], str] = lambda _name, text: text,
) -> Iterator[str]:
    """One row for each event; where two bases have an event with one name, the later one is told."""

    def leaves(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
        for child in kind.__subclasses__():
            yield from leaves(child) if child.__subclasses__() else (child,)

    by_name = {
        spelling(tag): kind
        for base in bases
        for kind in leaves(base)
        if (tag := str(kind.__struct_config__.tag)) not in never
    }

    def rows() -> Iterator[tuple[str, ...]]:
        for name, kind in sorted(by_name.items()):
            hidden = frozenset({"audience", *(field_name(kind, said) for said in getattr(kind, "only_worded", ()))})
            heard = "one seat" if private and issubclass(kind, private) else "all"
            yield f"`{name}`", heard, fields_text(kind, without=hidden, word=word)

    yield from table(("event", "who hears it", "data"), rows())


def field_name(kind: type[msgspec.Struct], encoded: str) -> str:
    return next(field.name for field in msgspec.structs.fields(kind) if field.encode_name == encoded)


def codes(known: Iterable[str], style: Any) -> Iterator[str]:
    from tabletop.error_codes import PROGRAM_CODES

    by_status: dict[int, set[str]] = {}
    for code in {*known, *PROGRAM_CODES, "stale_state", "key_reused"}:
        status = style.status_of(code)
        by_status.setdefault(status, set()).add(style.format_code(code))
    rows = (
        (str(status), ", ".join(f"`{code}`" for code in sorted(found))) for status, found in sorted(by_status.items())
    )
    yield from table(("status", "codes"), rows)


def body_fields() -> Iterator[str]:
    from tabletop.api.bodies import Body

    yield fields_text(Body)


def cambio_addresses() -> Iterator[str]:
    from cambio import rules
    from cambio.api.urls import urlpatterns

    return addresses("/cambio/api/game/", urlpatterns, get_args(rules.Action))


def cambio_events() -> Iterator[str]:
    from cambio.rules.events import Event, PrivateEvent
    from cambio.services import engine
    from tabletop.table.events import TableEvent

    return events(
        Event, TableEvent, never=never_told(engine), private=PrivateEvent, spelling=str.upper, word=cambio_word
    )


def cambio_codes() -> Iterator[str]:
    from cambio.api.answers import api
    from cambio.services import engine

    return codes(table_codes(engine), api.error_style)


def never_told(engine: Any) -> set[str]:
    """The events of a table that this game's tables cannot have."""
    plug = engine.rules.plug
    return {
        *(("undone",) if engine.snapshot_before is None else ()),
        *(("game_abandoned",) if plug.abandon_seconds is None else ()),
        *(() if engine.follows_presence else ("player_disconnected", "player_reconnected")),
    }


def table_codes(engine: Any) -> set[str]:
    from tabletop.table.refusals import MESSAGES

    plug = engine.rules.plug
    never = {"nothing_to_undo"} if engine.snapshot_before is None else set()
    never |= {"game_abandoned"} if plug.abandon_seconds is None else set()
    return {plug.codes.get(code, code) for code in MESSAGES.keys() - never} | set(plug.messages)


def imperial_addresses() -> Iterator[str]:
    from imperial import rules
    from imperial.api.urls import urlpatterns

    return addresses("/imperial/api/game/", urlpatterns, get_args(rules.Action))


def imperial_events() -> Iterator[str]:
    from imperial.rules.events import Event
    from imperial.services import engine
    from tabletop.table.events import TableEvent

    return events(Event, TableEvent, never=never_told(engine))


def imperial_codes() -> Iterator[str]:
    from imperial.api.answers import api
    from imperial.rules.refusals import Code
    from imperial.services import engine

    return codes({*get_args(Code), *table_codes(engine)}, api.error_style)


BLOCKS: dict[str, Callable[[], Iterator[str]]] = {
    "body": body_fields,
    "cambio.addresses": cambio_addresses,
    "cambio.events": cambio_events,
    "cambio.codes": cambio_codes,
    "imperial.addresses": imperial_addresses,
    "imperial.events": imperial_events,
    "imperial.codes": imperial_codes,
}


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    if not settings.configured:
        django.setup()
    old = DOCUMENT.read_text()
    new = made_document(old)
    if "--check" in arguments:
        sys.exit("docs/api.md is not current: run bin/docs" if new != old else 0)
    DOCUMENT.write_text(new)


if __name__ == "__main__":
    main(sys.argv[1:])
