"""Rules 8.3: a save is repaired field by field, then across fields."""

import json
from typing import Any

import pytest

from deckbuilder import rules
from deckbuilder.rules import State
from tests.deckbuilder.rules.arranged import cards, ids
from tests.deckbuilder.rules.invariants import UUID4, check_state

NO_LISTS: list[Any] = [None, "abc", 7, {"0": "A"}, True]
NO_TEXTS: list[Any] = [None, 7, 1.5, True, ["A"], {"card": "A"}, "\ud800"]


def load(**fields: Any) -> State:
    loaded = rules.deserialize(fields)
    assert loaded is not None
    check_state(loaded)
    assert rules.deserialize(rules.serialize(loaded)) == loaded
    return loaded


# --- field by field ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", NO_LISTS, ids=repr)
def test_what_is_no_list_of_cards_is_empty(value: Any) -> None:
    assert load(drawPile=value, discardPile=value, hand=value, handCards=value, playOrderSequence=value) == State()


def test_elements_that_are_no_text_are_dropped() -> None:
    mixed = ["A", *NO_TEXTS, "", "B"]
    loaded = load(drawPile=mixed, discardPile=mixed, hand=mixed)
    assert loaded.draw_pile == loaded.discard_pile == loaded.hand == ("A", "", "B")
    ordered = load(handCards=cards("A", "B"), playOrderSequence=["id-1", 7, None, "id-0"])
    assert ordered.play_order_sequence == ("id-1", "id-0")


@pytest.mark.parametrize(
    "element",
    [
        None,
        "A",
        [],
        {},
        {"instanceId": "x"},
        {"card": "A"},
        {"instanceId": 7, "card": "A"},
        {"instanceId": "x", "card": None},
        {"id": "x", "card": "A"},
        {"instanceId": "x", "value": "A"},
        {"instanceId": "\ud800", "card": "A"},
    ],
    ids=ascii,
)
def test_an_element_of_the_hand_that_is_no_card_is_dropped(element: Any) -> None:
    assert load(handCards=[element, *cards("A")]).hand_ids == ("id-0",)


def test_the_older_shape_of_a_card_is_converted() -> None:
    loaded = load(handCards=[{"id": "old", "value": "7♥"}, {"instanceId": "new", "card": "K♦"}])
    assert rules.to_json(loaded)["handCards"] == [
        {"instanceId": "old", "card": "7♥"},
        {"instanceId": "new", "card": "K♦"},
    ]


def test_a_repeated_id_gets_a_new_one() -> None:
    loaded = load(handCards=[*cards("A", "B"), *cards("C", "D")], playOrderSequence=ids(1, 0))
    assert loaded.hand == ("A", "B", "C", "D")
    assert loaded.hand_ids[:2] == ("id-0", "id-1")
    assert len(set(loaded.hand_ids)) == 4
    assert all(UUID4.fullmatch(card_id) for card_id in loaded.hand_ids[2:])


NUMBERS: list[tuple[Any, int | None]] = [
    (7, 7),
    (7.9, 7),
    ("7", 7),
    ("+7", 7),
    ("7.9", 7),
    ("7.", 7),
    ("007", 7),
    ("7e0", None),
    ("7,5", None),
    ("0x7", None),
    (" 7 ", None),
    ("\u0667", None),
    ("7_0", None),
    ("", None),
    (".", None),
    ("-", None),
    ("seven", None),
    ("NaN", None),
    ("Infinity", None),
    (None, None),
    (True, None),
    (False, None),
    (float("nan"), None),
    (float("inf"), None),
    ([7], None),
    ({"value": 7}, None),
]


@pytest.mark.parametrize(("value", "number"), NUMBERS, ids=ascii)
def test_numbers_are_read_from_numbers_and_numeric_text(value: Any, number: int | None) -> None:
    loaded = load(turnNumber=value, handSize=value, discardCount=value)
    assert loaded.turn_number == (1 if number is None else number)
    assert loaded.hand_size == (5 if number is None else number)
    assert loaded.discard_count == (2 if number is None else number)


