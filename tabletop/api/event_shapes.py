"""Shapes of the events that programs hear, derived from the event types of a game's rules and of its table."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from tabletop.engine import Engine


def announced_events(engine: Engine, *bases: type[msgspec.Struct]) -> dict[str, type[msgspec.Struct]]:
    """The event types below the bases by their names, without those this game's tables cannot have.

    Where two bases have an event with one name, the later one counts.
    """
    never = _never_announced(engine)
    by_name = {str(kind.__struct_config__.tag): kind for base in bases for kind in _leaves(base)}
    return {name: by_name[name] for name in sorted(by_name, key=str.upper) if name.lower() not in never}


def _leaves(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for child in kind.__subclasses__():
        yield from _leaves(child) if child.__subclasses__() else (child,)


def _never_announced(engine: Engine) -> set[str]:
    return {
        *(("undone",) if engine.snapshot_before is None else ()),
        *(() if engine.follows_presence else ("player_disconnected", "player_reconnected")),
    }


def event_shape(
    kind: type[msgspec.Struct],
    *,
    module: str,
    change: Callable[[str, Any], Any] = lambda _name, type_: type_,
    without: frozenset[str] = frozenset(),
    more: Mapping[str, Any] | None = None,
    tag: str | None = None,
) -> type[msgspec.Struct]:
    """The event as programs hear it: JSON names, without the audience.

    `change` gives the type of a field by its JSON name, `without` are JSON names to leave out, `more` are fields that
    only programs hear, `tag` is the value of its field `type`.
    """
    hidden = without | {"audience"}
    announced: dict[str, Any] = {
        field.encode_name: change(field.encode_name, field.type)
        for field in msgspec.structs.fields(kind)
        if field.encode_name not in hidden
    }
    fields = [
        (name, type_, msgspec.field(name=name, default=msgspec.UNSET if _may_be_missing(type_) else msgspec.NODEFAULT))
        for name, type_ in (announced | dict(more or {})).items()
    ]
    return msgspec.defstruct(
        f"{kind.__name__}Event",
        fields,
        namespace={"__doc__": kind.__doc__},
        module=module,
        tag=tag,
        tag_field=None if tag is None else "type",
        kw_only=True,
    )


def _may_be_missing(type_: Any) -> bool:
    return msgspec.UnsetType in getattr(type_, "__args__", ())
