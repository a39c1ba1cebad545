"""Loading a wrong save never raises, and the loaded state keeps every invariant (Hypothesis)."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder import rules
from deckbuilder.rules import State
from tests.deckbuilder.rules.arranged import act, every_card
from tests.deckbuilder.rules.invariants import check_state, check_step
from tests.deckbuilder.rules.test_initial_state import FIELDS
from tests.deckbuilder.rules.test_random_play import EXAMPLES, JUNK

ANY_TEXT = st.text(st.characters(), max_size=6)
IDS = st.sampled_from(["a", "b", "c", "d"])
NUMBERS = st.integers(-2, 25) | st.floats() | st.text("+-.0123456789eE ", max_size=6) | JUNK
TEXTS = st.lists(st.sampled_from(["A", "B"]) | JUNK, max_size=6) | JUNK
CARDS = st.fixed_dictionaries({}, optional={"instanceId": IDS, "card": ANY_TEXT, "id": IDS, "value": ANY_TEXT}) | JUNK
NEARLY_SAVES = st.fixed_dictionaries(
    {},
    optional={
        "drawPile": TEXTS,
        "discardPile": TEXTS,
        "hand": TEXTS,
        "handCards": st.lists(CARDS, max_size=5) | JUNK,
        "selectedCardIds": st.lists(IDS) | JUNK,
        "discardPhase": st.fixed_dictionaries(
            {}, optional={"active": st.booleans() | JUNK, "remainingDiscards": NUMBERS}
        )
        | st.booleans()
        | JUNK,
        "playOrderSequence": st.lists(IDS | JUNK, max_size=6) | JUNK,
        "playOrderLocked": st.booleans() | JUNK,
        "planningPhase": st.booleans() | JUNK,
        "turnNumber": NUMBERS,
        "handSize": NUMBERS,
        "discardCount": NUMBERS,
        "warning": ANY_TEXT | JUNK,
        "error": ANY_TEXT | JUNK,
        "isDealing": JUNK,
        "deckSource": st.sampled_from(["default", "custom", "preset"]) | JUNK,
        "activePresetId": ANY_TEXT | JUNK,
        "futureField": JUNK,
    },
)
WRAPPED = st.fixed_dictionaries({"version": JUNK, "timestamp": JUNK, "state": NEARLY_SAVES | JUNK})


def check_load(given_save: Any) -> None:
    loaded = rules.deserialize(given_save)
    if loaded is None:
        return
    check_state(loaded)
    saved = rules.serialize(loaded)
    assert saved.keys() >= FIELDS - {"selectedCardIds", "isDealing"}
    assert rules.serialize(again(saved)) == saved
    assert rules.serialize(again(json.dumps(saved))) == saved
    assert json.dumps(saved, ensure_ascii=False).encode()
    check_playable(loaded)


def again(saved: Any) -> State:
    loaded = rules.deserialize(saved)
    assert loaded is not None
    return loaded


def check_playable(state: State) -> None:
    """Plays a turn to its end and checks that no card is lost."""
    turn_number, owned = state.turn_number, every_card(state)
    for action_type in ("TOGGLE_CARD_SELECTION", "CONFIRM_DISCARD", "SELECT_FOR_PLAY_ORDER", "LOCK_PLAY_ORDER"):
        for card_id in (*state.hand_ids, None):
            after = act(state, action_type, {"instanceId": card_id})
            check_step(state, action_type, after)
            state = after
    ended = act(state, "END_TURN")
    check_step(state, "END_TURN", ended)
    assert ended.turn_number == turn_number + 1
    assert every_card(ended) == owned


@settings(max_examples=2 * EXAMPLES)
@given(NEARLY_SAVES | WRAPPED)
def test_a_save_that_is_nearly_right_is_always_repaired(save: dict[str, Any]) -> None:
    check_load(save)


@settings(max_examples=EXAMPLES)
@given(NEARLY_SAVES.map(json.dumps) | JUNK.map(json.dumps) | st.text(st.characters(), max_size=40) | JUNK)
def test_anything_at_all_is_loaded_or_refused_without_an_exception(anything: Any) -> None:
    check_load(anything)


@settings(max_examples=EXAMPLES)
@given(st.text(st.characters(), max_size=40) | JUNK)
def test_the_fields_of_a_good_save_spoilt_by_one_wrong_value_are_otherwise_kept(wrong: Any) -> None:
    good = rules.serialize(rules.initial_state(list))
    for name in ("warning", "error", "turnNumber", "deckSource", "activePresetId"):
        loaded = again({**good, name: wrong})
        check_state(loaded)
        kept = rules.serialize(loaded)
        assert {**kept, name: None} == {**good, name: None}