@pytest.mark.parametrize(
    ("value", "turn_number", "hand_size", "discard_count"),
    [
        (0, 1, 1, 0),
        (-3, 1, 1, 0),
        ("-0.5", 1, 1, 0),
        (".5", 1, 1, 0),
        (11, 11, 10, 11),
        ("21", 21, 10, 20),
        (1000.5, 1000, 10, 20),
        (10**400, 2**53 - 1, 10, 20),
        ("9" * 5000, 2**53 - 1, 10, 20),
        (1e308, 2**53 - 1, 10, 20),
        (-(10**400), 1, 1, 0),
    ],
    ids=lambda value: repr(value)[:12],
)
def test_numbers_are_rounded_down_and_clamped(value: Any, turn_number: int, hand_size: int, discard_count: int) -> None:
    loaded = load(turnNumber=value, handSize=value, discardCount=value)
    assert (loaded.turn_number, loaded.hand_size, loaded.discard_count) == (turn_number, hand_size, discard_count)


def test_a_missing_number_is_its_default() -> None:
    loaded = load()
    assert (loaded.turn_number, loaded.hand_size, loaded.discard_count) == (1, 5, 2)


@pytest.mark.parametrize("field", ["warning", "error", "activePresetId"])
def test_messages_and_preset_are_text_or_null(field: str) -> None:
    assert rules.to_json(load(**{field: "words"}))[field] == "words"
    for value in NO_TEXTS:
        assert rules.to_json(load(**{field: value}))[field] is None


@pytest.mark.parametrize(
    ("value", "is_on"), [(True, 1), (1, 1), ("yes", 1), ("false", 1), (False, 0), (0, 0), ("", 0), (None, 0)]
)
def test_lock_and_planning_are_read_by_truthiness(value: Any, is_on: int) -> None:
    assert load(handCards=cards("A"), planningPhase=value).planning_phase is bool(is_on)
    locked = load(handCards=cards("A"), playOrderSequence=ids(0), planningPhase=True, playOrderLocked=value)
    assert locked.play_order_locked is bool(is_on)


@pytest.mark.parametrize("value", [None, 7, "true", [], [True], {}, {"active": 1}, {"active": "true"}, False], ids=repr)
def test_a_discard_phase_that_is_no_object_or_not_really_active_is_inactive(value: Any) -> None:
    assert load(handCards=cards("A", "B"), discardPhase=value).discard_phase == rules.DiscardPhase()


@pytest.mark.parametrize(
    ("stored", "remaining"),
    [(1, 1), (3, 3), ("2", 2), (2.9, 2), (0, 2), (-4, 2), (None, 2), ("x", 2), (True, 2), (99, 4)],
)
def test_the_remaining_discards_are_read_like_the_discard_count(stored: Any, remaining: int) -> None:
    phase = {"active": True, "remainingDiscards": stored}
    loaded = load(handCards=cards(*"ABCD"), discardPhase=phase, discardCount=2)
    assert loaded.discard_phase == rules.DiscardPhase(active=True, remaining_discards=remaining)


@pytest.mark.parametrize(("discard_count", "remaining"), [(1, 1), (2, 2), (20, 3)])
def test_the_plain_boolean_of_older_saves_means_active_with_the_capped_count(
    discard_count: int, remaining: int
) -> None:
    loaded = load(handCards=cards("A", "B", "C"), discardPhase=True, discardCount=discard_count)
    assert loaded.discard_phase == rules.DiscardPhase(active=True, remaining_discards=remaining)


@pytest.mark.parametrize("source", ["default", "custom", "preset"])
def test_a_known_deck_source_is_kept(source: str) -> None:
    assert load(deckSource=source).deck_source == source


@pytest.mark.parametrize("source", [None, "", "Preset", "stolen", 7, ["preset"], {}], ids=repr)
def test_any_other_deck_source_is_default(source: Any) -> None:
    assert load(deckSource=source).deck_source == "default"


def test_a_stored_selection_and_deal_in_progress_are_ignored() -> None:
    phase = {"active": True, "remainingDiscards": 1}
    loaded = load(handCards=cards("A"), discardPhase=phase, selectedCardIds=["id-0"], isDealing=True)
    assert loaded.selected_card_ids == frozenset()
    assert loaded.is_dealing is False


@pytest.mark.parametrize("text", ['{"turnNumber": 1e999}', '{"turnNumber": NaN}', "{" * 5000, "[" * 100_000, '{"a"'])
def test_a_text_of_any_kind_is_read_or_refused_without_an_exception(text: str) -> None:
    loaded = rules.deserialize(text)
    assert loaded is None or loaded == State()


