"""The registration of a socket for programs: its consumer reads and writes by it, and the reference is made from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec


@dataclass(frozen=True, kw_only=True)
class ProgramSocket:
    path: str
    """With `{id}` for the id of a table."""
    sent: tuple[type[msgspec.Struct], ...]
    """The messages of programs, told apart by their field `type`."""
    envelope: type[msgspec.Struct]
    """Of every message that programs hear; its field `type` says what its field `data` holds."""
    answers: Mapping[str, Any]
    """The types of the data of messages that are no events, by their names."""
