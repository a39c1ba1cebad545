"""What programs get leaves as its type: a field that the type does not declare is dropped here."""

import logging
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django.conf import settings
from django.http import HttpResponse

log = logging.getLogger(__name__)

# Texts that are translated when they are read are no `str` yet.
_encoder = msgspec.json.Encoder(enc_hook=str)
encode = _encoder.encode


class NotOfItsType(Exception):
    """Content for programs is not what its type says."""


def typed(content: Any, kind: Any) -> Any:
    """The content, plain JSON or structs, as an instance of its registered type.

    Content of a wrong type is our mistake, and the move it tells of may be committed: a refusal would invite the
    program to move again, and the next look at the table would fail alike. So it is logged, by its place and never by
    its value, and given back as it was built: what a seat may know is decided by the view of the rules, not here.

    Where `STRICT_ANSWERS` is set, as in tests, raises NotOfItsType for it, and for content with a field that the type
    would drop.
    """
    if settings.STRICT_ANSWERS:
        _check(content, kind)
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as problem:
        # Before the place, msgspec may quote the value.
        log.error("an answer is no %s at %s", kind.__name__, str(problem).rpartition(" - at ")[2])
        return content


def json_response(content: Any, *, status: int, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """An uncached response with this content."""
    headers = {"Content-Type": "application/json", "Cache-Control": "no-store", **(headers or {})}
    return HttpResponse(encode(content), status=status, headers=headers)


def _check(content: Any, kind: Any) -> None:
    """Raises NotOfItsType; looks into structs too, whose fields nothing checks when they are built."""
    built = _plain(content)
    try:
        told = _plain(msgspec.convert(built, kind))
    except msgspec.ValidationError as problem:
        raise NotOfItsType(f"{kind.__name__}: {problem}") from problem
    if changed := list(_changed(built, told)):
        raise NotOfItsType(f"{kind.__name__} changes {', '.join(changed)}")


def _plain(content: Any) -> Any:
    """As JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(content))


def _changed(built: Any, told: Any, place: str = "$") -> Iterator[str]:
    """Where what is told differs from what was built."""
    if isinstance(built, dict) and isinstance(told, dict):
        for name in built | told:
            if name in built and name in told:
                yield from _changed(built[name], told[name], f"{place}.{name}")
            else:
                yield f"{place}.{name}"
    elif isinstance(built, list) and isinstance(told, list) and len(built) == len(told):
        for number, (item, other) in enumerate(zip(built, told, strict=True)):
            yield from _changed(item, other, f"{place}[{number}]")
    elif built != told:
        yield place