def test_a_whole_number_of_any_length_is_read() -> None:
    loaded = rules.deserialize(f'{{"turnNumber": {"9" * 5000}, "handSize": -{"9" * 5000}}}')
    assert loaded is not None
    assert json.dumps(rules.serialize(loaded))


# --- across fields ----------------------------------------------------------------------------------------------------


def test_step_1_every_value_of_an_old_hand_is_wrapped_with_a_new_id() -> None:
    loaded = load(hand=["A", "A", "B"], handCards=[])
    assert loaded.hand == ("A", "A", "B")
    assert len(set(loaded.hand_ids)) == 3
    assert all(UUID4.fullmatch(card_id) for card_id in loaded.hand_ids)


def test_step_1_the_hand_is_set_from_its_cards() -> None:
    assert rules.serialize(load(hand=["X", "Y"], handCards=cards("A")))["hand"] == ["A"]


def test_step_2_ids_that_are_not_in_the_hand_and_repetitions_leave_the_sequence() -> None:
    loaded = load(handCards=cards("A", "B", "C"), planningPhase=True, playOrderSequence=["x", *ids(2, 0, 2, 9)])
    assert loaded.play_order_sequence == ("id-2", "id-0")


def test_step_3_an_active_discard_without_a_number_asks_for_the_discard_count_capped_by_the_hand() -> None:
    phase = {"active": True, "remainingDiscards": 0}
    assert load(handCards=cards("A"), discardPhase=phase, discardCount=3).discard_phase.remaining_discards == 1


def test_step_3_an_active_discard_that_asks_for_nothing_is_inactive() -> None:
    phase = {"active": True, "remainingDiscards": 0}
    assert not load(handCards=cards("A"), discardPhase=phase, discardCount=0).discard_phase.active
    assert not load(discardPhase={"active": True, "remainingDiscards": 2}).discard_phase.active


def test_step_3_an_active_discard_ends_planning_lock_and_sequence() -> None:
    phase = {"active": True, "remainingDiscards": 1}
    loaded = load(
        handCards=cards("A"), discardPhase=phase, planningPhase=True, playOrderLocked=True, playOrderSequence=ids(0)
    )
    assert rules.phase(loaded) == "discard"
    assert (loaded.planning_phase, loaded.play_order_locked, loaded.play_order_sequence) == (False, False, ())


def test_step_3_an_inactive_discard_has_nothing_remaining() -> None:
    phase = {"active": False, "remainingDiscards": 2}
    assert load(handCards=cards("A"), discardPhase=phase).discard_phase.remaining_discards == 0


def test_step_4_a_lock_with_a_complete_sequence_is_kept_and_planning_is_over() -> None:
    loaded = load(handCards=cards("A", "B"), playOrderLocked=True, planningPhase=True, playOrderSequence=ids(1, 0))
    assert (loaded.play_order_locked, loaded.planning_phase) == (True, False)
    assert loaded.play_order_sequence == ("id-1", "id-0")


@pytest.mark.parametrize("sequence", [[], ["id-1"], ["id-1", "id-1"], ["id-1", "gone"]])
def test_step_4_a_lock_with_an_incomplete_sequence_goes_back_to_planning(sequence: list[str]) -> None:
    loaded = load(handCards=cards("A", "B"), playOrderLocked=True, playOrderSequence=sequence)
    assert (loaded.play_order_locked, loaded.planning_phase) == (False, True)


def test_step_4_a_lock_of_an_empty_hand_is_gone() -> None:
    loaded = load(playOrderLocked=True)
    assert (loaded.play_order_locked, loaded.planning_phase) == (False, False)


def test_step_5_there_is_no_planning_with_an_empty_hand() -> None:
    loaded = load(planningPhase=True, playOrderSequence=["gone"])
    assert (loaded.planning_phase, loaded.play_order_sequence) == (False, ())
    assert rules.can_end_turn(loaded)


def test_step_6_an_orphaned_sequence_goes_back_to_planning_so_that_the_turn_can_end_some_day() -> None:
    loaded = load(handCards=cards("A", "B"), playOrderSequence=ids(1))
    assert loaded.planning_phase is True
    assert loaded.play_order_sequence == ("id-1",)
