"""The part of a seat's view that bots use."""

from typing import Literal

import msgspec

from cambio.rules.cards import Card, PowerType
from tabletop.rules import Json


class _Held(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    card: Card
    source: Literal["deck", "discard"]


class _Power(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    power_type: PowerType


class Sight(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    my_seat: int
    players: list[Json]
    stage: str
    discard_top: Card | None
    cambio_caller_id: int | None
    held_card: _Held | None
    open_power: _Power | None


def look(view: Json) -> Sight:
    return msgspec.convert(view, Sight)
