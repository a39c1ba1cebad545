"""The steps of a turn, common to all levels; subclasses fill in the choices."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Literal

import msgspec

from cambio.bots.memory import KEPT, UNKNOWN, Memory
from cambio.rules.actions import Action, CallCambio, Discard, Draw, SkipPower, Swap, UsePower
from cambio.rules.cards import POINTS, Card, PowerType
from tabletop.rules import Json

# Average of the whole deck.
MEAN_POINTS = sum(POINTS.values()) / len(POINTS)


class _Held(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    card: Card
    source: Literal["deck", "discard"]


class _Power(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    power_type: PowerType


class Sight(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The part of a seat's view that bots use."""

    my_seat: int
    players: list[Json]
    stage: str
    discard_top: Card | None
    cambio_caller_id: int | None
    held_card: _Held | None
    open_power: _Power | None


class BotPlayer(ABC):
    """One decision, from the bot's view and memory only."""

    def __init__(self, sight: Sight, memory: Memory) -> None:
        self.sight = sight
        self.memory = memory
        self.me = sight.my_seat
        self.hand = memory.hands[sight.my_seat]
        self.others = [seat for seat in range(len(memory.hands)) if seat != sight.my_seat]

    def decide(self, menu: Sequence[Action]) -> Action:
        if len(menu) == 1:
            return menu[0]
        if self.sight.open_power is not None:
            return self.use_power(self.sight.open_power.power_type) or SkipPower()
        if self.sight.held_card is not None:
            position = self.place_for(self.sight.held_card.card, may_let_go=self.sight.held_card.source == "deck")
            return Discard() if position is None else Swap(position=position)
        if CallCambio() in menu and self.wants_to_call():
            return CallCambio()
        takes_discard = self.sight.discard_top is not None and self.wants_discard(self.sight.discard_top)
        return Draw(source="discard" if takes_discard else "deck")

    @abstractmethod
    def wants_to_call(self) -> bool: ...

    @abstractmethod
    def wants_discard(self, top: Card) -> bool: ...

    @abstractmethod
    def place_for(self, card: Card, *, may_let_go: bool) -> int | None:
        """Returns the position for the held card; None discards it."""

    @abstractmethod
    def use_power(self, power_type: PowerType) -> UsePower | None:
        """Returns the use of a power; None skips it."""

    def is_known(self, place: str) -> bool:
        return place not in (UNKNOWN, KEPT)
