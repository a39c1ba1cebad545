"""Fields of a save that this version does not know: kept through later actions and written back (rules 8.3).

They are packed into one JSON text, so that the state stays immutable and costs nothing to carry on.
"""

from collections.abc import Mapping, Set
from typing import Any

import msgspec

from tabletop.rules import Json

MAX_DEPTH = 50
"""What is nested more deeply might be read here and yet be too deep for whoever writes it."""


def pack(data: Mapping[Any, Any], *, known: Set[str]) -> str:
    if data.keys() <= known:
        return ""
    unknown = {name: value for name, value in data.items() if name not in known and _can_be_written(name, value)}
    return msgspec.json.encode(unknown).decode() if unknown else ""


def unpack(packed: str) -> Json:
    return msgspec.json.decode(packed) if packed else {}


def _can_be_written(name: object, value: object) -> bool:
    if not isinstance(name, str) or not _is_shallow(value, MAX_DEPTH):
        return False
    try:
        msgspec.json.encode({name: value})
    except (TypeError, ValueError):
        return False
    return True


def _is_shallow(value: object, levels: int) -> bool:
    if isinstance(value, dict):
        return levels > 0 and all(_is_shallow(inner, levels - 1) for inner in value.values())
    if isinstance(value, list):
        return levels > 0 and all(_is_shallow(inner, levels - 1) for inner in value)
    return True
