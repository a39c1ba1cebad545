"""Rules 5.4: a custom deck typed as JSON."""

import json
from typing import Any

import pytest

from deckbuilder import rules
from tests.deckbuilder.rules.arranged import IN_EACH_PHASE, act, arranged, in_discard, no_shuffle, only_changed, reverse
from tests.deckbuilder.rules.invariants import check_state

REFUSED = {
    "no JSON": ("not JSON", ["invalid JSON"]),
    "nothing": ("", ["invalid JSON"]),
    "blank": ("  \n ", ["invalid JSON"]),
    "half a list": ('["A", ', ["invalid JSON"]),
    "single quotes": ("['A']", ["invalid JSON"]),
    "NaN": ("[NaN]", ["invalid JSON"]),
    "Infinity": ('["A", -Infinity]', ["invalid JSON"]),
    "nested without end": ("[" * 60_000, ["invalid JSON"]),
    "an object": ('{"cards": ["A"]}', ["must be", "array"]),
    "a text": ('"abc"', ["must be", "array"]),
    "a number": ("7", ["must be", "array"]),
    "null": ("null", ["must be", "array"]),
    "numbers in the list": ('["A", 7]', ["must be strings"]),
    "a number without end": (f"[1{'0' * 10_000}]", ["must be strings"]),
    "a number too large": ("[1e999]", ["must be strings"]),
    "null in the list": ('["A", null]', ["must be strings"]),
    "true in the list": ("[true]", ["must be strings"]),
    "a list in the list": ('[["A"]]', ["must be strings"]),
    "an object in the list": ('[{"card": "A"}]', ["must be strings"]),
    "an empty name": ('["A", ""]', ["must be strings"]),
    "a blank name": ('["A", " \\t"]', ["must be strings"]),
    "half a character": ('["\\ud800"]', ["must be strings"]),
    "1,001 cards": (json.dumps(["A"] * 1001), ["too large"]),
    "a name of 101 characters": (json.dumps(["A" * 101]), ["too large"]),
    "over 64 KiB": (json.dumps(["A"]) + " " * (64 * 1024), ["too large"]),
    "over 64 KiB and no JSON": ("x" * (64 * 1024 + 1), ["too large"]),
    "over 64 KiB in bytes": (json.dumps(["é" * 50] * 800, ensure_ascii=False), ["too large"]),
    "over 64 KiB of half characters": ("\ud800" * 40_000, ["too large"]),
}


@pytest.mark.parametrize("phase", IN_EACH_PHASE)
@pytest.mark.parametrize("case", REFUSED)
def test_a_deck_that_cannot_be_used_sets_the_error_and_nothing_else_changes(phase: str, case: str) -> None:
    text, parts = REFUSED[case]
    before = IN_EACH_PHASE[phase]
    after = act(before, "APPLY_JSON_OVERRIDE", text, shuffle=no_shuffle)
    assert only_changed(before, after) == {"error"}
    assert all(part in str(after.error) for part in parts)


def test_trap_14_a_refused_deck_leaves_warning_and_selection_alone() -> None:
    before = in_discard("A", "B", selectedCardIds=["id-0"], warning="w", turnNumber=3)
    after = act(before, "APPLY_JSON_OVERRIDE", "[1]")
    assert only_changed(before, after) == {"error"}
    assert (after.warning, after.selected_card_ids) == ("w", frozenset({"id-0"}))


@pytest.mark.parametrize("payload", [None, 7, ["A"], {"text": "[]"}, b'["A"]', True], ids=str)
def test_an_override_that_is_no_text_is_ignored(payload: Any) -> None:
    before = arranged("A")
    assert act(before, "APPLY_JSON_OVERRIDE", payload) is before


def test_exactly_these_cards_are_the_deck_twins_included_and_they_are_shuffled() -> None:
    before = arranged("X", "Y", drawPile=["Z"], discardPile=["W"], handSize=2)
    after = act(before, "APPLY_JSON_OVERRIDE", '["A", "B", "A", "C"]', shuffle=reverse)
    check_state(after)
    assert (after.hand, after.draw_pile, after.discard_pile) == (("C", "A"), ("B", "A"), ())


@pytest.mark.parametrize("phase", IN_EACH_PHASE)
def test_a_deck_can_be_replaced_in_every_phase(phase: str) -> None:
    after = act(IN_EACH_PHASE[phase], "APPLY_JSON_OVERRIDE", '["N1", "N2", "N3", "N4", "N5", "N6"]')
    check_state(after)
    assert (after.hand, after.draw_pile, after.discard_pile) == (("N1", "N2", "N3", "N4", "N5"), ("N6",), ())
    assert rules.phase(after) == "discard"


def test_an_override_makes_a_custom_deck_without_a_preset() -> None:
    before = arranged("A", deckSource="preset", activePresetId="starter-deck")
    after = act(before, "APPLY_JSON_OVERRIDE", '["B"]')
    assert (after.deck_source, after.active_preset_id) == ("custom", None)


def test_settings_and_turn_number_are_kept() -> None:
    before = arranged("A", handSize=3, discardCount=1, turnNumber=12)
    after = act(before, "APPLY_JSON_OVERRIDE", '["B", "C", "D", "E"]')
    assert (after.hand_size, after.discard_count, after.turn_number) == (3, 1, 12)


def test_a_new_deck_clears_warning_and_error() -> None:
    after = act(arranged("A", handSize=1, warning="w", error="e"), "APPLY_JSON_OVERRIDE", '["B"]')
    assert (after.warning, after.error) == (None, None)


def test_a_deck_smaller_than_the_hand_warns() -> None:
    after = act(arranged("A", error="e"), "APPLY_JSON_OVERRIDE", '["B", "C"]')
    assert "insufficient cards: 2 dealt of 5" in str(after.warning)
    assert after.error is None


def test_an_empty_list_brings_the_default_deck_back_and_its_warning_survives_the_deal() -> None:
    before = arranged("A", drawPile=["B"], discardPile=["C"], deckSource="preset", activePresetId="x", turnNumber=4)
    after = act(before, "APPLY_JSON_OVERRIDE", "[]", shuffle=reverse)
    check_state(after)
    assert after.hand + after.draw_pile == tuple(reversed(rules.DEFAULT_DECK))
    assert after.discard_pile == ()
    assert "empty deck" in str(after.warning)
    assert "revert" in str(after.warning)
    assert (after.error, after.deck_source, after.active_preset_id, after.turn_number) == (None, "default", None, 4)


def test_the_largest_deck_is_accepted() -> None:
    names = [f"{number:0>4}" for number in range(999)] + ["N" * 100]
    after = act(arranged("A"), "APPLY_JSON_OVERRIDE", json.dumps(names))
    assert list(after.hand + after.draw_pile) == names
    text = '["A"]' + " " * (64 * 1024 - 5)
    assert act(arranged("A"), "APPLY_JSON_OVERRIDE", text).error is None


@pytest.mark.parametrize("name", ["Ä", "黒", "🂡", "<b>&amp;", " spaced ", "null", "a\u0000b", "é́́"])
def test_any_characters_make_a_name(name: str) -> None:
    assert act(arranged("A"), "APPLY_JSON_OVERRIDE", json.dumps([name])).hand == (name,)
