"""Replaces the cards of the deck and deals the first hand (rules 5.1, 5.4, 5.12 to 5.14)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from deckbuilder.rules import messages
from deckbuilder.rules.deal import deal_from
from deckbuilder.rules.limits import (
    DEFAULT_DECK,
    DEFAULT_DISCARD_COUNT,
    DEFAULT_HAND_SIZE,
    DISCARD_COUNTS,
    HAND_SIZES,
    MAX_CARD_NAME_LENGTH,
    MAX_OVERRIDE_BYTES,
    MAX_OVERRIDE_CARDS,
)
from deckbuilder.rules.parsing import field_text, is_named, parse_json
from deckbuilder.rules.presets import preset_or_error
from deckbuilder.rules.state import State
from tabletop.rules import Shuffle


def initial_state(shuffle: Shuffle) -> State:
    return init(State(), None, shuffle)


def init(state: State, _payload: object, shuffle: Shuffle) -> State:
    return _deal_deck(DEFAULT_DECK, State(), shuffle, before=state)


def reset(state: State, _payload: object, shuffle: Shuffle) -> State:
    settings = State(
        hand_size=state.hand_size if state.hand_size in HAND_SIZES else DEFAULT_HAND_SIZE,
        discard_count=state.discard_count if state.discard_count in DISCARD_COUNTS else DEFAULT_DISCARD_COUNT,
    )
    return _deal_deck(DEFAULT_DECK, settings, shuffle, before=state)


def start_custom_deck(state: State, _payload: object, shuffle: Shuffle) -> State:
    custom = replace(state, turn_number=1, deck_source="custom", active_preset_id=None)
    return _deal_deck(DEFAULT_DECK, custom, shuffle, before=state)


def load_preset_deck(state: State, payload: Any, shuffle: Shuffle) -> State:
    preset_id = field_text(payload, "presetId")
    if preset_id is None:
        return state
    preset, error = preset_or_error(preset_id)
    if preset is None:
        return replace(state, error=error)
    loaded = replace(state, turn_number=1, deck_source="preset", active_preset_id=preset_id)
    return _deal_deck(preset["cards"], loaded, shuffle, before=state)


def apply_json_override(state: State, payload: Any, shuffle: Shuffle) -> State:
    if not isinstance(payload, str):
        return state
    cards, error = _deck_or_error(payload)
    if error is not None:
        return replace(state, error=error)
    if cards:
        custom = replace(state, deck_source="custom", active_preset_id=None)
        return _deal_deck(cards, custom, shuffle, before=state)
    default = replace(state, deck_source="default", active_preset_id=None)
    # Rules 5.4: this warning survives the deal.
    return replace(_deal_deck(DEFAULT_DECK, default, shuffle, before=state), warning=messages.EMPTY_DECK)


def _deck_or_error(text: str) -> tuple[list[str], str | None]:
    """Reads a custom deck typed as JSON: returns the cards, or no cards and the reason."""
    if len(text.encode(errors="surrogatepass")) > MAX_OVERRIDE_BYTES:
        return [], messages.TOO_LARGE
    try:
        cards = parse_json(text)
    except ValueError:
        return [], messages.INVALID_JSON
    if not isinstance(cards, list):
        return [], messages.NOT_A_LIST
    if not all(map(is_named, cards)):
        return [], messages.NOT_TEXTS
    if len(cards) > MAX_OVERRIDE_CARDS or any(len(card) > MAX_CARD_NAME_LENGTH for card in cards):
        return [], messages.TOO_LARGE
    return cards, None


def _deal_deck(cards: Sequence[str], state: State, shuffle: Shuffle, *, before: State) -> State:
    """Deals the first hand of these cards with the settings of `state`."""
    return deal_from(state, draw_pile=tuple(shuffle(list(cards))), discard_pile=(), shuffle=shuffle, before=before)
