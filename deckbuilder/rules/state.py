"""A deck at one moment. In JSON the fields have the names of the data model (rules 3)."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from deckbuilder.rules.limits import DEFAULT_DISCARD_COUNT, DEFAULT_HAND_SIZE
from deckbuilder.rules.unknown_fields import pack, unpack
from tabletop.rules import Json

DeckSource = Literal["default", "custom", "preset"]


class CardInstance(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A card in the hand. Two cards of one name differ by their id, and so does a card that comes round again."""

    instance_id: str
    card: str


def card_instances(cards: Sequence[str], ids: Sequence[str]) -> tuple[CardInstance, ...]:
    return tuple([CardInstance(instance_id=card_id, card=card) for card_id, card in zip(ids, cards, strict=True)])


class DiscardPhase(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    active: bool = False
    remaining_discards: int = 0


NO_DISCARD = DiscardPhase()


class State(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    draw_pile: tuple[str, ...] = ()
    """The next card first."""
    discard_pile: tuple[str, ...] = ()
    """The newest last."""
    hand_cards: tuple[CardInstance, ...] = ()
    selected_card_ids: frozenset[str] = frozenset()
    discard_phase: DiscardPhase = NO_DISCARD
    play_order_sequence: tuple[str, ...] = ()
    """Instance ids, the one played first in front."""
    play_order_locked: bool = False
    planning_phase: bool = False
    turn_number: int = 1
    hand_size: int = DEFAULT_HAND_SIZE
    discard_count: int = DEFAULT_DISCARD_COUNT
    warning: str | None = None
    error: str | None = None
    is_dealing: bool = False
    deck_source: DeckSource = "default"
    active_preset_id: str | None = None
    unknown_fields: str = ""
    """What a save of another version holds besides, packed as JSON text."""

    @property
    def hand(self) -> tuple[str, ...]:
        """Invariant 1: only ever a mirror of the hand's cards."""
        return tuple([card.card for card in self.hand_cards])

    @property
    def hand_ids(self) -> tuple[str, ...]:
        return tuple([card.instance_id for card in self.hand_cards])


def to_json(state: State) -> Json:
    return {
        "drawPile": list(state.draw_pile),
        "discardPile": list(state.discard_pile),
        "hand": list(state.hand),
        "handCards": [{"instanceId": card.instance_id, "card": card.card} for card in state.hand_cards],
        "selectedCardIds": sorted(state.selected_card_ids),
        "discardPhase": {
            "active": state.discard_phase.active,
            "remainingDiscards": state.discard_phase.remaining_discards,
        },
        "playOrderSequence": list(state.play_order_sequence),
        "playOrderLocked": state.play_order_locked,
        "planningPhase": state.planning_phase,
        "turnNumber": state.turn_number,
        "handSize": state.hand_size,
        "discardCount": state.discard_count,
        "warning": state.warning,
        "error": state.error,
        "isDealing": state.is_dealing,
        "deckSource": state.deck_source,
        "activePresetId": state.active_preset_id,
        **unpack(state.unknown_fields),
    }


KNOWN_FIELDS = frozenset(to_json(State()))


def from_json(data: Json) -> State:
    """The fields as they are: for what `to_json` wrote. What people bring goes through `deserialize`."""
    known: dict[str, Any] = {name: value for name, value in data.items() if name in KNOWN_FIELDS}
    known["unknownFields"] = pack(data, known=KNOWN_FIELDS)
    return msgspec.convert(known, State)
