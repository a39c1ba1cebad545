"""Any action at any time, valid or not, with any shuffle (Hypothesis)."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from deckbuilder import rules
from deckbuilder.rules import State
from deckbuilder.rules.reduce import HANDLERS
from tests.conformance.subject import seeded_shuffle
from tests.deckbuilder.rules.invariants import check_state, check_step
from tests.kit.bulk import bulk

EXAMPLES = bulk(100)

JUNK: SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
SMALL_DECKS = st.lists(st.sampled_from(["A", "B", "C", "\u00e4 \U0001f0a1"]), max_size=12)
PAYLOADS: dict[str, SearchStrategy[Any]] = {
    "APPLY_JSON_OVERRIDE": SMALL_DECKS.map(json.dumps) | JUNK.map(json.dumps) | JUNK,
    "CHANGE_PARAMETERS": st.fixed_dictionaries(
        {},
        optional={
            "handSize": st.integers(-1, 12) | JUNK,
            "discardCount": st.integers(-1, 22) | JUNK,
            "immediateReset": st.booleans() | JUNK,
        },
    ),
    "LOAD_PRESET_DECK": st.sampled_from([{"presetId": preset["id"]} for preset in rules.PRESETS])
    | st.fixed_dictionaries({"presetId": JUNK}),
}
BY_CARD = ("TOGGLE_CARD_SELECTION", "SELECT_FOR_PLAY_ORDER", "DESELECT_FROM_PLAY_ORDER")
STEPS = ("CONFIRM_DISCARD", "LOCK_PLAY_ORDER", "END_TURN")


@st.composite
def next_actions(draw: st.DrawFn, state: State) -> Any:
    """Draws mostly moves of a turn, sometimes anything."""
    kind = draw(st.sampled_from(["card", "card", "card", "step", "step", "any", "junk"]))
    if kind == "card" and state.hand_ids:
        card_id = draw(st.sampled_from(state.hand_ids))
        return {"type": draw(st.sampled_from(BY_CARD)), "payload": {"instanceId": card_id}}
    if kind == "step":
        return {"type": draw(st.sampled_from(STEPS))}
    if kind == "junk":
        action_type = draw(st.sampled_from(list(HANDLERS)) | JUNK)
        return draw(st.just({"type": action_type, "payload": draw(JUNK)}) | JUNK)
    action_type = draw(st.sampled_from(list(HANDLERS)))
    return {"type": action_type, "payload": draw(PAYLOADS.get(action_type, st.none()))}


@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_after_any_actions_every_invariant_holds_and_nothing_is_changed_in_place(data: st.DataObject) -> None:
    state = rules.initial_state(seeded_shuffle("random play", data.draw(st.integers(0, 1000))))
    check_state(state)
    for number in range(data.draw(st.integers(5, 30))):
        action = data.draw(next_actions(state))
        told, action_text = rules.to_json(state), repr(action)
        after = rules.reduce(state, action, seeded_shuffle("random play", number))
        assert rules.to_json(state) == told
        assert repr(action) == action_text
        check_step(state, str(action.get("type")) if isinstance(action, dict) else "", after)
        assert rules.from_json(rules.to_json(after)) == after
        check_saving(after)
        state = after


def check_saving(state: State) -> None:
    saved = rules.serialize(state)
    loaded = rules.deserialize(json.dumps(saved))
    assert loaded is not None
    assert rules.serialize(loaded) == saved
    assert rules.to_json(loaded) == rules.to_json(state) | {"selectedCardIds": [], "isDealing": False}


@settings(max_examples=EXAMPLES // 2)
@given(data=st.data(), deck=SMALL_DECKS, hand_size=st.integers(1, 10), discard_count=st.integers(0, 20))
def test_a_player_who_keeps_to_the_rules_never_meets_a_dead_end(
    data: st.DataObject, deck: list[str], hand_size: int, discard_count: int
) -> None:
    state = rules.from_json({"drawPile": deck, "handSize": hand_size, "discardCount": discard_count})
    for turn in range(1, 6):
        assert state.turn_number == turn
        for card_id in data.draw(st.permutations(state.hand_ids)):
            state = press(state, "TOGGLE_CARD_SELECTION", card_id)
        state = press(state, "CONFIRM_DISCARD")
        for card_id in data.draw(st.permutations(state.hand_ids)):
            state = press(state, "SELECT_FOR_PLAY_ORDER", card_id)
        state = press(press(state, "LOCK_PLAY_ORDER"), "END_TURN")
    assert state.turn_number == 6


def press(state: State, action_type: str, card_id: str | None = None) -> State:
    after = rules.reduce(
        state, {"type": action_type, "payload": {"instanceId": card_id}}, seeded_shuffle(state.turn_number)
    )
    check_step(state, action_type, after)
    return after
