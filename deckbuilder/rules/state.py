"""The state of a deck, its card instances and its derived values (rules 3), with the JSON names of the rules."""

from collections.abc import Mapping, Sequence
from hashlib import sha256, shake_128
from typing import Any, Literal

import msgspec

from deckbuilder.rules.limits import DEFAULT_DISCARD_COUNT, DEFAULT_HAND_SIZE
from tabletop.rules import Json

DeckSource = Literal["default", "custom", "preset"]
Phase = Literal["idle", "discard", "planning", "executing"]

MAX_UNKNOWN_DEPTH = 50
"""Deeper fields are dropped: a parser may read what the encoder is too shallow to write back."""

UUID_DIGITS = 32
_VARIANT = dict(zip("0123456789abcdef", "89ab" * 4, strict=True))
"""Maps a hexadecimal digit to one that carries the RFC 9562 variant and two of the digit's bits."""


class CardInstance(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A card in the hand. Its id is new with every deal and tells cards of one name apart."""

    instance_id: str
    card: str


def new_instances(cards: Sequence[str], *, drawn_from: Sequence[Sequence[str]]) -> tuple[CardInstance, ...]:
    """Gives each card a version-4 UUID derived from these texts, because the rules have no source of chance."""
    material = "\n\n".join(["\n".join(texts) for texts in drawn_from])
    # SHA-256 reads a thousand cards faster than SHAKE; SHAKE gives as many bytes as needed.
    seed = sha256(material.encode(errors="surrogatepass")).digest()
    digits = shake_128(seed).hexdigest(UUID_DIGITS // 2 * len(cards))
    instances = []
    for index, card in enumerate(cards):
        drawn = digits[UUID_DIGITS * index : UUID_DIGITS * (index + 1)]
        last = f"{_VARIANT[drawn[16]]}{drawn[17:20]}-{drawn[20:]}"
        instances.append(CardInstance(instance_id=f"{drawn[:8]}-{drawn[8:12]}-4{drawn[13:16]}-{last}", card=card))
    return tuple(instances)


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
    """Fields of a save that this version does not know (rules 8.3), as JSON text: immutable and cheap to carry on."""

    @property
    def hand(self) -> tuple[str, ...]:
        """Mirrors the cards of the hand (invariant 1)."""
        return tuple([card.card for card in self.hand_cards])

    @property
    def hand_ids(self) -> tuple[str, ...]:
        return tuple([card.instance_id for card in self.hand_cards])


# --- derived values, never stored -------------------------------------------------------------------------------------


def phase(state: State) -> Phase:
    if state.discard_phase.active:
        return "discard"
    if state.planning_phase:
        return "planning"
    return "executing" if state.play_order_locked else "idle"


def sequence_number(state: State, instance_id: str) -> int | None:
    sequence = state.play_order_sequence
    return sequence.index(instance_id) + 1 if instance_id in sequence else None


def is_play_order_complete(state: State) -> bool:
    return len(state.play_order_sequence) == len(state.hand_cards)


def can_order(state: State) -> bool:
    return state.planning_phase and not state.play_order_locked


def can_confirm_discard(state: State) -> bool:
    return state.discard_phase.active and len(state.selected_card_ids) == state.discard_phase.remaining_discards


def can_lock(state: State) -> bool:
    # The order of an empty hand is complete, yet there is nothing to lock.
    return can_order(state) and is_play_order_complete(state) and len(state.hand_cards) > 0


def can_end_turn(state: State) -> bool:
    is_order_open = len(state.play_order_sequence) > 0 and not state.play_order_locked
    return not (state.is_dealing or state.discard_phase.active or state.planning_phase or is_order_open)


# --- JSON -------------------------------------------------------------------------------------------------------------


def to_json(state: State) -> Json:
    data = {
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
    }
    return data | msgspec.json.decode(state.unknown_fields) if state.unknown_fields else data


KNOWN_FIELDS = frozenset(to_json(State()))


def from_json(data: Json) -> State:
    """Takes the fields as `to_json` wrote them; saves of people go through `deserialize`, which repairs them."""
    known: dict[str, Any] = {name: value for name, value in data.items() if name in KNOWN_FIELDS}
    known["unknownFields"] = unknown_fields_of(data)
    return msgspec.convert(known, State)


def unknown_fields_of(data: Mapping[Any, Any]) -> str:
    unknown = {name: value for name, value in data.items() if name not in KNOWN_FIELDS and _can_be_written(name, value)}
    return msgspec.json.encode(unknown).decode() if unknown else ""


def _can_be_written(name: object, value: object) -> bool:
    if not isinstance(name, str) or not _is_shallow(value, MAX_UNKNOWN_DEPTH):
        return False
    try:
        msgspec.json.encode({name: value})
    except (TypeError, ValueError):
        return False
    return True


def _is_shallow(value: object, levels: int) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return levels > 0 and all(_is_shallow(inner, levels - 1) for inner in value)
    return True
