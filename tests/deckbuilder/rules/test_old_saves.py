"""Rules 8.4: saves of every age of the original application."""

import json
from typing import Any

from deckbuilder import rules
from tests.deckbuilder.rules.arranged import act
from tests.deckbuilder.rules.invariants import check_state

OLDEST: dict[str, Any] = {
    "drawPile": ["4 of Spades", "5 of Spades"],
    "discardPile": ["Ace of Spades"],
    "hand": ["2 of Spades", "3 of Spades"],
    "turnNumber": 4,
    "handSize": 2,
    "discardCount": 1,
    "warning": None,
    "error": None,
    "isDealing": False,
}
"""Written before the discard mechanic."""
FIRST_DISCARDS: dict[str, Any] = {
    **OLDEST,
    "handCards": [{"id": "a-1", "value": "2 of Spades"}, {"id": "b-2", "value": "3 of Spades"}],
    "selectedCardIds": {},
    "discardPhase": True,
}
"""The browser wrote a set as an empty object."""
BEFORE_PLAY_ORDER: dict[str, Any] = {
    **OLDEST,
    "handCards": [{"instanceId": "a-1", "card": "2 of Spades"}, {"instanceId": "b-2", "card": "3 of Spades"}],
    "selectedCardIds": ["a-1"],
    "discardPhase": {"active": True, "remainingDiscards": 1},
}
BEFORE_PRESETS: dict[str, Any] = {
    **BEFORE_PLAY_ORDER,
    "discardPhase": {"active": False, "remainingDiscards": 0},
    "playOrderSequence": ["b-2", "a-1"],
    "playOrderLocked": True,
    "planningPhase": False,
}


def load(save: dict[str, Any]) -> rules.State:
    loaded = rules.deserialize(json.dumps(save))
    assert loaded is not None
    check_state(loaded)
    saved = rules.serialize(loaded)
    assert rules.deserialize(saved) == loaded
    for name in ("drawPile", "discardPile", "hand", "turnNumber", "handSize", "discardCount"):
        assert saved[name] == save[name]
    return loaded


def test_from_before_the_discard_mechanic_the_same_hand_gets_new_ids_and_the_turn_may_be_ended() -> None:
    loaded = load(OLDEST)
    assert len(set(loaded.hand_ids)) == 2
    assert rules.phase(loaded) == "idle"
    assert act(loaded, "END_TURN").hand == ("4 of Spades", "5 of Spades")


def test_the_first_form_of_the_discard_mechanic_is_converted_with_its_phase_and_nothing_selected() -> None:
    loaded = load(FIRST_DISCARDS)
    assert loaded.hand_ids == ("a-1", "b-2")
    assert loaded.discard_phase == rules.DiscardPhase(active=True, remaining_discards=1)
    assert loaded.selected_card_ids == frozenset()
    confirmed = load({**FIRST_DISCARDS, "discardPhase": False})
    assert rules.phase(confirmed) == "idle"


def test_from_before_the_play_order_the_order_is_empty_and_a_confirmed_turn_may_be_ended() -> None:
    loaded = load(BEFORE_PLAY_ORDER)
    assert (loaded.play_order_sequence, loaded.play_order_locked, loaded.planning_phase) == ((), False, False)
    assert rules.phase(loaded) == "discard"
    confirmed = load({**BEFORE_PLAY_ORDER, "discardPhase": {"active": False, "remainingDiscards": 0}})
    assert rules.phase(confirmed) == "idle"
    assert rules.can_end_turn(confirmed)


def test_from_before_presets_the_deck_is_the_default_one_without_a_preset() -> None:
    loaded = load(BEFORE_PRESETS)
    assert (loaded.deck_source, loaded.active_preset_id) == ("default", None)
    assert rules.phase(loaded) == "executing"
    assert loaded.play_order_sequence == ("b-2", "a-1")


def test_loading_an_old_save_twice_gives_the_same_state() -> None:
    assert rules.deserialize(OLDEST) == rules.deserialize(OLDEST)
