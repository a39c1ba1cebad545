"""Rules 5.12 to 5.14: reset, custom deck, presets."""

from typing import Any

import pytest

from deckbuilder import rules
from deckbuilder.rules import presets
from tests.deckbuilder.rules.arranged import IN_EACH_PHASE, act, arranged, no_shuffle, only_changed, reverse
from tests.deckbuilder.rules.invariants import check_state

STARTER = {"presetId": "starter-deck"}

# --- RESET ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", IN_EACH_PHASE)
def test_reset_returns_to_the_default_deck_in_every_phase(phase: str) -> None:
    after = act(IN_EACH_PHASE[phase], "RESET", shuffle=reverse)
    check_state(after)
    assert after.hand + after.draw_pile == tuple(reversed(rules.DEFAULT_DECK))
    assert after.discard_pile == ()


def test_reset_forgets_preset_turn_and_messages() -> None:
    before = arranged(
        "A", deckSource="preset", activePresetId="starter-deck", turnNumber=9, warning="w", error="e", isDealing=True
    )
    after = act(before, "RESET")
    assert (after.deck_source, after.active_preset_id, after.turn_number) == ("default", None, 1)
    assert (after.warning, after.error, after.is_dealing) == (None, None, False)


@pytest.mark.parametrize(("hand_size", "discard_count"), [(1, 0), (10, 20), (3, 8)])
def test_reset_keeps_settings_within_their_limits(hand_size: int, discard_count: int) -> None:
    after = act(arranged("A", handSize=hand_size, discardCount=discard_count), "RESET")
    assert (after.hand_size, after.discard_count) == (hand_size, discard_count)
    assert len(after.hand) == hand_size


@pytest.mark.parametrize(
    ("found", "kept"),
    [((0, 3), (5, 3)), ((11, 3), (5, 3)), ((-1, 0), (5, 0)), ((7, -1), (7, 2)), ((7, 21), (7, 2)), ((99, 99), (5, 2))],
)
def test_a_setting_outside_its_limits_falls_back_to_its_default_on_its_own(
    found: tuple[int, int], kept: tuple[int, int]
) -> None:
    after = act(arranged("A", handSize=found[0], discardCount=found[1]), "RESET")
    assert (after.hand_size, after.discard_count) == kept


def test_reset_gives_new_instance_ids_even_if_the_shuffle_keeps_the_order() -> None:
    before = rules.initial_state(list)
    after = act(before, "RESET")
    assert len({*after.hand_ids, *before.hand_ids}) == 10


# --- START_CUSTOM_DECK ------------------------------------------------------------------------------------------------


def test_a_custom_deck_starts_with_the_default_cards_at_turn_1() -> None:
    before = arranged(
        *("A", "B"), deckSource="preset", activePresetId="starter-deck", turnNumber=5, handSize=4, discardCount=0
    )
    after = act(before, "START_CUSTOM_DECK", shuffle=reverse)
    check_state(after)
    assert after.hand + after.draw_pile == tuple(reversed(rules.DEFAULT_DECK))
    assert (after.discard_pile, after.deck_source, after.active_preset_id, after.turn_number) == ((), "custom", None, 1)
    assert (after.hand_size, after.discard_count) == (4, 0)


@pytest.mark.parametrize("phase", IN_EACH_PHASE)
def test_a_custom_deck_can_be_started_in_every_phase(phase: str) -> None:
    after = act(IN_EACH_PHASE[phase], "START_CUSTOM_DECK")
    check_state(after)
    assert after.hand == rules.DEFAULT_DECK[:5]


# --- LOAD_PRESET_DECK -------------------------------------------------------------------------------------------------


def test_an_unknown_preset_sets_the_error_and_nothing_else_changes() -> None:
    before = IN_EACH_PHASE["planning"]
    after = act(before, "LOAD_PRESET_DECK", {"presetId": "no-such-deck"}, shuffle=no_shuffle)
    assert only_changed(before, after) == {"error"}
    assert "no-such-deck" in str(after.error)
    assert "not found" in str(after.error)


def test_a_preset_that_fails_validation_sets_the_error_and_nothing_else_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken = presets.checked_files({"broken.json": b'{"id": "broken", "name": "", "cards": ["A", 7]}'})
    monkeypatch.setattr(presets, "PRESET_FILES", broken)
    before = IN_EACH_PHASE["planning"]
    after = act(before, "LOAD_PRESET_DECK", {"presetId": "broken"}, shuffle=no_shuffle)
    assert only_changed(before, after) == {"error"}
    assert "preset" in str(after.error)
    assert all(word in str(after.error) for word in ("name", "description", "index 1"))


@pytest.mark.parametrize("phase", IN_EACH_PHASE)
def test_a_preset_replaces_the_cards_in_every_phase(phase: str) -> None:
    after = act(IN_EACH_PHASE[phase], "LOAD_PRESET_DECK", STARTER)
    check_state(after)
    assert after.hand == ("Card 1", "Card 1", "Card 1", "Card 2", "Card 2")
    assert (len(after.draw_pile), after.discard_pile) == (15, ())


def test_a_preset_starts_at_turn_1_with_the_settings_kept() -> None:
    before = arranged("A", turnNumber=8, handSize=7, discardCount=1, warning="w", error="e", deckSource="custom")
    after = act(before, "LOAD_PRESET_DECK", STARTER, shuffle=reverse)
    assert (after.turn_number, after.hand_size, after.discard_count) == (1, 7, 1)
    assert (after.warning, after.error) == (None, None)
    assert (after.deck_source, after.active_preset_id) == ("preset", "starter-deck")
    assert after.hand[:3] == ("Card 10", "Card 9", "Card 8")


@pytest.mark.parametrize("preset", rules.PRESETS, ids=lambda preset: preset["id"])
def test_every_preset_can_be_loaded(preset: rules.Preset) -> None:
    after = act(rules.initial_state(list), "LOAD_PRESET_DECK", {"presetId": preset["id"]})
    check_state(after)
    assert list(after.hand + after.draw_pile) == preset["cards"]


def test_a_preset_smaller_than_the_hand_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    small = presets.checked_files(
        {"small.json": b'{"id": "small", "name": "Small", "description": "One card.", "cards": ["A"]}'}
    )
    monkeypatch.setattr(presets, "PRESET_FILES", small)
    after = act(arranged("X"), "LOAD_PRESET_DECK", {"presetId": "small"})
    assert "insufficient cards: 1 dealt of 5" in str(after.warning)


@pytest.mark.parametrize(
    "payload", [None, "starter-deck", {}, {"presetId": 7}, {"presetId": None}, {"presetId": "\ud800"}], ids=ascii
)
def test_a_preset_id_that_is_missing_or_no_text_is_ignored(payload: Any) -> None:
    before = arranged("A")
    assert act(before, "LOAD_PRESET_DECK", payload) is before


def test_a_shuffle_that_works_in_place_cannot_spoil_the_presets_or_the_default_deck() -> None:
    def in_place(items: Any) -> list[Any]:
        items.reverse()
        return items

    first = [act(arranged("A"), "LOAD_PRESET_DECK", STARTER, in_place).hand for _time in range(2)]
    assert first[0] == first[1]
    assert rules.initial_state(in_place).hand == rules.initial_state(in_place).hand
