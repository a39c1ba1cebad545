"""Rules 1, 3 and 4: phases, derived values, and actions that are ignored."""

from typing import Any

import pytest

from deckbuilder import rules
from deckbuilder.rules.reduce import HANDLERS
from tests.deckbuilder.rules.arranged import IN_EACH_PHASE, act, arranged, ids, in_discard, in_planning, locked

ALWAYS = {
    *("INIT", "RESET", "DEAL_NEXT_HAND", "APPLY_JSON_OVERRIDE", "CHANGE_PARAMETERS"),
    *("LOAD_PRESET_DECK", "START_CUSTOM_DECK"),
}
ALLOWED = {
    "idle": {"END_TURN"},
    "discard": {"TOGGLE_CARD_SELECTION", "CONFIRM_DISCARD"},
    "planning": {"SELECT_FOR_PLAY_ORDER", "DESELECT_FROM_PLAY_ORDER", "CLEAR_PLAY_ORDER", "LOCK_PLAY_ORDER"},
    "executing": {"END_TURN"},
}
PAYLOADS: dict[str, Any] = {
    "APPLY_JSON_OVERRIDE": '["A"]',
    "CHANGE_PARAMETERS": {"handSize": 3},
    "LOAD_PRESET_DECK": {"presetId": "starter-deck"},
    "TOGGLE_CARD_SELECTION": {"instanceId": "id-0"},
    "SELECT_FOR_PLAY_ORDER": {"instanceId": "id-0"},
    "DESELECT_FROM_PLAY_ORDER": {"instanceId": "id-1"},
}
READY = {
    **IN_EACH_PHASE,
    "discard": in_discard("A", "B", "C", "D", selectedCardIds=ids(1, 2), drawPile=["E"]),
    "planning": in_planning("A", "B", drawPile=["E"], playOrderSequence=ids(1)),
}


@pytest.mark.parametrize("action_type", HANDLERS)
@pytest.mark.parametrize("phase", READY)
def test_what_a_phase_allows_is_done_and_everything_else_silently_ignored(phase: str, action_type: str) -> None:
    state = READY[phase]
    if action_type == "TOGGLE_CARD_SELECTION":
        state = act(state, action_type, {"instanceId": "id-1"})
    if action_type == "LOCK_PLAY_ORDER":
        state = act(state, "SELECT_FOR_PLAY_ORDER", {"instanceId": "id-0"})
    after = act(state, action_type, PAYLOADS.get(action_type))
    assert (after != state) is (action_type in ALWAYS | ALLOWED[phase])


def test_there_are_fourteen_actions() -> None:
    assert set(HANDLERS) == ALWAYS.union(*ALLOWED.values())


@pytest.mark.parametrize("phase", IN_EACH_PHASE)
def test_the_phase_is_told(phase: str) -> None:
    assert rules.phase(IN_EACH_PHASE[phase]) == phase


def test_a_whole_turn_goes_from_discard_to_planning_to_executing_and_on() -> None:
    state = act(arranged(drawPile=list("ABCDEFGHIJ"), handSize=3, discardCount=1), "DEAL_NEXT_HAND")
    seen = [rules.phase(state)]
    state = act(state, "TOGGLE_CARD_SELECTION", {"instanceId": state.hand_ids[2]})
    state = act(state, "CONFIRM_DISCARD")
    seen.append(rules.phase(state))
    for card_id in reversed(state.hand_ids):
        state = act(state, "SELECT_FOR_PLAY_ORDER", {"instanceId": card_id})
    state = act(state, "LOCK_PLAY_ORDER")
    seen.append(rules.phase(state))
    state = act(state, "END_TURN")
    assert [*seen, rules.phase(state)] == ["discard", "planning", "executing", "discard"]
    assert (state.discard_pile, state.hand) == (("C", "A", "B"), ("D", "E", "F"))


# --- derived values ---------------------------------------------------------------------------------------------------


def test_the_sequence_number_counts_from_1_and_is_nothing_for_a_card_that_is_not_ordered() -> None:
    state = in_planning("A", "B", "C", playOrderSequence=ids(2, 0))
    assert [rules.sequence_number(state, card_id) for card_id in ids(0, 1, 2, 9)] == [2, None, 1, None]


@pytest.mark.parametrize(("ordered", "complete"), [((), False), ((0,), False), ((1, 0), True)])
def test_an_order_is_complete_when_it_is_as_long_as_the_hand(ordered: tuple[int, ...], complete: bool) -> None:
    state = in_planning("A", "B", playOrderSequence=ids(*ordered))
    assert rules.is_play_order_complete(state) is complete
    assert rules.can_lock(state) is complete


def test_only_an_open_order_in_planning_can_be_locked() -> None:
    assert not rules.can_lock(locked("A"))
    assert not rules.can_lock(arranged("A", playOrderSequence=ids(0)))
    assert not rules.can_lock(in_planning())


@pytest.mark.parametrize(("selected", "ready"), [((), False), ((0,), False), ((0, 2), True)])
def test_a_discard_can_be_confirmed_when_exactly_enough_is_selected(selected: tuple[int, ...], ready: bool) -> None:
    state = in_discard("A", "B", "C", selectedCardIds=ids(*selected))
    assert rules.can_confirm_discard(state) is ready


def test_outside_the_discard_phase_nothing_can_be_confirmed() -> None:
    assert not rules.can_confirm_discard(arranged("A"))


@pytest.mark.parametrize(("phase", "can_end"), [("idle", 1), ("discard", 0), ("planning", 0), ("executing", 1)])
def test_a_turn_can_be_ended_in_idle_and_executing(phase: str, can_end: int) -> None:
    assert rules.can_end_turn(IN_EACH_PHASE[phase]) is bool(can_end)


def test_a_turn_cannot_be_ended_during_a_deal_or_with_an_orphaned_order() -> None:
    assert not rules.can_end_turn(arranged("A", isDealing=True))
    assert not rules.can_end_turn(arranged("A", playOrderSequence=ids(0)))


# --- actions that are none --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [
        None,
        "END_TURN",
        7,
        [],
        ["END_TURN"],
        {},
        {"type": None},
        {"type": 7},
        {"type": ["END_TURN"]},
        {"type": {"type": "END_TURN"}},
        {"type": "end_turn"},
        {"type": "UNDO"},
        {"payload": {"instanceId": "id-0"}},
    ],
    ids=repr,
)
def test_what_is_no_known_action_leaves_the_state_as_it_is(action: Any) -> None:
    before = arranged("A", drawPile=["B"], warning="w", error="e")
    assert rules.reduce(before, action, list) is before


@pytest.mark.parametrize("action_type", ["INIT", "RESET", "DEAL_NEXT_HAND", "END_TURN", "START_CUSTOM_DECK"])
@pytest.mark.parametrize("payload", [None, 7, "x", {"a": 1}], ids=repr)
def test_actions_without_a_payload_do_not_mind_one(action_type: str, payload: Any) -> None:
    state = IN_EACH_PHASE["idle"]
    assert act(state, action_type, payload) == act(state, action_type)


@pytest.mark.parametrize("action_type", ["TOGGLE_CARD_SELECTION", "LOCK_PLAY_ORDER", "CONFIRM_DISCARD"])
def test_trap_15_an_ignored_action_sets_no_message(action_type: str) -> None:
    assert act(IN_EACH_PHASE["idle"], action_type).error is None
