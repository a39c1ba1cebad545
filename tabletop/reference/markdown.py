"""docs/api.md, made from the OpenAPI document and the words around it in the templates `api.txt`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import mark_safe

from tabletop.reference.document import GameAddresses
from tabletop.reference.outline import GameOutline, outline
from tabletop.reference.schema_fields import Field


@dataclass(frozen=True, kw_only=True)
class GameTables:
    """The tables of a game's part; its template, `<slug>/api.txt`, puts words around them."""

    template: str
    addresses: str
    events: str
    socket_path: str
    """Empty without a socket, as are the next two."""
    messages: str
    """What programs send on it."""
    message_answers: str
    """What they hear besides events."""
    codes: str
    shapes: str


def api_markdown(games: tuple[GameAddresses, ...]) -> str:
    """The whole of docs/api.md, in English."""
    with translation.override("en"):
        tables = [_tables(game) for game in outline(games)]
        return str(render_to_string("reference/api.txt", {"games": tables}))


def _tables(game: GameOutline) -> GameTables:
    addresses = (
        (operation.method, f"`{operation.path}`", _fields(operation.fields), f"{operation.status} `{operation.answer}`")
        for operation in game.operations
    )
    events = (
        (f"`{event.name}`", "one seat" if event.is_private else "all", _fields(event.fields)) for event in game.events
    )
    codes = ((str(status), ", ".join(f"`{code}`" for code in codes)) for status, codes in game.codes)
    shapes = ((f"`{shape.name}`", _fields(shape.fields)) for shape in game.shapes)
    return GameTables(
        template=f"{game.slug}/api.txt",
        addresses=_table(("method", "address", "body", "answer"), addresses),
        events=_table(("event", "who hears it", "data"), events),
        socket_path=game.socket.path if game.socket else "",
        messages=_messages(game),
        message_answers=_message_answers(game),
        codes=_table(("status", "codes"), codes),
        shapes=_table(("shape", "fields"), shapes),
    )


def _messages(game: GameOutline) -> str:
    sent = game.socket.sent if game.socket else ()
    rows = ((f"`{message.name}`", _fields(message.fields), message.description) for message in sent)
    return _table(("message", "fields", "what it does"), rows) if sent else ""


def _message_answers(game: GameOutline) -> str:
    answers = game.socket.answers if game.socket else ()
    rows = ((f"`{answer.name}`", answer.type_text) for answer in answers)
    return _table(("message", "data"), rows) if answers else ""


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    # Not HTML: quotation marks and brackets stay as they are.
    return mark_safe("\n".join(lines))  # noqa: S308 - made of our own types


def _fields(fields: Iterable[Field]) -> str:
    return "; ".join(_worded(fields)) or "-"


def _worded(fields: Iterable[Field]) -> Iterator[str]:
    for field in fields:
        more = f" ({field.default})" if field.default else "" if field.is_required else " (optional)"
        yield f"`{field.name}`: {field.type_text}{more}"
