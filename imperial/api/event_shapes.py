"""The events that answers carry (rules 15): players by name, with the line of the public log where there is one."""

from typing import Any

import msgspec
from msgspec import UnsetType

from imperial.rules.events import Event
from imperial.services import engine
from tabletop.api.event_shapes import announced_events, event_shape
from tabletop.table.events import TableEvent


def _change(name: str, type_: Any) -> Any:
    """A description is put into words."""
    return str if name == "description" else type_


def _shape(name: str, kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    more: dict[str, Any] = {"line": str | UnsetType} if issubclass(kind, Event) else {}
    if any(field.encode_name == "playerId" for field in msgspec.structs.fields(kind)):
        # `name` is the older spelling of `displayName`.
        more |= {"displayName": str, "name": str}
    worded = frozenset(getattr(kind, "only_worded", ()))
    return event_shape(kind, module=__name__, change=_change, without=worded, more=more, tag=name)


EVENTS = {name: _shape(name, kind) for name, kind in announced_events(engine, Event, TableEvent).items()}
