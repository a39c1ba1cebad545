"""Rules 8.1: what is saved, and that loading restores it."""

import json
from typing import Any

import pytest

from deckbuilder import rules
from tests.deckbuilder.rules.arranged import IN_EACH_PHASE, act, arranged, in_discard
from tests.deckbuilder.rules.test_initial_state import FIELDS

UNKNOWN = {"theme": "dark", "history": [{"turn": 1, "cards": ["A"]}], "ratio": 0.5, "nothing": None}


@pytest.mark.parametrize("phase", IN_EACH_PHASE)
def test_a_state_is_the_same_after_json_and_back(phase: str) -> None:
    state = IN_EACH_PHASE[phase]
    assert rules.from_json(rules.to_json(state)) == state
    assert rules.from_json(json.loads(json.dumps(rules.to_json(state)))) == state


def test_json_takes_the_fields_as_they_are_and_repairs_nothing() -> None:
    odd = arranged("A", planningPhase=True, playOrderLocked=True, handSize=99, playOrderSequence=["gone"])
    odd = rules.from_json(rules.to_json(odd) | {"selectedCardIds": ["gone"]})
    assert rules.to_json(rules.from_json(rules.to_json(odd))) == rules.to_json(odd)
    assert (odd.hand_size, odd.play_order_sequence, odd.selected_card_ids) == (99, ("gone",), frozenset({"gone"}))


def test_everything_is_saved_but_the_selection_and_the_deal_in_progress() -> None:
    saved = rules.serialize(in_discard("A", "B", selectedCardIds=["id-0"]))
    assert saved.keys() == FIELDS - {"selectedCardIds", "isDealing"}


def test_a_save_is_one_flat_json_object() -> None:
    saved = rules.serialize(arranged("A"))
    assert json.loads(json.dumps(saved)) == saved
    assert saved["handCards"] == [{"instanceId": "id-0", "card": "A"}]


@pytest.mark.parametrize("phase", IN_EACH_PHASE)
@pytest.mark.parametrize("as_text", [False, True])
def test_saving_loading_and_saving_is_stable(phase: str, as_text: bool) -> None:
    saved = rules.serialize(IN_EACH_PHASE[phase])
    loaded = rules.deserialize(json.dumps(saved) if as_text else saved)
    assert loaded == IN_EACH_PHASE[phase]
    assert rules.serialize(loaded) == saved


def test_refreshing_during_the_discard_phase_loses_only_the_selection() -> None:
    before = in_discard("A", "B", "C", selectedCardIds=["id-0"])
    loaded = rules.deserialize(rules.serialize(before))
    assert loaded is not None
    assert (loaded.hand_cards, loaded.discard_phase) == (before.hand_cards, before.discard_phase)
    assert loaded.selected_card_ids == frozenset()


def test_refreshing_during_planning_keeps_the_partial_order_and_after_locking_the_exact_one() -> None:
    for phase in ("planning", "executing"):
        loaded = rules.deserialize(rules.serialize(IN_EACH_PHASE[phase]))
        assert loaded is not None
        assert loaded.play_order_sequence == IN_EACH_PHASE[phase].play_order_sequence
        assert rules.phase(loaded) == phase


@pytest.mark.parametrize(
    "given", [None, "", "  \n", "not JSON", "[]", "7", "null", '"text"', [], 7, True, b"{}"], ids=repr
)
def test_what_is_no_object_cannot_be_used(given: Any) -> None:
    assert rules.deserialize(given) is None


def test_an_empty_object_is_a_deck_without_cards() -> None:
    assert rules.deserialize("{}") == rules.deserialize({}) == rules.State()


# --- wrapped ----------------------------------------------------------------------------------------------------------


def test_a_wrapped_state_is_unwrapped() -> None:
    saved = rules.serialize(arranged("A", turnNumber=3))
    assert rules.deserialize({"version": 1, "timestamp": 1699, "state": saved}) == arranged("A", turnNumber=3)


def test_a_state_is_unwrapped_only_once() -> None:
    saved = rules.serialize(arranged("A"))
    wrapped = {"version": 1, "timestamp": 2, "state": saved}
    loaded = rules.deserialize({"version": 1, "timestamp": 2, "state": wrapped})
    assert loaded is not None
    assert loaded.hand == ()


