"""Rules 3: every dealt card gets a new version-4 UUID."""

from uuid import UUID

import pytest

from deckbuilder import rules
from tests.conformance.subject import seeded_shuffle
from tests.deckbuilder.rules.arranged import act, arranged, play_a_turn

DEALING = {
    "INIT": None,
    "RESET": None,
    "DEAL_NEXT_HAND": None,
    "START_CUSTOM_DECK": None,
    "LOAD_PRESET_DECK": {"presetId": "starter-deck"},
    "APPLY_JSON_OVERRIDE": '["A", "B", "C", "D", "E"]',
    "CHANGE_PARAMETERS": {"immediateReset": True},
}


def test_ids_are_version_4_uuids_as_python_writes_them() -> None:
    for number in range(50):
        hand_ids = rules.initial_state(seeded_shuffle("ids", number)).hand_ids
        assert len(hand_ids) == 5
        for card_id in hand_ids:
            assert str(UUID(card_id)) == card_id
            assert UUID(card_id).version == 4


def test_twins_in_one_hand_have_different_ids() -> None:
    after = act(arranged("X"), "APPLY_JSON_OVERRIDE", '["A", "A", "A", "A", "A"]')
    assert len(set(after.hand_ids)) == 5


@pytest.mark.parametrize("action_type", DEALING)
def test_every_deal_brings_new_ids_even_if_the_shuffle_keeps_the_order(action_type: str) -> None:
    state, seen = rules.initial_state(list), set[str]()
    for _time in range(20):
        assert seen.isdisjoint(state.hand_ids)
        seen |= set(state.hand_ids)
        state = act(state, action_type, DEALING[action_type])
    assert len(seen) == 100


@pytest.mark.parametrize("discard_count", [0, 1, 2])
def test_a_card_that_comes_round_again_has_a_new_id(discard_count: int) -> None:
    state = act(arranged(drawPile=["A", "A"], handSize=2, discardCount=discard_count), "DEAL_NEXT_HAND")
    seen: set[str] = set()
    for _turn in range(100):
        assert seen.isdisjoint(state.hand_ids)
        seen |= set(state.hand_ids)
        state = play_a_turn(state)
    assert len(seen) == 200


def test_a_reset_after_the_whole_hand_is_thrown_away_brings_new_ids_too() -> None:
    first = rules.initial_state(list)
    emptied = rules.from_json(rules.to_json(first) | {"handCards": [], "discardPile": list(first.hand)})
    assert len({*act(emptied, "RESET").hand_ids, *first.hand_ids}) == 10


def test_decks_shuffled_differently_have_different_ids() -> None:
    hands = [rules.initial_state(seeded_shuffle("decks", number)).hand_ids for number in range(200)]
    assert len({card_id for hand in hands for card_id in hand}) == 1000


def test_ids_do_not_tell_the_order_of_the_deck() -> None:
    state = rules.from_json({"drawPile": [f"Card {number}" for number in range(10)], "handSize": 10})
    hands = [act(state, "DEAL_NEXT_HAND").hand_ids]
    hands.append(act(act(state, "DEAL_NEXT_HAND"), "DEAL_NEXT_HAND").hand_ids)
    assert all(list(hand) != sorted(hand) for hand in hands)


def test_the_same_arguments_give_the_same_ids() -> None:
    state = rules.initial_state(list)
    assert rules.initial_state(list) == state
    assert act(state, "RESET") == act(state, "RESET")
