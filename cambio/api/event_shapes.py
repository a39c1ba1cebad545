"""The data of the events that programs hear over the socket (rules 14.2): players by id, cards as objects."""

from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from cambio.api.shapes import Card, ScoreLine
from cambio.rules.events import Event, PrivateEvent
from cambio.services import engine
from tabletop.api.event_shapes import announced_events, event_shape
from tabletop.api.shapes import Shape
from tabletop.table.events import TableEvent


class PlacedCard(Shape, kw_only=True):
    position: int
    card: Card


_CHANGED: dict[str, Any] = {
    **dict.fromkeys(("playerId", "ownerId", "callerId", "targetPlayerId"), str),
    **dict.fromkeys(("turnOrder", "winnerIds", "targetPlayerIds"), list[str]),
    "winnerId": str | None,
    "scores": list[ScoreLine],
    "cards": list[PlacedCard],
}
_CARDS = {"card", "discardTop", "discardedCard"}


def _change(name: str, type_: Any) -> Any:
    # The turn order of one player is a number, that of GAME_STARTED a list of ids.
    if name == "turnOrder" and type_ is int:
        return int
    return _with_cards(type_) if name in _CARDS else _CHANGED.get(name, type_)


def _with_cards(type_: Any) -> Any:
    if get_origin(type_) is None:
        return Card if type_ is str else type_
    return Union[tuple(_with_cards(argument) for argument in get_args(type_))]  # noqa: UP007 - made of a list


def _shape(name: str, kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    if name.lower() != "player_joined":
        return event_shape(kind, module=__name__, change=_change)
    joined = {"type": Literal["human", "bot"], "displayName": str}
    return event_shape(kind, module=__name__, change=_change, without=frozenset({"playerType"}), more=joined)


_TYPES = announced_events(engine, Event, TableEvent)
EVENTS = {name.upper(): _shape(name, kind) for name, kind in _TYPES.items()}
PRIVATE_EVENTS = frozenset(name for name, kind in _TYPES.items() if issubclass(kind, PrivateEvent))
"""Sent to one seat alone."""