@pytest.mark.parametrize("missing", ["version", "timestamp", "state"])
def test_with_one_of_the_three_missing_it_is_no_wrapper(missing: str) -> None:
    wrapper: dict[str, Any] = {"version": 1, "timestamp": 2, "state": {"turnNumber": 7}, "turnNumber": 3}
    del wrapper[missing]
    loaded = rules.deserialize(wrapper)
    assert loaded is not None
    assert loaded.turn_number == 3


@pytest.mark.parametrize("state", [None, 7, "{}", []], ids=repr)
def test_a_wrapper_around_no_object_cannot_be_used(state: Any) -> None:
    assert rules.deserialize({"version": 1, "timestamp": 2, "state": state}) is None


# --- unknown fields ---------------------------------------------------------------------------------------------------


def test_unknown_fields_are_written_back() -> None:
    loaded = rules.deserialize(rules.serialize(arranged("A")) | UNKNOWN)
    assert loaded is not None
    assert rules.serialize(loaded).items() >= UNKNOWN.items()
    assert rules.from_json(rules.to_json(loaded)) == loaded
    assert rules.deserialize(rules.serialize(loaded)) == loaded


@pytest.mark.parametrize(
    ("action_type", "payload"),
    [
        ("END_TURN", None),
        ("DEAL_NEXT_HAND", None),
        ("START_CUSTOM_DECK", None),
        ("LOAD_PRESET_DECK", {"presetId": "starter-deck"}),
        ("APPLY_JSON_OVERRIDE", '["A"]'),
        ("CHANGE_PARAMETERS", {"immediateReset": True}),
    ],
)
def test_unknown_fields_are_kept_through_later_actions(action_type: str, payload: Any) -> None:
    loaded = rules.deserialize(rules.serialize(arranged("A")) | UNKNOWN)
    assert loaded is not None
    assert rules.serialize(act(loaded, action_type, payload)).items() >= UNKNOWN.items()


def test_changing_what_was_given_or_told_does_not_change_the_state() -> None:
    given = rules.serialize(arranged("A", drawPile=["B"])) | {"history": [1]}
    loaded = rules.deserialize(given)
    assert loaded is not None
    given["history"].append(2)
    given["drawPile"].append("C")
    rules.to_json(loaded)["history"].append(3)
    assert rules.to_json(loaded)["history"] == [1]
    assert loaded.draw_pile == ("B",)


def nested(levels: int) -> list[Any]:
    value: list[Any] = []
    for _level in range(levels - 1):
        value = [value]
    return value


def nested_objects(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _level in range(levels - 1):
        value = {"inner": value}
    return value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("deep list", nested(51)),
        ("deep object", nested_objects(51)),
        ("endless", nested(5000)),
        ("half a character", "\ud800"),
        ("\ud800", 1),
        ("no JSON", object()),
        ("a number without end", 10**5000),
        (7, "a name that is no text"),
    ],
    ids=["deep list", "deep object", "endless", "half a character", "half a name", "no JSON", "number", "no name"],
)
def test_an_unknown_field_that_nobody_could_write_is_left_out(name: Any, value: Any) -> None:
    loaded = rules.deserialize({name: value, "theme": "dark"})
    assert loaded is not None
    assert rules.serialize(loaded) == rules.serialize(rules.State()) | {"theme": "dark"}


@pytest.mark.parametrize("value", [nested(50), nested_objects(50)], ids=["lists", "objects"])
def test_an_unknown_field_may_be_fifty_levels_deep(value: Any) -> None:
    loaded = rules.deserialize({"deep": value})
    assert loaded is not None
    assert rules.serialize(loaded)["deep"] == value


def test_a_field_called_like_ours_inside_is_unknown_all_the_same() -> None:
    loaded = rules.deserialize({"unknownFields": "x", "unknown_fields": "y", "hand_cards": [1]})
    assert loaded is not None
    assert rules.serialize(loaded).items() >= {"unknownFields": "x", "unknown_fields": "y", "hand_cards": [1]}.items()
