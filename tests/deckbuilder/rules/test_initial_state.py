"""Rules 2, 3 and 5.1: the initial state."""

import pytest

from deckbuilder import rules
from tests.conformance.subject import seeded_shuffle
from tests.deckbuilder.rules.arranged import IN_EACH_PHASE, act, arranged, reverse
from tests.deckbuilder.rules.invariants import check_state

FIELDS = {
    *("drawPile", "discardPile", "hand", "handCards", "selectedCardIds", "discardPhase", "playOrderSequence"),
    *("playOrderLocked", "planningPhase", "turnNumber", "handSize", "discardCount", "warning", "error", "isDealing"),
    *("deckSource", "activePresetId"),
}


def test_the_default_deck_has_26_distinct_cards() -> None:
    assert len(rules.DEFAULT_DECK) == len(set(rules.DEFAULT_DECK)) == 26


def test_the_default_deck_has_the_thirteen_ranks_of_spades_then_those_of_hearts() -> None:
    assert rules.DEFAULT_DECK[:2] == ("Ace of Spades", "2 of Spades")
    assert rules.DEFAULT_DECK[9:14] == (
        *("10 of Spades", "Jack of Spades", "Queen of Spades", "King of Spades"),
        "Ace of Hearts",
    )
    assert rules.DEFAULT_DECK[-1] == "King of Hearts"


def test_the_first_state_has_every_field_at_its_initial_value() -> None:
    data = rules.to_json(rules.initial_state(list))
    assert data.keys() == FIELDS
    assert data["drawPile"] == list(rules.DEFAULT_DECK[5:])
    assert data["hand"] == list(rules.DEFAULT_DECK[:5])
    assert data["discardPhase"] == {"active": True, "remainingDiscards": 2}
    assert {name: data[name] for name in FIELDS - {"drawPile", "hand", "handCards", "discardPhase"}} == {
        "discardPile": [],
        "selectedCardIds": [],
        "playOrderSequence": [],
        "playOrderLocked": False,
        "planningPhase": False,
        "turnNumber": 1,
        "handSize": 5,
        "discardCount": 2,
        "warning": None,
        "error": None,
        "isDealing": False,
        "deckSource": "default",
        "activePresetId": None,
    }


def test_the_first_deck_is_shuffled() -> None:
    assert rules.initial_state(reverse).hand == tuple(reversed(rules.DEFAULT_DECK))[:5]


@pytest.mark.parametrize("phase", IN_EACH_PHASE)
def test_init_ignores_the_state_before_but_for_the_ids(phase: str) -> None:
    started = act(IN_EACH_PHASE[phase], "INIT")
    fresh = rules.initial_state(list)
    assert rules.to_json(started) | {"handCards": []} == rules.to_json(fresh) | {"handCards": []}
    assert started.hand == fresh.hand


def test_init_goes_back_to_the_default_settings_and_forgets_messages_and_presets() -> None:
    before = arranged(
        "A",
        handSize=3,
        discardCount=0,
        turnNumber=9,
        warning="w",
        error="e",
        deckSource="preset",
        activePresetId="starter-deck",
        isDealing=True,
    )
    after = act(before, "INIT")
    check_state(after)
    assert (after.hand_size, after.discard_count, after.turn_number) == (5, 2, 1)
    assert (after.warning, after.error, after.deck_source, after.active_preset_id) == (None, None, "default", None)
    assert after.is_dealing is False


def test_ten_fresh_starts_give_at_least_eight_different_hands() -> None:
    assert len({rules.initial_state(seeded_shuffle("fresh start", number)).hand for number in range(10)}) >= 8


def test_choices_offered_are_all_hand_sizes_and_the_usual_discard_counts() -> None:
    assert rules.HAND_SIZE_CHOICES == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert rules.DISCARD_COUNT_CHOICES == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20)
