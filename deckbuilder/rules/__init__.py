"""The rules of the Deckbuilder: a pure reducer over an immutable state. Section numbers: docs/rules/deckbuilder.md."""

from deckbuilder.rules.limits import (
    DEFAULT_DECK,
    DISCARD_COUNT_CHOICES,
    DISCARD_COUNTS,
    HAND_SIZE_CHOICES,
    HAND_SIZES,
    MAX_CARD_NAME_LENGTH,
    MAX_OVERRIDE_BYTES,
    MAX_OVERRIDE_CARDS,
)
from deckbuilder.rules.new_deck import initial_state
from deckbuilder.rules.presets import PRESET_NAMES, PRESETS, Preset, validate_preset
from deckbuilder.rules.reduce import reduce
from deckbuilder.rules.saving import deserialize, serialize
from deckbuilder.rules.state import (
    DiscardPhase,
    Phase,
    State,
    can_confirm_discard,
    can_end_turn,
    can_lock,
    from_json,
    is_play_order_complete,
    phase,
    sequence_number,
    to_json,
)
from deckbuilder.rules.statistics import next_hand_chances

__all__ = [
    "DEFAULT_DECK",
    "DISCARD_COUNTS",
    "DISCARD_COUNT_CHOICES",
    "HAND_SIZES",
    "HAND_SIZE_CHOICES",
    "MAX_CARD_NAME_LENGTH",
    "MAX_OVERRIDE_BYTES",
    "MAX_OVERRIDE_CARDS",
    "PRESETS",
    "PRESET_NAMES",
    "DiscardPhase",
    "Phase",
    "Preset",
    "State",
    "can_confirm_discard",
    "can_end_turn",
    "can_lock",
    "deserialize",
    "from_json",
    "initial_state",
    "is_play_order_complete",
    "next_hand_chances",
    "phase",
    "reduce",
    "sequence_number",
    "serialize",
    "to_json",
    "validate_preset",
]
