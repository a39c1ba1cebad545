"""Starting over with the cards of another deck (rules 5.1, 5.4, 5.12 to 5.14)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from deckbuilder.rules import messages
from deckbuilder.rules.deal import deal_from
from deckbuilder.rules.limits import (
    DEFAULT_DECK,
    DEFAULT_DISCARD_COUNT,
    DEFAULT_HAND_SIZE,
    is_discard_count,
    is_hand_size,
)
from deckbuilder.rules.override import deck_or_error
from deckbuilder.rules.payload import text_of
from deckbuilder.rules.shipped_presets import preset_or_error
from deckbuilder.rules.state import DeckSource, State
from tabletop.rules import Shuffle


def initial_state(shuffle: Shuffle) -> State:
    return init(State(), None, shuffle)


def init(state: State, _payload: object, shuffle: Shuffle) -> State:
    return _deal_deck(DEFAULT_DECK, State(), shuffle=shuffle, before=state)


def reset(state: State, _payload: object, shuffle: Shuffle) -> State:
    settings = State(
        hand_size=state.hand_size if is_hand_size(state.hand_size) else DEFAULT_HAND_SIZE,
        discard_count=state.discard_count if is_discard_count(state.discard_count) else DEFAULT_DISCARD_COUNT,
    )
    return _deal_deck(DEFAULT_DECK, settings, shuffle=shuffle, before=state)


def start_custom_deck(state: State, _payload: object, shuffle: Shuffle) -> State:
    return _deal_deck(DEFAULT_DECK, replace(state, turn_number=1), shuffle=shuffle, before=state, source="custom")


def load_preset_deck(state: State, payload: Any, shuffle: Shuffle) -> State:
    preset_id = text_of(payload, "presetId")
    if preset_id is None:
        return state
    preset, error = preset_or_error(preset_id)
    if preset is None:
        return replace(state, error=error)
    return _deal_deck(
        preset["cards"],
        replace(state, turn_number=1),
        shuffle=shuffle,
        before=state,
        source="preset",
        active_preset_id=preset_id,
    )


def apply_json_override(state: State, payload: Any, shuffle: Shuffle) -> State:
    if not isinstance(payload, str):
        return state
    cards, error = deck_or_error(payload)
    if error is not None:
        return replace(state, error=error)
    if cards:
        return _deal_deck(cards, state, shuffle=shuffle, before=state, source="custom")
    # 5.4: this warning outlives the deal that follows it.
    return replace(_deal_deck(DEFAULT_DECK, state, shuffle=shuffle, before=state), warning=messages.EMPTY_DECK)


def _deal_deck(
    cards: Sequence[str],
    state: State,
    *,
    shuffle: Shuffle,
    before: State,
    source: DeckSource = "default",
    active_preset_id: str | None = None,
) -> State:
    """The first hand of these cards, with the settings of `state`; the cards it had are gone."""
    owned = replace(state, deck_source=source, active_preset_id=active_preset_id)
    return deal_from(owned, draw_pile=tuple(shuffle(list(cards))), discard_pile=(), shuffle=shuffle, before=before)
